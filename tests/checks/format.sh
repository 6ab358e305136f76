#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks the layout of our C files against .clang-format; `format.sh --fix` rewrites them (that is `make format`).
# Versions of clang-format differ in details, so only one counts; with another the check is skipped.
set -eu
cd "$(dirname "$0")/../.."
version=14

tool=
for candidate in "clang-format-$version" clang-format; do
    if command -v "$candidate" >/dev/null 2>&1 && "$candidate" --version | grep -q "version $version\."; then
        tool=$candidate
        break
    fi
done
if [ -z "$tool" ]; then
    echo "skipped: needs clang-format $version"
    [ "${1:-}" = --fix ] && exit 1
    exit 77
fi

# .def tables keep their columns; kernels (.cu, .cl) and the headers compiled into them are laid out by hand.
list() { find src cli include tests bench -name '*.[ch]' -not -path 'src/compile/device/*' | sort; }
if [ "${1:-}" = --fix ]; then
    list | xargs "$tool" -i
elif ! found=$(list | xargs "$tool" --dry-run -Werror 2>&1); then
    echo "$found" | sed -n 's/^\([^:]*:[0-9]*\):[0-9]*: error: .*/\1/p' | sort -u >"${TMPDIR:-/tmp}/wg_format.$$"
    head -n 20 "${TMPDIR:-/tmp}/wg_format.$$"
    echo "$(wc -l <"${TMPDIR:-/tmp}/wg_format.$$") lines in $(cut -d: -f1 "${TMPDIR:-/tmp}/wg_format.$$" | sort -u | wc -l) files are laid out differently: make format"
    rm -f "${TMPDIR:-/tmp}/wg_format.$$"
    exit 1
else
    echo "layout is as .clang-format says"
fi
