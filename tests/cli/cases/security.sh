# SPDX-License-Identifier: Apache-2.0
# docs/use/security.md, statement by statement: files that try to run something. Each attack would leave a file executed_by_…;
# the compiler is a nvcc that hands its words to a shell as the real one does, and each attack is first shown to work on it.
export WARPGRIND_NVCC="$PWD/tests/fakes/nvcc.sh" WARPGRIND_PTXAS=none WARPGRIND_CACHE="$work/cache"
export FAKE_NVCC_PTX="$PWD/tests/cli/inputs/attacks/ladder/ones.ptx" FAKE_NVCC_LOG="$work/log"
cp -R tests/cli/inputs/attacks/* "$work"
cd "$work" || exit
launch="--with nvcc --no-cache --no-estimate -q --grid 1 --block 32"
executed() { ls | grep '^executed' || echo "nothing was executed"; rm -f executed*; }
try() { warpgrind "$@" 2>&1 | sed "s|$work|WORK|g"; }

echo "== the fake does what nvcc does"
"$WARPGRIND_NVCC" '-DX=$(touch executed_by_fake)' 'a`touch executed_by_name`.cu'
executed

echo "== a macro in a comment, a tuning parameter, a macro of the command line"
try explain shell_in_comment.cu --with nvcc --no-cache --no-estimate -q
try explain shell_in_parameter.json --with nvcc --no-cache --no-estimate -q
try explain plain_host.cu $launch -a 'o:f32[32]' '-DY=`touch executed_by_macro`' --set 'Z="; touch executed_by_set"'
grep '^#define' log
executed

echo "== names of files"
for name in 'a`touch executed_by_backtick`.cu' 'a$(touch executed_by_dollar).cu' '; touch executed_by_semicolon;.cu' \
    'a b.cu' "it's.cu" '-o.cu' '@log.cu' '*.cu' 'a"; touch executed_by_quote; ".cu' 'a\b.cu'; do
    cp plain_host.cu "./$name"
    : >log
    printf "%s\n" "$name"
    try explain -a 'o:f32[32]' $launch -- "$name"
    sed -n "s|$work|WORK|; /^#include/p" log
    rm -f "./$name"
done
executed

echo "== options in files"
try explain ccbin.json --with nvcc --no-cache -q
for option in -fplugin=./evil.so -Xclang -load -Xcompiler=-fplugin=x.so --compiler-bindir=. -wrapper @evil -B. -specs=x --options-file=x \
    -I.. -I/etc -arch=sm_80 '-maxrregcount=1;id' '-DX Y=1' '-D=1' -Wp,-MD,x; do
    echo "$option" | sed 's/.*/"&"/' >option
    sed "s|\"-ccbin\", \"./evil.sh\"|$(cat option)|" ccbin.json >option.json
    try explain option.json --with nvcc --no-cache --no-estimate -q
done
sed -i "s|// warpgrind:|// warpgrind: -stdlib=x|" shell_in_comment.cu
try explain shell_in_comment.cu --with nvcc -q
echo "== the command line passes any, but none to a shell"
: >log
try explain plain_host.cu $launch -a 'o:f32[32]' --compiler-option=-ccbin --compiler-option ./mine.sh
grep -o -e '-ccbin.*sh ' log
try explain plain_host.cu $launch -a 'o:f32[32]' '--compiler-option=-Xcompiler=$(touch executed_by_option)'
executed

echo "== C code of a ladder's"
try ladder ./ladder
try ladder ./ladder --no-check --no-estimate | sed -n '3,6p'
executed
try ladder ./ladder --trust --no-estimate -q
executed
for attack in 'exit(0);' 'abort();' 'for (;;) pause();'; do
    sed "s|/\* attack \*/|$attack|; s|#include <stdio.h>|&\n#include <stdlib.h>\n#include <unistd.h>|" "$OLDPWD/tests/cli/inputs/attacks/ladder/reference.c" >ladder/reference.c
    WARPGRIND_HOST_SECONDS=0.5 warpgrind ladder ./ladder --trust --no-estimate -m kernel 2>&1 | sed -n '/kernel:/p'
    WARPGRIND_HOST_SECONDS=0.5 warpgrind ladder ./ladder --trust --no-estimate -m kernel -q >/dev/null 2>&1
    echo "exit $?"
done
