warpgrind --help
warpgrind explain --help
warpgrind devices --help
