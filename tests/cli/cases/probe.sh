# SPDX-License-Identifier: Apache-2.0
warpgrind probe tests/cli/inputs/probe
warpgrind probe tests/cli/inputs/probe --csv - --svg "$work/figure.svg"
sed -n '1p;/<circle/p;$p' "$work/figure.svg"
warpgrind probe tests/cli/inputs/probe --md -
warpgrind probe tests/cli/inputs/probe --json - | sed -n '/"probe"\|"sweep"\|"x\|"y\|"name"\|"series"\|"verified"/p'
