#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# completion.sh WARPGRIND: what the shells complete. The program says what could be typed: every verb and every option of its help. The shells
# that are installed are asked as a terminal would ask them: zsh gets one, and the key is pressed.
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

# TYPED|COMPLETED, of which the last word alone; what cannot be completed, or not to one word only, stays as it is.
cat >"$scratch/tries" <<'END'
warpgrind lad|ladder
warpgrind explain -d sim:h2|sim:h200
warpgrind explain --device sim:h2|sim:h200
warpgrind explain --device=sim:h2|--device=sim:h200
warpgrind explain --color=al|--color=always
warpgrind explain --show|--show-addresses
warpgrind ladder transp|transpose
warpgrind ladder transpose -m naive,padd|naive,padded
warpgrind explain matmul/tw|matmul/two_results
warpgrind explain examples/transp|examples/transpose.cu
warpgrind explain --html=READ|--html=README.md
warpgrind explain --html READ|README.md
warpgrind report tests/cli/inputs/estim|tests/cli/inputs/estimated.json
warpgrind devices h2|h200
warpgrind ladder -d cp|cpu
warpgrind occupancy -d cud|cud
warpgrind check --numbers=inf|--numbers=infinity
warpgrind check --numbers examples/transp|examples/transpose.cu
warpgrind nonsense |
END
cat >"$scratch/try.bash" <<'END'
eval "$(warpgrind completion bash)"
while IFS='|' read -r typed _; do
    COMP_LINE=$typed COMP_POINT=${#typed} COMPREPLY=()
    _warpgrind
    last=${typed##* }
    before=${last%"${last##*[:=]}"} # bash puts the reply behind the last of these
    if [ ${#COMPREPLY[@]} = 1 ]; then echo "$typed|$before${COMPREPLY[0]}"; else echo "$typed|$last"; fi
done <"$1"
END
cat >"$scratch/try.zsh" <<'END'
zmodload zsh/zpty || exit
zpty shell zsh -f -i
zpty -w shell 'autoload -Uz compinit && compinit -D -u; eval "$(warpgrind completion zsh)"'
zpty -w shell 'tell() { print -rn -- "<$BUFFER"; print -r -- ">"; BUFFER= }; zle -N tell'
zpty -w shell 'bindkey "^T" tell "^I" complete-word; print rea""dy'
zpty -r -m shell said '*ready*' || exit
while IFS='|' read -r typed wanted; do
    zpty -w -n shell $typed$'\t\x14'
    zpty -r -m shell said '*<*>' || exit
    said=${${said##*<}%%>*}
    [[ -z $wanted ]] || said=${said% } # zsh ends a word that is complete
    print -r -- "$typed|${said##* }"
done <$1
zpty -d shell
END
cat >"$scratch/try.fish" <<'END'
warpgrind completion fish | source
while read -l -d '|' typed wanted
    set -l words (complete -C "$typed" | string replace -r '\t.*' '')
    test (count $words) = 1; or set words (string split ' ' -- "$typed")[-1]
    echo "$typed|$words"
end <$argv[1]
END
ask() { # SHELL OPTION: compares what the shell makes of each
    if ! command -v "$1" >/dev/null 2>&1; then
        echo "$1 is not here: it was not asked"
        return
    fi
    "$1" "$2" "$scratch/try.$1" "$scratch/tries" >"$scratch/said" 2>&1 || complain "$1 fails"
    diff "$scratch/tries" "$scratch/said" || complain "$1 completes otherwise"
}
ask bash --norc
ask zsh -f
ask fish --no-config
"$program" completion --words -- roofline reduc | grep -q '^reduce	' || complain "a ladder is not offered to roofline"
! "$program" completion csh 2>"$scratch/said" || complain "there is a script for csh"
grep -q "'csh' is none of bash, zsh and fish" "$scratch/said" || complain "csh: $(cat "$scratch/said")"
[ $failed = 0 ] && echo "shells complete our words"
exit $failed
