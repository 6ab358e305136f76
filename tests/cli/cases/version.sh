# SPDX-License-Identifier: Apache-2.0
warpgrind --version | sed 's/[0-9][0-9.]*$/VERSION/'
