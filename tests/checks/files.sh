#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What no file of ours may be: too long, too wide, without its license, or dependent on where somebody keeps the
# repository.
set -eu
cd "$(dirname "$0")/../.."
house=700 # lines of a file of src/ or cli/
limit=1500 # of any other
columns=120

found=$(mktemp)
trap 'rm -f "$found"' EXIT
if ! files=$(git ls-files -co --exclude-standard 2>/dev/null); then
    files=$(find . -type f -not -path './build/*' -not -path './.git/*' | sed 's|^\./||')
fi
files=$(echo "$files" | while read -r file; do [ ! -f "$file" ] || echo "$file"; done)

# Kernels and what is compiled into them keep their lines: reports name their numbers. REUSE.toml says their license.
sources=$(echo "$files" | grep -vE '^(ladders|probes|examples)/|^src/compile/device/|^tests/(cli/inputs|compile|blind)/')

echo "$files" | grep -E '\.(c|h|def|inc|sh|py|cmake|cu|cl|md)$|CMakeLists\.txt$|^Makefile$' | while read -r file; do
    lines=$(wc -l <"$file")
    case $file in
    src/* | cli/*) most=$house ;;
    *) most=$limit ;;
    esac
    [ "$lines" -le $most ] || echo "$file: $lines lines, at most $most: split it"
done >"$found"

echo "$sources" | grep -E '\.[ch]$' | LC_ALL=C.UTF-8 xargs grep -nE "^.{$((columns + 1)),}" /dev/null |
    sed "s/^\([^:]*:[0-9]*\):.*/\1: wider than $columns columns/" >>"$found" || true

echo "$sources" | grep -E '\.(c|h|def|sh|py|cmake)$' | xargs grep -L 'SPDX-License-Identifier: ' |
    sed 's/$/: has no line with its license (SPDX-License-Identifier: Apache-2.0)/' >>"$found" || true
cmp -s LICENSE LICENSES/Apache-2.0.txt || echo "LICENSES/Apache-2.0.txt is not LICENSE" >>"$found"

# The brackets keep this file from matching itself.
echo "$files" | while read -r file; do
    grep -nIE '(^|[^A-Za-z0-9_.~)}])/(hom[e]|wor[k]|roo[t]|User[s]|mn[t])/[A-Za-z0-9_.]' "$file" /dev/null || true
done | sed 's/$/    <- an absolute path/' >>"$found"

if [ -s "$found" ]; then
    cat "$found"
    exit 1
fi
echo "files are short and narrow enough, say their license and name no absolute path"
