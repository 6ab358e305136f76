#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# completion.sh WARPGRIND: what the shells complete. The program says what could be typed: every verb and every option of its help. bash is
# asked as a terminal would ask it; zsh and fish, where they are installed, at least read their scripts.
set -eu
cd "$(dirname "$0")/../.."
program=$1
case $program in /*) ;; *) program=$PWD/$program ;; esac
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin"
ln -s "$program" "$scratch/bin/warpgrind"
PATH=$scratch/bin:$PATH
export PATH
failed=0
complain() { echo "$*"; failed=1; }

verbs=$("$program" --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p')
offered=$("$program" completion --words -- "" | cut -f1)
for verb in $verbs; do
    echo "$offered" | grep -qx "$verb" || complain "$verb is not offered"
    words=$("$program" completion --words -- "$verb" -- | cut -f1)
    for option in $("$program" "$verb" --help | sed -n 's/^  \(-[a-zA-Z], \)\{0,1\}\(--[a-z][a-z-]*\).*/\2/p'); do
        echo "$words" | grep -qx -e "$option" || complain "$verb $option is not offered"
    done
done

if command -v bash >/dev/null 2>&1; then
    cat >"$scratch/try.bash" <<'END'
eval "$(warpgrind completion bash)"
try() { # TYPED EXPECTED: what bash would put in place of the word's last part
    COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=()
    _warpgrind
    [ "${COMPREPLY[*]}" = "$2" ] || echo "bash, '$1': '${COMPREPLY[*]}' instead of '$2'"
}
try "warpgrind lad" "ladder"
try "warpgrind explain -d sim:h2" "h200"
try "warpgrind explain --device sim:h2" "h200"
try "warpgrind explain --device=sim:h2" "h200"
try "warpgrind explain --color=al" "always"
try "warpgrind explain --show" "--show-addresses"
try "warpgrind ladder transp" "transpose"
try "warpgrind ladder transpose -m naive,padd" "naive,padded"
try "warpgrind explain matmul/tw" "matmul/two_results"
try "warpgrind explain examples/transp" "examples/transpose.cu"
try "warpgrind report tests/cli/inputs/estim" "tests/cli/inputs/estimated.json"
try "warpgrind devices h2" "h200"
try "warpgrind ladder -d cp" "cpu"
try "warpgrind occupancy -d cud" ""
try "warpgrind check --numbers=inf" "infinity"
try "warpgrind check --numbers examples/transp" "examples/transpose.cu"
try "warpgrind nonsense " ""
END
    bash "$scratch/try.bash" >"$scratch/said" 2>&1 || complain "bash fails"
    [ ! -s "$scratch/said" ] || { cat "$scratch/said"; failed=1; }
    "$program" completion --words -- roofline reduc | grep -q '^reduce	' || complain "a ladder is not offered to roofline"
fi
for shell in zsh fish; do
    "$program" completion $shell >"$scratch/script.$shell"
    if command -v $shell >/dev/null 2>&1; then
        $shell -n "$scratch/script.$shell" || complain "$shell cannot read its script"
    else
        echo "$shell is not here: its script was not read"
    fi
done
! "$program" completion csh 2>"$scratch/said" || complain "there is a script for csh"
grep -q "'csh' is none of bash, zsh and fish" "$scratch/said" || complain "csh: $(cat "$scratch/said")"
[ $failed = 0 ] && echo "shells complete our words"
exit $failed
