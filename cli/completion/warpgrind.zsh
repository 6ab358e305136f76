#compdef warpgrind
# SPDX-License-Identifier: Apache-2.0
# Makes zsh complete the words of warpgrind: eval "$(warpgrind completion zsh)"
_warpgrind() {
    local line word
    local -a matches endings
    for line in "${(@f)$("${words[1]}" completion --words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        case $line in
        '') ;;
        @files*)
            endings=(${=line#@files})
            compset -P '--*=' # the file begins behind the option
            if (( ${#endings} )); then _files -g "*.${(j: *.:)endings}"; else _files; fi
            ;;
        *)
            word=${line%%$'\t'*}
            matches+=("${word//:/\\:}:${line#*$'\t'}")
            ;;
        esac
    done
    (( ! ${#matches} )) || _describe warpgrind matches
}
if [ "${funcstack[1]}" = _warpgrind ]; then
    _warpgrind "$@"
else
    compdef _warpgrind warpgrind
fi
