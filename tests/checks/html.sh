#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# html.sh WARPGRIND: opens pages in a headless Chromium, as wide as a phone, a tablet and a desktop, light and dark. Nothing may stand on something
# else, stick out or be cut (measure.html says what is measured); nothing may be asked from a network, no script but ours may run, tables sort, and every
# page stays below a megabyte. KEEP=FOLDER leaves pages and screenshots there.
set -eu
cd "$(dirname "$0")/../.."
program=$1
case $program in /*) ;; *) program=$PWD/$program ;; esac
browser=
for candidate in chromium chromium-browser google-chrome; do
    ! command -v "$candidate" >/dev/null 2>&1 || { browser=$candidate; break; }
done
[ -n "$browser" ] || { echo "skipped: there is no chromium"; exit 77; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
browse() {
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --disable-dev-shm-usage \
        --allow-file-access-from-files --user-data-dir="$scratch/profile" "$@" 2>>"$scratch/log"
}
if ! browse --dump-dom "data:text/html,<p>here</p>" | grep -q here; then
    echo "skipped: $browser does not start here"
    exit 77
fi
failed=0
complain() { echo "$*"; failed=1; }

# ---- the pages: of what was recorded, so that they have times, and of a source that would like to be a script
"$program" report docs/results/h200/transpose.cuda.json -q --html "$scratch/ladder.html"
"$program" report docs/results/h200/matmul.cuda.json -q --html "$scratch/long_ladder.html"
"$program" report docs/results/h200/probe_stride.cuda.json -q --html "$scratch/probe.html"
"$program" report docs/results/h200/ablation/transpose.json -q --html "$scratch/apart.html"
"$program" explain tests/cli/inputs/saxpy.json --ablate -q --html "$scratch/explain_apart.html"
"$program" report tests/cli/inputs/estimated.json -q --html "$scratch/explain.html"
"$program" roofline tests/cli/inputs/saxpy.json -q --html "$scratch/roofline.html"
"$program" check tests/cli/inputs/reverse.ptx --grid 1 --block 64 -a 'x:f32[64]' -a 'y:f32[60]' -q --html "$scratch/check.html" || [ $? = 3 ]
printf '%s\n' '.version 7.8' '.target sm_80' '.address_size 64' '.visible .entry k()' '{' \
    'ret; // </td><script>document.title = "run"</script><img src=x onerror="document.title = '"'run'"'">' '}' >"$scratch/hostile.ptx"
"$program" explain "$scratch/hostile.ptx" -q --grid 1 --block 32 --html "$scratch/hostile.html"

for page in kernel ladder roofline; do # with estimates, and with PTX beside the source
    "$program" report tests/cli/inputs/pages/$page.json -q --html "$scratch/saved_$page.html"
done
sed 's/"shared_load_wavefronts": 1048576/"shared_load_wavefronts": 32768/; s/"seconds": [0-9.e-]*/"seconds": 5e-6/' tests/cli/inputs/pages/kernel.json >"$scratch/before.json"
"$program" report tests/cli/inputs/pages/kernel.json --baseline "$scratch/before.json" -q --html "$scratch/baseline.html"
sed 's/"seconds": [0-9.e-]*/"seconds": 5e-6/' tests/cli/inputs/pages/ladder.json >"$scratch/before.json"
"$program" report tests/cli/inputs/pages/ladder.json --baseline "$scratch/before.json" -q --html "$scratch/baselines.html"
"$program" compare "$scratch/before.json" tests/cli/inputs/pages/ladder.json -q --html "$scratch/compare.html"
# Points that are all but in one place, and ceilings that are hardly apart.
awk 'BEGIN {
    printf "{\"context\": {\"device\": \"sim:test\", \"device_title\": \"Test\", \"roofline\": true, \"ceilings\": {"
    split("dram l2 l1 shared f16 f32 f64", roof)
    for (k = 1; k <= 7; k++) printf "%s\"%s\": {\"rate\": %g, \"from\": \"here\"}", (k > 1 ? ", " : ""), roof[k], (k < 5 ? 4e12 : 6e13) * 1.1 ^ k
    printf "}}, \"benchmarks\": ["
    for (k = 0; k < 20; k++) printf "%s{\"name\": \"a_rung_with_quite_a_name_%d\", \"estimated_seconds\": %g, \"amounts\": {\"dram\": %g, \"l2\": 2e9, \"l1\": 3e9, \"f16\": 1, \"f32\": 1e10, \"f64\": 1}}", (k ? ", " : ""), k, 1e-3 * (1 + k % 5 / 50), 1e9 * (1 + k / 100)
    printf "]}\n"
}' >"$scratch/crowded.json"
"$program" report "$scratch/crowded.json" -q --html "$scratch/crowded.html"
# Names that are longer than what they name.
for page in transpose probe_stride; do
    sed -e 's|"name": "\(transpose\|stride\)/|&quite_a_long_name_for_a_thing_that_is_drawn_|' -e 's|"series": "|&quite_a_long_name_for_a_thing_that_is_drawn_|' \
        docs/results/h200/$page.cuda.json >"$scratch/long_$page.json"
    "$program" report "$scratch/long_$page.json" -q --html "$scratch/long_$page.html"
done
pages="ladder long_ladder apart probe explain explain_apart roofline check hostile saved_kernel saved_ladder saved_roofline baseline baselines crowded long_transpose long_probe_stride"

for page in $pages; do
    size=$(wc -c <"$scratch/$page.html")
    [ "$size" -lt 1000000 ] || complain "$page: $size bytes"
    [ "$(grep -c '<script' "$scratch/$page.html")" = 1 ] || complain "$page: has a script that is not ours"
    ! grep -q 'https\?:\|<link\|@import\|url(' "$scratch/$page.html" || complain "$page: wants something from elsewhere"
done

cp tests/checks/measure.html "$scratch"
list=$(for page in $pages; do printf '%s.html,' "$page"; done)
for scheme in 1 0; do # light, dark
    said=$(browse --blink-settings=preferredColorScheme=$scheme --virtual-time-budget=100000 --dump-dom \
        "file://$scratch/measure.html#390,820,1280;${list%,}" |
        awk 'BEGIN { RS = "</p>" } NR == 1 { sub(/.*<p id="result">/, ""); print }')
    case $said in
    "measured $(echo $pages | wc -w) pages") ;;
    *) complain "$said" ;;
    esac
done

if [ -n "${KEEP:-}" ]; then
    mkdir -p "$KEEP"
    for page in $pages; do
        cp "$scratch/$page.html" "$KEEP/"
        browse --window-size=1200,2600 --screenshot="$KEEP/$page.png" "file://$scratch/$page.html" >/dev/null
        browse --window-size=1200,2600 --blink-settings=preferredColorScheme=0 --screenshot="$KEEP/$page.dark.png" "file://$scratch/$page.html" >/dev/null
        echo "<body style='margin:0'><iframe src='$page.html' style='width:390px;height:3200px;border:0'></iframe>" >"$scratch/frame.html"
        browse --window-size=500,3200 --screenshot="$KEEP/$page.phone.png" "file://$scratch/frame.html" >/dev/null
        browse --no-pdf-header-footer --print-to-pdf="$KEEP/$page.pdf" "file://$scratch/$page.html" >/dev/null
    done
fi
[ $failed = 0 ] && echo "pages fit phones, tablets and desktops, and need nothing but themselves"
exit $failed
