# Completion of castellan's commands and options for bash, from its own --help.
_castellan() {
  local word=${COMP_WORDS[COMP_CWORD]} arguments=() i
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ ${COMP_WORDS[i]} == -* ]] || arguments+=("${COMP_WORDS[i]}")
  done
  local help
  help=$(castellan "${arguments[@]:0:1}" --help 2>/dev/null) || return
  local choices
  if [[ $word == -* ]]; then
    choices=$(grep -oE -- '--[a-z0-9-]+' <<<"$help" | sort -u)
  elif [ ${#arguments[@]} -eq 0 ]; then
    choices=$(awk '/^Subcommands:/ { inside = 1; next } inside && NF { print $1 }' <<<"$help")
  else
    COMPREPLY=($(compgen -f -- "$word"))
    return
  fi
  COMPREPLY=($(compgen -W "$choices" -- "$word"))
}
complete -o filenames -F _castellan castellan
