warpgrind explain tests/cli/inputs/saxpy.json --no-estimate --json -
