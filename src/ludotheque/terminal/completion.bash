# @note@
_ludotheque() {
    local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" command="" flags words each
    for each in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case "$each" in @names@) command="$each"; break ;; esac
    done
    case "$command" in
@commands@
    esac
    case "$command $before" in
@values@
    esac
    [[ "$word" == -* ]] && words="$flags"
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _ludotheque ludotheque
