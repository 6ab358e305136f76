# SPDX-License-Identifier: Apache-2.0
# Variants of a kernel: what is left of the work.
warpgrind explain tests/cli/inputs/saxpy.ptx --no-estimate --ablate -q --json - | sed -n '/"ablation"/,/^      }/p' |
    grep -E '_only|ideal|conflict_free|global_.*_requests|sectors|kept|flops|same'
echo "-- a probe has none"
warpgrind probe stride --ablate 2>&1
