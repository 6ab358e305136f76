# SPDX-License-Identifier: Apache-2.0
warpgrind ladder --help
warpgrind probe --help
warpgrind compare --help
