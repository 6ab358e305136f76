#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# docs.sh WARPGRIND: documents must not point at nothing. Links between our pages, and to their headings, resolve; every page in docs/ is in its index; every
# `make` target that a page names exists; every verb answers --help; the manual page has no mistakes and knows every verb and every option.
set -eu
cd "$(dirname "$0")/../.."
program=$1
index=docs/README.md
manual=docs/use/warpgrind.1
found="${TMPDIR:-/tmp}/wg_docs.$$"
trap 'rm -f "$found"' EXIT
: >"$found"

links() { # PAGE: "line target" of each link to a page or file of ours; a target may end in #heading
    grep -no '](\([^)]*\)' "$1" | sed 's/^\([0-9]*\):\](/\1 /' | while read -r line target; do
        case $target in
        '' | *://* | mailto:*) ;;
        *) echo "$line $target" ;;
        esac
    done
}

anchors() { # PAGE: its headings as links name them
    sed -n 's/^##* //p' "$1" | tr 'A-Z ' 'a-z-' | sed 's/[^a-z0-9_-]//g'
}

for page in *.md docs/*.md docs/*/*.md docs/results/h200/*.md tests/*/README.md tests/*/*/README.md; do
    [ -f "$page" ] || continue
    folder=$(dirname "$page")
    links "$page" | while read -r line target; do
        file=${target%%#*} heading=${target#"${target%%#*}"}
        file=${file:+$folder/$file}
        file=${file:-$page}
        if [ ! -e "$file" ]; then
            echo "$page:$line: no such file: $target"
        elif [ -n "$heading" ] && ! anchors "$file" | grep -qxF -e "${heading#\#}"; then
            echo "$page:$line: no such heading: $target"
        fi
    done
    grep -no '`make [a-z][a-z]*' "$page" | sed 's/^\([0-9]*\):`make /\1 /' | while read -r line target; do
        grep -q "^$target:" Makefile || echo "$page:$line: no such target: make $target"
    done
done >>"$found"

indexed=$(links "$index" | cut -d' ' -f2)
find docs -name '*.md' -o -name '*.1' | sed 's|^docs/||' | sort | while read -r page; do
    [ "docs/$page" = "$index" ] || echo "$indexed" | grep -qxF "$page" || echo "docs/$page: not in $index"
done >>"$found"

# The manual page, by the linters that are installed.
if command -v mandoc >/dev/null 2>&1; then
    mandoc -Tlint -Wwarning "$manual" >>"$found" 2>&1 || true
fi
if command -v groff >/dev/null 2>&1; then
    groff -man -Tutf8 -wall "$manual" 2>>"$found" >/dev/null || true
fi

# Verbs are the words at the start of the indented lines of the help's first list, options what begins with -- in a verb's list of them.
plain=$(sed 's/\\-/-/g' "$manual")
verbs=$("$program" --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p' | sort -u)
[ -n "$verbs" ] || echo "$program --help lists no verb" >>"$found"
for verb in $verbs; do
    echo "$plain" | grep -q "warpgrind $verb" || echo "$manual: nothing about $verb" >>"$found"
    [ "$verb" = help ] && continue
    if help=$("$program" "$verb" --help 2>&1); then
        options=$(echo "$help" | sed -n 's/^  \(-[a-zA-Z], \)\{0,1\}\(--[a-z][a-z-]*\).*/\2/p')
        [ -n "$options" ] || echo "$program $verb --help lists no option" >>"$found"
        for option in $options; do
            echo "$plain" | grep -q -e "[^a-z-]$option\([^a-z-]\|\$\)" || echo "$manual: nothing about $option of $verb" >>"$found"
        done
    else
        echo "$program $verb --help fails" >>"$found"
    fi
done

if [ -s "$found" ]; then
    cat "$found"
    exit 1
fi
echo "documents point at what is there"
