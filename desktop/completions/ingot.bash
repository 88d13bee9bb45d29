# Completes the command lines of ingot and ingotc in bash. zsh uses these functions too, through its bashcompinit. All commands,
# options and values are taken from what the programs print with --help.

# Reads a help text from stdin. Prints the words that can follow the word $1 of a command line: the values of the option $1, or
# else all options and commands.
_ingot_words_of_help() {
    awk -v previous="$1" '
        function add(list, i, words) {  # adds the values in a text such as "a, b or c" (i and words are local variables)
            sub(/[;)].*/, "", list)
            gsub(/ or |\|/, ", ", list)
            for (i = split(list, words, /, */); i > 0; i--) values[previous] = values[previous] " " words[i]
        }
        # A line such as "  --size WxH     size of the picture": the names of an option, the kind of its value, and its help.
        /^  -/ {
            option = $1
            kind = substr($0, 3 + length(option))
            kind = kind ~ /^ [^ ]/ ? $2 : ""
            text = $0
            sub(/^  [^ ]+( [^ ]+)* */, "", text)
            for (i = split(option, names, ","); i > 0; i--) {
                options = options " " names[i]
                if (names[i] == previous) takes = kind
            }
        }
        /^ +[^ ]/ && option && ("," option ",") ~ ("," previous ",") {
            if (takes == "on|off") values[previous] = " on off"
            else if (takes == "B" && match($0, /cuda, .*/)) add(substr($0, RSTART))
            else if (match($0, /one of [^;)]*/)) add(substr($0, RSTART + 7))
        }
        /^ *presets: / && previous == "--preset" { sub(/^ *presets: /, ""); add($0) }
        /^       ingot [a-z]+ / { commands = commands " " $2 }
        /^Subcommands:/ { listed = 1; next }
        listed && /^  [a-z]/ { commands = commands " " $1 }
        END { print takes != "" ? values[previous] : options commands }'
}

_ingot_complete() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} program=${COMP_WORDS[0]}
    # Find the command and the sample. The parameters of the sample are options too.
    local command= sample= words= i
    for ((i = 1; i < COMP_CWORD && i < 3; i++)); do
        case ${COMP_WORDS[i]} in
            -*) break ;;
            *) if [ "$i" = 1 ]; then command=${COMP_WORDS[i]}; else sample=${COMP_WORDS[i]}; fi ;;
        esac
    done
    case $program:$command in
        *ingotc:inspect) words=$("$program" inspect --help 2>/dev/null | _ingot_words_of_help "$previous") ;;
        *ingotc:* | *:) words=$("$program" --help 2>/dev/null | _ingot_words_of_help "$previous") ;;
        *:run | *:bench | *:compare | *:regress | *:gallery | *:tune)
            words=$("$program" "$command" ${sample:+"$sample"} --help 2>/dev/null | _ingot_words_of_help "$previous")
            if [ "$previous" = "$command" ]; then words="$words $("$program" samples | awk '{ print $1 }')"; fi ;;
        *:metal)
            words=$("$program" metal ${sample:+"$sample"} --help 2>/dev/null | _ingot_words_of_help "$previous")
            if [ "$previous" = metal ]; then words="$words check run"; fi ;;
        *) words=$("$program" "$command" --help 2>/dev/null | _ingot_words_of_help "$previous") ;;
    esac
    # If COMPREPLY is empty, the shell completes the names of files ("-o default").
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}

complete -o default -F _ingot_complete ingot ingotc
