#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Reads the #include lines of src/, cli/ and include/ and fails on one that goes against the order of the layers, and on
# what the table allows and nobody needs.
set -eu
cd "$(dirname "$0")/../.."

# Who may include whom; a folder may always include itself. `status` is include/warpgrind/status.h, form.h and version.h, which
# everything may use; `api` is src/api and the rest of include/warpgrind. analysis and report see results alone: those
# that were read from a file and those that were just made are the same thing.
table='
base:       status
json:       status base
expression: status base
counters:   status
ptx:        status base
compile:    status base
source:     status base expression
devices:    status base json
model:      status devices
sim:        status base ptx counters
check:      status base sim
machine:    status base devices sim
caches:     status base devices model sim machine
time:       status base ptx devices counters model sim machine caches
spec:       status base json expression devices counters
backends:   status base ptx devices counters compile sim time spec
results:    status base json counters ptx check
run:        status base ptx compile model sim check source spec backends results
analysis:   status base json expression devices counters results
report:     status base json devices model results analysis
api:        status base spec backends run results analysis report
cli:        status api
'

# Prints "file:line: folder included" for each include of a file of ours.
includes() {
    find src cli include -name '*.[ch]' -o -name '*.def' -o -name '*.inc' | sort | while read -r file; do
        grep -n '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]' "$file" |
            sed -n 's/^\([0-9]*\):[^"<]*["<]\([^">]*\)[">].*/\1 \2/p' | sed "s|^|$file |"
    done
}

status=0
includes | awk -v table="$table" -v rooms="$(cd src && echo */) api cli status" '
    BEGIN {
        count = split(rooms, room, /[\/ ]+/)
        for (r = 1; r <= count; r++) exists[room[r]] = 1
        rows = split(table, row, "\n")
        for (r = 1; r <= rows; r++) {
            words = split(row[r], word, /[: ]+/)
            if (words < 2) continue
            known[word[1]] = 1
            for (w = 2; w <= words; w++) if (word[w] != "") allowed[word[1], word[w]] = 1
        }
        known["status"] = 1
    }
    {
        file = $1; line = $2; target = $3
        if (file ~ /^src\//) { split(file, part, "/"); from = part[2] }
        else if (file ~ /^cli\//) from = "cli"
        else from = file ~ /\/(status|form|version)\.h$/ ? "status" : "api"

        if (target ~ /^warpgrind\/(status|form|version)\.h$/) to = "status"
        else if (target ~ /^warpgrind\//) to = "api"
        else if (target ~ /\//) { split(target, part, "/"); to = part[1]; if (!(to in known)) next }
        else next # a system header, or a file of the same folder
        if (from == to) next
        used[from, to] = 1
        if (!(from in known)) { printf "%s:%s: %s/ is in no layer: add it to tests/checks/layers.sh\n", file, line, from; bad = 1 }
        else if (!((from, to) in allowed)) { printf "%s:%s: %s may not include %s (%s)\n", file, line, from, to, target; bad = 1 }
    }
    END {
        for (r in known) if (!(r in exists)) { printf "tests/checks/layers.sh: there is no %s/: take it out of the table\n", r; bad = 1 }
        for (pair in allowed) {
            split(pair, end, SUBSEP)
            if (end[2] != "status" && !(pair in used)) {
                printf "tests/checks/layers.sh: no file of %s includes %s: take that out of the table\n", end[1], end[2]
                bad = 1
            }
        }
        exit bad
    }' || status=1
[ $status = 0 ] && echo "includes follow the layers"
exit $status
