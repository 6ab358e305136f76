#!/bin/sh
# Reads the #include lines of src/, cli/ and include/ and fails on one that goes against the order of the layers.
set -eu
cd "$(dirname "$0")/../.."

# Who may include whom; a folder may always include itself. `status` is include/warpgrind/status.h, which everything
# may use; `api` is the rest of include/warpgrind. analysis sees neither sim nor backends: it works from recorded results too.
table='
base:     status
json:     status base
ptx:      status base
counters: status base
compile:  status base
devices:  status base json
sim:      status base ptx devices counters
check:    status base ptx devices counters sim
replay:   status base json ptx devices counters sim analysis
spec:     status base json ptx devices counters compile sim
backends: status base json ptx devices counters compile sim check replay spec
bench:    status base json ptx devices counters compile sim check replay spec backends
analysis: status base json devices counters spec
report:   status base json ptx devices counters compile sim check replay spec backends bench analysis
tune:     status base json devices counters spec backends bench analysis
api:      status base json ptx devices counters compile sim check replay spec backends bench analysis report tune
cli:      status api
'

# Prints "file:line: folder included" for each include of a file of ours.
includes() {
    find src cli include -name '*.[ch]' -o -name '*.def' -o -name '*.inc' | sort | while read -r file; do
        grep -n '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]' "$file" |
            sed -n 's/^\([0-9]*\):[^"<]*["<]\([^">]*\)[">].*/\1 \2/p' | sed "s|^|$file |"
    done
}

status=0
includes | awk -v table="$table" '
    BEGIN {
        rows = split(table, row, "\n")
        for (r = 1; r <= rows; r++) {
            words = split(row[r], word, /[: ]+/)
            if (words < 2) continue
            known[word[1]] = 1
            for (w = 1; w <= words; w++) allowed[word[1], word[w]] = 1
        }
        known["status"] = 1
    }
    {
        file = $1; line = $2; target = $3
        if (file ~ /^src\//) { split(file, part, "/"); from = part[2]; if (part[3] == "") from = "api" }
        else if (file ~ /^cli\//) from = "cli"
        else from = file ~ /\/status\.h$/ ? "status" : "api"

        if (target ~ /^warpgrind\/status\.h$/) to = "status"
        else if (target ~ /^warpgrind\//) to = "api"
        else if (target ~ /\//) { split(target, part, "/"); to = part[1]; if (!(to in known)) next }
        else next # a system header, or a file of the same folder
        if (from == to) next
        if (!(from in known)) { printf "%s:%s: %s/ is in no layer: add it to tests/checks/layers.sh\n", file, line, from; bad = 1 }
        else if (!((from, to) in allowed)) { printf "%s:%s: %s may not include %s (%s)\n", file, line, from, to, target; bad = 1 }
    }
    END { exit bad }' || status=1
[ $status = 0 ] && echo "includes follow the layers"
exit $status
