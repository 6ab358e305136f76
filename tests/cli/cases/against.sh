# SPDX-License-Identifier: Apache-2.0
# Another kernel on the same arguments: equal, or the first difference; exit status 1 as for a wrong rung.
folder=tests/cli/inputs/against
kernels=$folder/kernels.ptx
try() { # WHAT AGAINST [OPTION]...
    what=$1 other=$2
    shift 2
    warpgrind explain "$what" --against "$other" --no-estimate --trust "$@" 2>&1 | sed -n '/^against/,/^$/p;/^warpgrind:/p'
    warpgrind explain "$what" --against "$other" --no-estimate --trust -q "$@" >/dev/null 2>&1
    echo "exit $?"
}
explain() { # KERNEL AGAINST [OPTION]...
    kernel=$1 other=$2
    shift 2
    try $kernels "$other" -k $kernel --grid 3 --block 8 -a "x:f32[n]=random" -a "y:f32[n]=i" -a n:u32=20 "$@"
}
explain good $kernels:slow
explain good $kernels:slow --tolerance 0
explain good $kernels:wrong
explain wrong $kernels:good
explain good $folder/order.ptx
explain wrong $folder/order.ptx
explain good $folder/host
explain good $folder/reference
explain wrong $folder/reference
try $folder/good reference
try $folder/wrong reference
try $folder/wrong reference --set n=7
try $folder/checked reference
try $folder/good $folder/wrong
try $folder/good $folder/host --set n=40

# What cannot be compared.
warpgrind explain $folder/good --against reference --no-estimate 2>&1
explain good reference
explain good $kernels:none
explain good $kernels
explain good none.ptx:good
explain good $kernels:far
explain good $kernels:slow --tolerance much
explain good $kernels:slow --sample 1
warpgrind explain $folder/good --tolerance 1 2>&1

# In JSON, and read back; on the page.
warpgrind explain $folder/wrong --against reference --trust --no-estimate --json "$work/wrong.json" --html "$work/wrong.html" -q
echo "exit $?"
sed -n '/"against"/,/}/p' "$work/wrong.json"
warpgrind report "$work/wrong.json" | sed -n '/^against/,/^$/p'
grep -c 'Against reference' "$work/wrong.html"
