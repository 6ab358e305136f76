# SPDX-License-Identifier: Apache-2.0
# Makes bash complete the words of warpgrind: eval "$(warpgrind completion bash)"
_warpgrind() {
    local typed=${COMP_LINE:0:COMP_POINT} current known line file ending
    local -a words
    read -ra words <<<"$typed"
    case $typed in *[[:space:]]) words+=("") ;; esac
    current=${words[${#words[@]} - 1]}
    known=${current%"${current##*[:=]}"} # bash replaces what follows the last of these alone
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
        @files*)
            compopt -o filenames 2>/dev/null
            while IFS= read -r file; do
                for ending in ${line#@files}; do
                    case $file in *."$ending") COMPREPLY+=("$file") ;; esac
                done
                if [ "$line" = @files ] || [ -d "$file" ]; then COMPREPLY+=("$file"); fi
            done < <(compgen -f -- "${current#"$known"}")
            ;;
        *)
            line=${line%%$'\t'*}
            COMPREPLY+=("${line#"$known"}")
            ;;
        esac
    done < <("${words[0]}" completion --words -- "${words[@]:1}" 2>/dev/null)
}
complete -F _warpgrind warpgrind
