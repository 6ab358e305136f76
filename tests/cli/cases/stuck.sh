warpgrind explain tests/cli/inputs/several.ptx -k spin 2>&1
