#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# on_isa.sh base|v3|v4 PROGRAM…: runs it where the host has that instruction set; exit status 77 (skipped) elsewhere.
case $1 in
v3) flags='avx2 fma bmi1 bmi2 f16c movbe' ;;
v4) flags='avx512f avx512bw avx512cd avx512dq avx512vl' ;;
*) flags= ;;
esac
shift
for flag in $flags; do
    grep -qw "$flag" /proc/cpuinfo || exit 77
done
exec "$@"
