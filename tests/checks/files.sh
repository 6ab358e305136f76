#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What no file of ours may be: longer than 1500 lines, or dependent on where somebody keeps the repository.
set -eu
cd "$(dirname "$0")/../.."
limit=1500
status=0

if ! files=$(git ls-files -co --exclude-standard 2>/dev/null); then
    files=$(find . -type f -not -path './build/*' -not -path './.git/*' | sed 's|^\./||')
fi

echo "$files" | grep -E '\.(c|h|def|inc|sh|cmake|cu|cl|md)$|CMakeLists\.txt$|^Makefile$' | while read -r file; do
    [ -f "$file" ] || continue
    lines=$(wc -l <"$file")
    [ "$lines" -le $limit ] || echo "$file: $lines lines, at most $limit: split it"
done >"${TMPDIR:-/tmp}/wg_files.$$"
trap 'rm -f "${TMPDIR:-/tmp}/wg_files.$$"' EXIT

# The brackets keep this file from matching itself.
echo "$files" | while read -r file; do
    [ -f "$file" ] || continue
    grep -nIE '(^|[^A-Za-z0-9_.~)}])/(hom[e]|wor[k]|roo[t]|User[s]|mn[t])/[A-Za-z0-9_.]' "$file" /dev/null || true
done | sed 's/$/    <- an absolute path/' >>"${TMPDIR:-/tmp}/wg_files.$$"

if [ -s "${TMPDIR:-/tmp}/wg_files.$$" ]; then
    cat "${TMPDIR:-/tmp}/wg_files.$$"
    status=1
else
    echo "files are short enough and name no absolute path"
fi
exit $status
