#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# docs.sh WARPGRIND: documents must not point at nothing. Links between our pages resolve, every `make` target that a
# page names exists, every verb the command knows is in the manual and answers --help.
set -eu
cd "$(dirname "$0")/../.."
program=$1
found="${TMPDIR:-/tmp}/wg_docs.$$"
trap 'rm -f "$found"' EXIT
: >"$found"

for page in *.md docs/*/*.md; do
    [ -f "$page" ] || continue
    folder=$(dirname "$page")
    grep -no '](\([^)#]*\)' "$page" | sed 's/^\([0-9]*\):\](/\1 /' | while read -r line target; do
        case $target in
        '' | *://* | mailto:*) continue ;;
        esac
        [ -e "$folder/$target" ] || echo "$page:$line: no such file: $target"
    done
    grep -no '`make [a-z][a-z]*' "$page" | sed 's/^\([0-9]*\):`make /\1 /' | while read -r line target; do
        grep -q "^$target:" Makefile || echo "$page:$line: no such target: make $target"
    done
done >>"$found"

# Verbs are the words at the start of the indented lines of the help's first list.
verbs=$("$program" --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p' | sort -u)
[ -n "$verbs" ] || echo "$program --help lists no verb" >>"$found"
for verb in $verbs; do
    if [ -f docs/use/warpgrind.1 ]; then
        grep -q "\b$verb\b" docs/use/warpgrind.1 || echo "docs/use/warpgrind.1: nothing about $verb" >>"$found"
    else
        echo "docs/use/warpgrind.1 is missing" >>"$found"
    fi
    [ "$verb" = help ] || "$program" "$verb" --help >/dev/null 2>&1 || echo "$program $verb --help fails" >>"$found"
done

if [ -s "$found" ]; then
    cat "$found"
    exit 1
fi
echo "documents point at what is there"
