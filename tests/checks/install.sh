#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# install.sh BUILD COMPILER: installs into a scratch folder, then builds and runs a program against what is there,
# with the static and with the shared library, the way somebody else's project would.
set -eu
cd "$(dirname "$0")/../.."
build=$1
compiler=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

DESTDIR="$scratch" cmake --install "$build" --prefix /opt/wg >/dev/null
pc=$(find "$scratch" -name warpgrind.pc)
[ -n "$pc" ] || { echo "no warpgrind.pc was installed"; exit 1; }
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
version=$("$scratch/opt/wg/bin/warpgrind" --version)
case $version in
*"$(pkg-config --modversion warpgrind)"*) ;;
*) echo "the command says '$version', pkg-config $(pkg-config --modversion warpgrind)"; exit 1 ;;
esac

for file in bash-completion/completions/warpgrind zsh/site-functions/_warpgrind fish/vendor_completions.d/warpgrind.fish; do
    [ -f "$scratch/opt/wg/share/$file" ] || { echo "$file was not installed"; exit 1; }
done

# The version of the headers, of the library and of pkg-config are one.
cat >"$scratch/user.c" <<END
#include <string.h>
#include <warpgrind/warpgrind.h>
#if WG_VERSION_MAJOR * 10000 + WG_VERSION_MINOR * 100 + WG_VERSION_PATCH < 100
#error "older than 0.1.0"
#endif
int main(void)
{
    return strcmp(wg_version(), WG_VERSION_STRING) || strcmp(wg_version(), "$(pkg-config --modversion warpgrind)") ||
           wg_status_exit_code(WG_OK);
}
END
sanitize=$(sed -n 's/^WG_SANITIZE:STRING=//p' "$build/CMakeCache.txt")
# shellcheck disable=SC2046 # words are meant to split
"$compiler" ${sanitize:+-fsanitize=$sanitize} -Wall -Werror "$scratch/user.c" -o "$scratch/dynamic" \
    $(pkg-config --cflags --libs warpgrind)
LD_LIBRARY_PATH="$(pkg-config --variable=libdir warpgrind)" "$scratch/dynamic"
archive=$(pkg-config --variable=libdir warpgrind)/libwarpgrind.a
# shellcheck disable=SC2046
"$compiler" ${sanitize:+-fsanitize=$sanitize} "$scratch/user.c" -o "$scratch/static" $(pkg-config --cflags warpgrind) \
    "$archive" $(pkg-config --static --libs-only-l warpgrind | sed 's/-lwarpgrind//')
"$scratch/static"
echo "the installed library can be used"
