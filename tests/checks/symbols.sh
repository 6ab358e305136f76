#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# symbols.sh LIBRARY.a LIBRARY.so: every symbol a library gives to whoever links it must start with wg_.
set -eu
static=$1
shared=$2
status=0

# Sanitizers and coverage put their own symbols into objects.
foreign='^(__asan|__ubsan|__tsan|__odr_asan|__sancov|__start_|__stop_|_init$|_fini$|__bss_start$|_edata$|_end$)'

check() { # NAME, symbols on stdin
    bad=$(grep -Ev "^wg_|$foreign" || true)
    if [ -n "$bad" ]; then
        echo "$1 exports symbols without the prefix wg_:"
        echo "$bad" | sed 's/^/    /'
        status=1
    fi
}

nm -g --defined-only "$static" 2>/dev/null | awk 'NF == 3 { print $3 }' | sort -u >"${TMPDIR:-/tmp}/wg_symbols.$$"
trap 'rm -f "${TMPDIR:-/tmp}/wg_symbols.$$"' EXIT
check "$static" <"${TMPDIR:-/tmp}/wg_symbols.$$"
nm -D --defined-only "$shared" | awk 'NF == 3 { print $3 }' | sort -u >"${TMPDIR:-/tmp}/wg_symbols.$$"
check "$shared" <"${TMPDIR:-/tmp}/wg_symbols.$$"
if ! grep -q '^wg_' "${TMPDIR:-/tmp}/wg_symbols.$$"; then
    echo "$shared exports nothing: is the visibility pragma missing in include/warpgrind?"
    status=1
fi
[ $status = 0 ] && echo "every exported symbol starts with wg_"
exit $status
