# SPDX-License-Identifier: Apache-2.0
# Makes fish complete the words of warpgrind: warpgrind completion fish | source
function __warpgrind_files # CURRENT [ENDING...]: folders, and files with one of these endings
    set -l option (string match -r -- '^--[^=]*=' $argv[1])
    set -l begun (string replace -r -- '^--[^=]*=' '' $argv[1])
    for path in (__fish_complete_path "$begun" | string replace -r '\t.*' '')
        if test (count $argv) = 1; or string match -q -- '*/' $path; or contains -- (string split -- . $path)[-1] $argv[2..-1]
            echo "$option$path"
        end
    end
end
function __warpgrind_words
    set -l current (commandline -ct)
    set -l words (commandline -opc) "$current"
    for line in (command $words[1] completion --words -- $words[2..-1] 2>/dev/null)
        switch $line
            case '@files*'
                __warpgrind_files "$current" (string split -n ' ' -- $line)[2..-1]
            case '*'
                echo $line
        end
    end
end
complete -c warpgrind -f -a '(__warpgrind_words)'
