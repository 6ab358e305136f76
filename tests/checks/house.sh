#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# house.sh BUILD: the figures of the house, and which of them are beyond their limits. BUILD is a build folder.
# What includes what is also looked at by layers.sh, which holds the table of rooms; here nothing is allowed for.
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build}
most_p90=25     # lines of nine functions in ten
most_lines=700  # of a file
most_globals=4  # that change

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0
beyond() { # SENTENCE
    echo "    ^ $1"
    status=1
}

# Ours but the headers that are compiled into kernels, which are laid out by hand.
files=$(find src cli include -name '*.[ch]' -not -path 'src/compile/device/*' | sort)

# ---- functions: .clang-format puts their braces in column 0, and no other brace stands alone there ----

# shellcheck disable=SC2086 # words are meant to split
awk '
    FNR == 1 { inside = 0 }
    /^[A-Za-z_].*\(/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
    $0 == "{" { inside = 1; lines = 0; next }
    $0 == "}" && inside { print lines, name, FILENAME; inside = 0 }
    inside { lines++ }' $files | sort -n >"$scratch/functions"
count=$(wc -l <"$scratch/functions")
nth() { sed -n "$1{s/ .*//;p;}" "$scratch/functions"; } # lines of the nth shortest
p50=$(nth $(((count + 1) / 2)))
p90=$(nth $(((count * 9 + 9) / 10)))
echo "functions: $count, half of them have up to $p50 lines, nine in ten up to $p90; the longest:"
tail -n 5 "$scratch/functions" | sort -rn | sed 's/^\([0-9]*\) \([^ ]*\) /    \1  \2  /'
[ "$p90" -le $most_p90 ] || beyond "nine in ten may have $most_p90"

# ---- files ----

# shellcheck disable=SC2086
wc -l $files | grep -v ' total$' | sort -n | tail -n 1 >"$scratch/longest"
read -r lines file <"$scratch/longest"
echo "files: $(echo "$files" | wc -l), the longest has $lines lines: $file"
[ "$lines" -le $most_lines ] || beyond "at most $most_lines"

# ---- globals that change ----

# nm says d or D of everything in a data section, and a const table of pointers is in one when the code may lie anywhere:
# .data.rel.ro, which the loader fills in and then locks. So the section tells: what is written to later is in .data or
# .bss, one for each thread in .tdata or .tbss, a tentative definition in *COM*. A file that is compiled for several
# instruction sets counts once. Names with a dot in front are the assembler's.
if [ -f "$build/libwarpgrind.a" ]; then
    objects=$(find "$build/CMakeFiles/warpgrind.dir" -name '*.o' 2>/dev/null || true)
    # shellcheck disable=SC2086
    nm -A --format=sysv "$build/libwarpgrind.a" $objects 2>/dev/null | awk -F'|' '
        $NF ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && $NF !~ /^\.data\.rel\.ro/ {
            count = split($1, part, /[:\/]/)
            name = part[count]
            sub(/ *$/, "", name)
            sub(/\.[0-9]*$/, "", name) # of a function
            if (name !~ /^\./) print part[count - 1] ": " name
        }' | sed 's/\.o: /: /' | sort -u >"$scratch/globals"
    echo "globals that change: $(wc -l <"$scratch/globals")"
    sed 's/^/    /' "$scratch/globals"
    [ "$(wc -l <"$scratch/globals")" -le $most_globals ] || beyond "at most $most_globals"
else
    echo "globals that change: not counted, there is no $build/libwarpgrind.a"
fi

# ---- numbers of a device that stand in the code ----

# shellcheck disable=SC2086
grep -nE 'value_or\([^;]*, *-?[0-9][0-9.e]*f? *[])*/+-]' $files | sed 's/^\([^:]*:[0-9]*\):[[:space:]]*/\1: /' \
    >"$scratch/literals" || true
echo "value_or with a number in the code: $(wc -l <"$scratch/literals")"
sed 's/^/    /' "$scratch/literals"
[ ! -s "$scratch/literals" ] || beyond "a device's numbers, and what stands for them, are data"

# ---- circles: tsort finds no order for what includes itself, by however long a way ----

# shellcheck disable=SC2086
grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]' $files src/*/*.def src/*/*/*.def 2>/dev/null |
    sed -n 's|^\([^:]*\):[0-9]*:[^"<]*["<]\([^">]*\)[">].*|\1 \2|p' | while read -r from to; do
    case $to in
    warpgrind/*) to=include/$to ;;
    *) [ -f "src/$to" ] && to=src/$to || to=$(dirname "$from")/$to ;;
    esac
    [ ! -f "$to" ] || echo "$from $to"
done >"$scratch/includes"
order() { # WHAT, pairs on stdin
    if tsort >/dev/null 2>"$scratch/circle"; then
        echo "circles of $1: none"
    else
        echo "circles of $1:"
        sed -n 's/^tsort: \([^ ]*\)$/    \1/p' "$scratch/circle"
        beyond "what includes itself is one thing in several places"
    fi
}
order files <"$scratch/includes"
awk '
    function room(file,    part) {
        split(file, part, "/")
        if (file ~ /^include\/warpgrind\/(status|form|version)\.h$/) return "status"
        return part[1] == "src" ? part[2] : part[1] == "include" ? "api" : part[1]
    }
    { from = room($1); to = room($2); if (from != to && !seen[from, to]++) print from, to }' "$scratch/includes" \
    >"$scratch/rooms"
order rooms <"$scratch/rooms"

exit $status
