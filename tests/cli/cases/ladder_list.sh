# SPDX-License-Identifier: Apache-2.0
# Only that there are some: each new one would change this otherwise.
warpgrind ladder | sed -n '1p;/^  transpose/p;$p'
warpgrind probe | sed -n '1p;/^  stride/p;$p'
