#compdef ludotheque
# @note@
_ludotheque() {
    local curcontext="$curcontext" state line
    local -a commands=(
@commands@
    )
    _arguments -C @own@ '1: :->command' '*:: :->arguments' && return
    case "$state" in
        command) _describe -t commands ludotheque commands ;;
        arguments)
            case "$words[1]" in
@cases@
            esac ;;
    esac
}
if [[ "$funcstack[1]" == _ludotheque ]]; then _ludotheque "$@"; else compdef _ludotheque ludotheque; fi
