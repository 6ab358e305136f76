warpgrind explain tests/cli/inputs/saxpy.ptx -q --assert 'barriers > 0' 2>&1
