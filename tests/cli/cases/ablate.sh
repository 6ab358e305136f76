# Variants of a kernel; the simulator has no clock, so that only what is left of the work is known.
warpgrind explain tests/cli/inputs/saxpy.ptx --ablate -q --json - | sed -n '/"ablation"/,/^      }/p' |
    grep -E '_only|ideal|conflict_free|global_.*_requests|sectors|kept|flops|same'
echo "-- a probe has none"
warpgrind probe stride --ablate 2>&1
