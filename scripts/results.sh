#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# results.sh WARPGRIND FOLDER [DEVICE...]: climbs every ladder and draws every probe on the devices (default: cuda, and NVIDIA's
# OpenCL device where there is one), at their large sizes, and keeps the results in FOLDER: one JSON file each, README.md with
# the tables, and calibrated.json with what `probe --calibrate` finds.
#
# Everything is compared with its reference as far as the time goes: a run that takes longer than 60 seconds, all those after
# $BUDGET seconds (default 360) and probes whose reference takes much longer than they do are made with --no-check, and without
# counters; the page says which. $ONLY, names with blanks between, makes it those alone. Exit status 1: something was wrong.
set -uo pipefail
[ $# -ge 2 ] || { sed -n '2,9s/^# //p' "$0" >&2; exit 2; }
program=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
shift 2
cd "$(dirname "$0")/.." || exit 2
budget=${BUDGET:-360}
page=$folder/README.md
failed=0
unchecked=
# In containers the loader of OpenCL often does not know NVIDIA's driver.
shows_nvidia() { "$program" devices 2>/dev/null | grep -q '^  opencl:.*NVIDIA'; }
if ! shows_nvidia && (export OCL_ICD_VENDORS=libnvidia-opencl.so.1 && shows_nvidia); then
    export OCL_ICD_VENDORS=libnvidia-opencl.so.1
fi
devices=$("$program" devices)
if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046 # words are meant to split
    set -- $(echo "$devices" | sed -n -e 's/^  \(cuda:0\) .*/cuda/p' -e 's/^  \(opencl:[0-9]*\) .*NVIDIA.*/\1/p')
    [ $# -gt 0 ] || { echo "results.sh: there is neither a cuda nor an NVIDIA OpenCL device here" >&2; exit 2; }
fi

chosen() { # NAME: whether it is to be run
    [ -z "${ONLY:-}" ] || case " $ONLY " in *" $1 "*) ;; *) return 1 ;; esac
}

is_slow_to_check() { # VERB NAME
    case $1/$2 in
    probe/mlp | probe/offset | probe/partition | probe/stride | probe/banks | probe/bandwidth | probe/sectors) return 0 ;;
    esac
    return 1
}

# run_one VERB NAME DEVICE FILE [OPTION...]: exit status 124 when it took too long
run_one() {
    local verb=$1 name=$2 device=$3 file=$4
    shift 4
    timeout -s INT -k 5 60 "$program" "$verb" "$name" -d "$device" --sizes large --json "$file" --md "$folder/table" -q "$@"
}

# section VERB NAME DEVICE: one run, its JSON, and its table on the page
section() {
    local verb=$1 name=$2 device=$3 file status begun=$SECONDS
    file=$folder/$([ "$verb" = probe ] && echo probe_)$name.${device%%:*}.json
    rm -f "$folder/table"
    status=124
    if [ $SECONDS -lt "$budget" ] && ! is_slow_to_check "$verb" "$name"; then
        run_one "$verb" "$name" "$device" "$file"
        status=$?
    fi
    if [ $status -eq 124 ]; then
        unchecked="$unchecked $verb $name on ${device%%:*},"
        run_one "$verb" "$name" "$device" "$file" --no-check --no-counters
        status=$?
    fi
    [ $status -eq 0 ] || failed=1
    echo "$((SECONDS - begun)) s, status $status: $verb $name on $device" >&2
    printf '\n### %s, %s\n\n' "$name" "${device%%:*}" >>"$page"
    [ ! -f "$folder/table" ] || grep -v '| needs -d ' "$folder/table" >>"$page" # rungs of other devices
}

# Compilers run side by side first, so that no measurement waits for one.
compile_all() { # DEVICE
    local verb folder
    for folder in ladders/*/ probes/*/; do
        chosen "$(basename "$folder")" || continue
        verb=$([ -f "$folder/ladder.json" ] && echo ladder || echo probe)
        echo "$verb $folder"
    done | xargs -P "$(nproc)" -L 1 timeout 60 sh -c \
        "\"\$0\" \"\$1\" \"\$2\" -d $1 --sizes test --no-check --no-time --no-counters -q >/dev/null 2>&1" "$program"
}

# all VERB FOLDERS…: on every device that has something to run of it
all() {
    local verb=$1 one device
    shift
    for one; do
        chosen "$(basename "$one")" || continue
        for device in "${targets[@]}"; do
            case $device in
            opencl*) ls "$one"*.cl >/dev/null 2>&1 || continue ;;
            cuda*) ls "$one"*.cu >/dev/null 2>&1 || continue ;;
            esac
            section "$verb" "$(basename "$one")" "$device"
        done
    done
}

targets=("$@")
for device in "${targets[@]}"; do
    compile_all "$device"
done
echo "$SECONDS s: everything is compiled" >&2
{
    echo "# Results"
    echo
    echo "Made by \`scripts/results.sh\`. Times are medians with warm caches; counters are the simulator's, of a sample of the blocks."
    echo
    echo '```'
    echo "$devices" | sed -n '/^devices/,/^$/p' | grep -E '^  (cuda|opencl|cpu)'
    echo '```'
    echo
    echo "## Ladders"
} >"$page"
all ladder ladders/*/
printf '\n## Probes\n' >>"$page"
all probe probes/*/
case " ${targets[*]}" in
*" cuda"*)
    if [ -z "${ONLY:-}" ]; then
        "$program" probe --calibrate -d cuda -q >"$folder/calibrated.json" || failed=1
    fi
    ;;
esac
[ -z "$unchecked" ] || printf '\n## Not compared with a reference\n\n%s.\n' "$(echo "${unchecked%,}" | sed 's/^ //')" >>"$page"
rm -f "$folder/table"
echo "$SECONDS s in all" >&2
exit $failed
