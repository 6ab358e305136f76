#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# signals.sh WARPGRIND [ROUNDS]: sends signals to a command in each of its phases. It must end at once with 128 and the
# signal's number, with the compilers that it started, and leave no scratch files; an old output file stays as it was. With
# ROUNDS, each signal to each phase at so many random instants.
set -u
program=$1 rounds=${2:-0} failed=0
case $program in /*) ;; *) program=$PWD/$program ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tmp"
export TMPDIR="$work/tmp" WARPGRIND_CACHE="$work/cache"

# A second is promised; a machine that tests run on has other things to do.
LIMIT=${WG_SIGNAL_LIMIT:-3000}

now() { echo $(($(date +%s%N) / 1000000)); }

complain() {
    echo "failed $*"
    failed=$((failed + 1))
}

# Whether a process that is listed in the file still runs; those that nobody waited for do not.
runs() { # FILE
    [ -f "$1" ] || return 1
    while read -r process; do
        state=$(sed -n 's/.*) \(.\).*/\1/p' "/proc/$process/stat" 2>/dev/null)
        case $state in '' | Z | X) ;; *) return 0 ;; esac
    done <"$1"
    return 1
}

# A program that starts another, as nvcc does, and never ends.
hangs() { # NAME
    cat >"$work/$1" <<END
#!/bin/sh
: >"\$TMPDIR/scratch"
sleep 60 &
printf '%s\n' \$\$ \$! >>"$work/started"
: >"$work/reached"
wait
END
    chmod +x "$work/$1"
    echo "$work/$1"
}

# Waits until the command is where the signal is meant to meet it, or for a random time.
reach() { # SECONDS, or - for the file "reached"
    if [ "$rounds" -gt 0 ]; then
        sleep "0.$(od -An -N2 -tu2 /dev/urandom | tr -d ' ' | cut -c1-3)"
    elif [ "$1" = - ]; then
        for _ in $(seq 200); do
            [ -f "$work/reached" ] && break
            sleep 0.05
        done
    else
        sleep "$1"
    fi
}

check() { # PHASE SIGNAL NUMBER WHEN COMMAND...
    phase=$1 signal=$2 want=$((128 + $3)) when=$4
    shift 4
    rm -f "$work/started" "$work/reached"
    # A shell ignores SIGINT for what it starts in the background.
    env --default-signal=INT "$@" >"$work/said" 2>&1 &
    process=$!
    reach "$when"
    begin=$(now)
    kill "-$signal" $process 2>/dev/null
    wait $process
    status=$?
    took=$(($(now) - begin))
    if [ $status = 0 ] && [ "$rounds" -gt 0 ]; then
        return # it was over before
    fi
    [ $status = $want ] || complain "$phase, SIG$signal: exit status $status, not $want: $(tail -n 3 "$work/said")"
    [ $took -le "$LIMIT" ] || complain "$phase, SIG$signal: took $took ms"
    runs "$work/started" && sleep 0.3 # one that was killed may take a moment
    runs "$work/started" && complain "$phase, SIG$signal: compilers still run"
    left=$(ls "$TMPDIR")
    [ -z "$left" ] || complain "$phase, SIG$signal: left $left"
    rm -rf "${TMPDIR:?}"/*
    echo "$phase, SIG$signal: ended after $took ms"
}

# A report that is written to a pipe nobody reads.
mkfifo "$work/pipe"
run_phase() { # SIGNAL NUMBER PHASE
    ptx="--grid 1 --block 32 -a p:i32[32]"
    case $3 in
    simulation) set -- "$@" 0.3 "$program" explain "$work/loop.ptx" $ptx --max-instructions 1000000000000 ;;
    estimate) set -- "$@" 0.7 env WARPGRIND_PTXAS=none "$program" explain "$work/long.ptx" $ptx ;;
    ptxas) set -- "$@" - env WARPGRIND_PTXAS="$(hangs ptxas)" "$program" explain tests/cli/inputs/saxpy.ptx ;;
    nvcc) set -- "$@" - env WARPGRIND_NVCC="$(hangs nvcc)" "$program" explain examples/saxpy.cu --with nvcc ;;
    cc) set -- "$@" - env CC="$(hangs cc)" "$program" ladder reduce -d cpu --sizes test ;;
    occupancy) set -- "$@" - env WARPGRIND_PTXAS="$(hangs ptxas)" "$program" occupancy tests/cli/inputs/saxpy.ptx ;;
    report) set -- "$@" 0.5 env WARPGRIND_PTXAS=none "$program" explain tests/cli/inputs/saxpy.ptx -q --json "$work/pipe" ;;
    esac
    signal=$1 number=$2 phase=$3
    shift 3
    check "$phase" "$signal" "$number" "$@"
}

head() {
    printf '.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n.reg .u32 %%r<9>;\n'
}
{
    head
    printf 'mov.u32 %%r1, 0;\nL: add.u32 %%r1, %%r1, 1;\nbra L;\n}\n'
} >"$work/loop.ptx"
{
    head
    awk 'BEGIN { for (i = 0; i < 60000; i++) printf "add.u32 %%r%d, %%r%d, %%r%d;\n", 1 + i % 7, 1 + i * 3 % 7, 1 + (i * 5 + 1) % 7 }'
    printf 'ret;\n}\n'
} >"$work/long.ptx"

if [ "$rounds" = 0 ]; then
    run_phase INT 2 simulation
    run_phase TERM 15 estimate
    run_phase INT 2 ptxas
    run_phase TERM 15 nvcc
    run_phase HUP 1 cc
    run_phase TERM 15 occupancy
    run_phase INT 2 report
else
    for _ in $(seq "$rounds"); do
        for phase in simulation estimate ptxas nvcc cc occupancy report; do
            run_phase INT 2 $phase
            run_phase TERM 15 $phase
        done
    done
fi
[ $failed = 0 ]
