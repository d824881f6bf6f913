# Completion for bash; castellan itself knows which words fit.
_castellan() {
  local word=${COMP_WORDS[COMP_CWORD]} words=() i lines
  # bash cuts --out=file and cmd=file at the equals sign.
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ ${COMP_WORDS[i]} == '=' ]] || words+=("${COMP_WORDS[i]}")
  done
  [[ $word == '=' ]] && word=
  lines=$("${COMP_WORDS[0]}" complete "${words[@]}" "$word" 2>/dev/null) || return
  if [[ $lines == :files ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -W "$(cut -f1 <<<"$lines")" -- "$word")
  fi
}
complete -F _castellan castellan
