# SPDX-License-Identifier: Apache-2.0
warpgrind --help
warpgrind explain --help
warpgrind check --help
warpgrind devices --help
