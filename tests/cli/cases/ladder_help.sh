warpgrind ladder --help
warpgrind probe --help
warpgrind compare --help
