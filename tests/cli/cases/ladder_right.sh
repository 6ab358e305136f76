# SPDX-License-Identifier: Apache-2.0
# What is right alone, at other sizes.
warpgrind ladder tests/cli/inputs/ladder --trust --no-estimate -m right -n 1024 2>&1
warpgrind ladder tests/cli/inputs/ladder --trust --no-estimate -m right,library --sizes test 2>&1
(cd tests/cli/inputs/ladder && warpgrind ladder . --trust --no-estimate -m right -q --json - | grep run_name)
warpgrind ladder tests/cli/inputs/ladder/ladder.json --trust --no-estimate -m wrong --no-check 2>&1
