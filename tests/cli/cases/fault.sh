warpgrind explain tests/cli/inputs/several.ptx -k beyond 2>&1
