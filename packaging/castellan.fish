# Completion for fish; castellan itself knows which words fit.
function __castellan_words
    set -l words (commandline -opc)
    set -e words[1]
    set -l word (commandline -ct)
    set -l lines (castellan complete $words "$word" 2>/dev/null)
    if test "$lines[1]" = :files
        __fish_complete_path "$word"
    else
        printf '%s\n' $lines
    end
end
complete -c castellan -f -a '(__castellan_words)'
