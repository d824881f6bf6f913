# Completion of castellan's commands and options for fish, from its own --help.
function __castellan_commands
    castellan --help 2>/dev/null | awk '/^Subcommands:/ { inside = 1; next }
        inside && NF { name = $1; $1 = ""; print name "\t" substr($0, 2) }'
end
function __castellan_options
    set -l words (commandline -opc)
    castellan $words[2] --help 2>/dev/null | string match -ra -- '--[a-z0-9-]+' | sort -u
end
complete -c castellan -n __fish_use_subcommand -f -a '(__castellan_commands)'
complete -c castellan -n 'string match -q -- "-*" (commandline -ct)' -f -a '(__castellan_options)'
