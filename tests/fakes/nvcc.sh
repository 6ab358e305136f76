#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What nvcc does with its words, without CUDA: it puts them between double quotes and hands them to a shell. What it
# compiles is always the kernel k of tests/cli/inputs/attacks/ladder; $FAKE_NVCC_LOG gets its words, and the lines of
# headers and sources that it was given.
line=: last='' out='' headers=''
for word; do
    line="$line \"$word\""
    case $last in
    -o) out=$word ;;
    -MF) headers=$word ;;
    -include) [ -z "${FAKE_NVCC_LOG:-}" ] || cat "$word" >>"$FAKE_NVCC_LOG" ;;
    esac
    last=$word
done
sh -c "$line"
[ -z "${FAKE_NVCC_LOG:-}" ] || { printf '%s\n' "$*"; case $last in */kernel.cu) cat "$last" ;; esac; } >>"$FAKE_NVCC_LOG"
[ -z "$headers" ] || echo "out.ptx : /dev/null" >"$headers"
[ -z "$out" ] || cat "$FAKE_NVCC_PTX" >"$out"
