#!/usr/bin/env bash
# results.sh WARPGRIND FOLDER [DEVICE...]: climbs every ladder and draws every probe on the devices (default: cuda and the
# first opencl), at their large sizes, and keeps the results in FOLDER: one JSON file each, and README.md with the tables.
# Takes some ten minutes on an H200. NVIDIA's OpenCL shows up with OCL_ICD_VENDORS pointing at a file that holds
# libnvidia-opencl.so.1.
set -uo pipefail
program=$(realpath "$1")
folder=$2
shift 2
[ $# -gt 0 ] || set -- cuda opencl
cd "$(dirname "$0")/.."
mkdir -p "$folder"
page=$folder/README.md
failed=0

# section VERB NAME DEVICE: one run, its JSON, and its table on the page
section() {
    local verb=$1 name=$2 device=$3 file
    file=$folder/$([ "$verb" = probe ] && echo probe_)$name.${device%%:*}.json
    echo "$verb $name on $device" >&2
    "$program" "$verb" "$name" -d "$device" --sizes large --json "$file" --md "$folder/table" -q || failed=1
    printf '\n### %s, %s\n\n' "$name" "${device%%:*}" >>"$page"
    grep -v '| needs -d ' "$folder/table" >>"$page" # rungs of other devices
}

{
    echo "# Results"
    echo
    echo "Made by \`scripts/results.sh\`. Times are medians with warm caches; counters are the simulator's, of a sample of the blocks."
    echo
    echo '```'
    "$program" devices | sed -n '/^devices/,/^$/p' | grep -E '^  (cuda|opencl|cpu)'
    echo '```'
    echo
    echo "## Ladders"
} >"$page"
for ladder in ladders/*/; do
    for device; do
        case $device in
        opencl*) ls "$ladder"*.cl >/dev/null 2>&1 || continue ;;
        esac
        section ladder "$(basename "$ladder")" "$device"
    done
done
printf '\n## Probes\n' >>"$page"
for probe in probes/*/; do
    for device; do
        case $device in
        opencl*) ls "$probe"*.cl >/dev/null 2>&1 || continue ;;
        esac
        section probe "$(basename "$probe")" "$device"
    done
done
rm -f "$folder/table"
exit $failed
