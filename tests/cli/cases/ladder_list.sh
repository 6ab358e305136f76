# SPDX-License-Identifier: Apache-2.0
# Only that there are some, whatever their number: each new one would change this otherwise.
warpgrind ladder | sed -n '1p;/^  transpose/s/[0-9][0-9]* /# /p;$p'
warpgrind probe | sed -n '1p;/^  stride/s/[0-9][0-9]* /# /p;$p'
