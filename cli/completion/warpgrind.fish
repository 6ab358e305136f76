# SPDX-License-Identifier: Apache-2.0
# Makes fish complete the words of warpgrind: warpgrind completion fish | source
function __warpgrind_words
    set -l current (commandline -ct)
    set -l words (commandline -opc) "$current"
    for line in (command warpgrind completion --words -- $words[2..-1] 2>/dev/null)
        switch $line
            case '@files*'
                __fish_complete_path "$current"
            case '*'
                echo $line
        end
    end
end
complete -c warpgrind -f -a '(__warpgrind_words)'
