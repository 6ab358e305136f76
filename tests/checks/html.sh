#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# html.sh WARPGRIND: opens pages in a headless Chromium. Nothing may stick out on a phone's width, nothing may be asked from a
# network, no script may run, and every page stays below a megabyte. KEEP=FOLDER leaves pages and screenshots there.
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
printf '%s\n' '.version 7.8' '.target sm_80' '.address_size 64' '.visible .entry k()' '{' \
    'ret; // </td><script>document.title = "run"</script><img src=x onerror="document.title = '"'run'"'">' '}' >"$scratch/hostile.ptx"
"$program" explain "$scratch/hostile.ptx" -q --grid 1 --block 32 --html "$scratch/hostile.html"

pages="ladder long_ladder apart probe explain explain_apart roofline hostile"

# Measures a page in a frame as wide as a phone.
cat >"$scratch/measure.html" <<'END'
<body style="margin:0"><iframe id="f" style="width:390px;height:844px;border:0"></iframe><script>
const frame = document.getElementById("f");
frame.onload = () => {
    const page = frame.contentDocument, root = page.documentElement;
    const asked = frame.contentWindow.performance.getEntriesByType("resource").length;
    const hidden = page.querySelector("svg.wide") ? getComputedStyle(page.querySelector("svg.wide")).display : "none";
    document.body.innerHTML = `<p>width ${root.scrollWidth} asked ${asked} scripts ${page.scripts.length} title ${page.title} wide ${hidden}</p>`;
};
frame.src = location.hash.slice(1);
</script>
END

for page in $pages; do
    size=$(wc -c <"$scratch/$page.html")
    [ "$size" -lt 1000000 ] || complain "$page: $size bytes"
    ! grep -q 'https\?:\|<script\|<link\|@import\|url(' "$scratch/$page.html" || complain "$page: wants something from elsewhere"
    seen=$(browse --virtual-time-budget=5000 --dump-dom "file://$scratch/measure.html#$page.html" | grep -o '<p>width.*</p>' || true)
    case $seen in
    "<p>width 390 asked 0 scripts 0 title "*" wide none</p>") ;;
    *) complain "$page: on a phone: $seen" ;;
    esac
    case $seen in *"title run"*) complain "$page: a script ran" ;; esac
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
[ $failed = 0 ] && echo "pages fit a phone and need nothing but themselves"
exit $failed
