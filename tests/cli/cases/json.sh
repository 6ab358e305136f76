warpgrind explain tests/cli/inputs/saxpy.json --json -
