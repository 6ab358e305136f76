#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh WARPGRIND VERB FOLDER DEVICE: climbs a ladder, or draws a probe, at its test sizes. Every rung must be right.
# Exit status 77, which ctest counts as skipped, where the device is not there.
program=$1 verb=$2 folder=$3 device=$4
case $device in
sim*) ;;
*)
    "$program" devices | grep -q "^  $device:" || {
        echo "no $device here"
        exit 77
    }
    ;;
esac
exec "$program" "$verb" "$folder" --sizes test -d "$device" --trust
