warpgrind explain tests/cli/inputs/saxpy.ptx --no-estimate
