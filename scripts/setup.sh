#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# setup.sh build|run|test|bench [--check]: installs the packages that job needs and the machine lacks.
# Needs what is missing only: a second run calls no package manager. As root, or with sudo that asks for no password,
# it installs; else, and with --check, it prints the one line to type and fails.
set -eu
job=${1:-run}
check=${2:-}

missing=
need() { # PACKAGE COMMAND…: the command finds out whether it is there
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}

have() { command -v "$1" >/dev/null 2>&1; }

any_file() { # whether one of the names, patterns already expanded, is there
    for name in "$@"; do
        [ -e "$name" ] && return
    done
    return 1
}

have_c_compiler() { have cc || have gcc || have clang; }

have_libc_headers() { [ -f /usr/include/stdio.h ] || [ -f /usr/local/include/stdio.h ]; }

have_module() { pkg-config --exists "$1"; }

# A clang with any version in its name will do.
have_clang() {
    have clang && return
    for version in 22 21 20 19 18 17 16 15 14; do
        have "clang-$version" && return
    done
    return 1
}

have_nvidia_compiler() {
    have nvcc && return
    for root in "${CUDA_PATH:-}" "${CUDA_HOME:-}" /usr/local/cuda /opt/cuda; do
        [ -n "$root" ] && any_file "$root/bin/nvcc" "$root"/lib*/libnvrtc.so* && return
    done
    any_file /usr/lib/*/libnvrtc.so*
}

# tests/checks/format.sh wants version 14; where there is none, any will do and the check is skipped.
have_clang_format() { have clang-format-14 || have clang-format; }

have_kernel_compiler() { have_nvidia_compiler || have_clang; }

have_libclc() { any_file /usr/lib/clc/nvptx64--nvidiacl.bc /usr/lib/llvm-*/share/clc/nvptx64*.bc /usr/share/clc/nvptx64*.bc; }

# Links a program with the sanitizer runtime libraries that come in a package of their own.
have_fuzzer() {
    scratch=$(mktemp -d)
    echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n); int LLVMFuzzerTestOneInput(const char *d, unsigned long n) { return d && n > 9 ? 0 : 0; }' >"$scratch/f.c"
    result=0
    clang -fsanitize=fuzzer,address,undefined "$scratch/f.c" -o "$scratch/f" >/dev/null 2>&1 || result=1
    rm -rf "$scratch"
    return $result
}

have_opencl() { [ -f /usr/include/CL/cl.h ] && any_file /usr/lib/*/libOpenCL.so /usr/lib/libOpenCL.so; }

have_opencl_loader() { any_file /usr/lib/*/libOpenCL.so.1 /usr/lib/libOpenCL.so.1; }

have_openblas() { any_file /usr/lib/*/libopenblas.so /usr/lib/libopenblas.so; }

have_pocl() { any_file /etc/OpenCL/vendors/*pocl*.icd; }

need_for_build() {
    need gcc have_c_compiler
    need libc6-dev have_libc_headers
    need make have make
    need cmake have cmake
    need pkg-config have pkg-config
    need libjansson-dev have_module jansson
}

need_for_run() {
    need_for_build
    need "clang libclc" have_kernel_compiler
}

need_for_test() {
    need_for_build
    need gcc have gcc
    need clang have clang
    need libclc have_libclc
    need clang-format have_clang_format
    need libcmocka-dev have_module cmocka
    need libopenblas-dev have_openblas
    need ocl-icd-libopencl1 have_opencl_loader
    need pocl-opencl-icd have_pocl
    need libclang-rt have_fuzzer
}

need_for_bench() {
    need_for_run
    need clang have_clang
    need libclc have_libclc
    need ocl-icd-opencl-dev have_opencl
    need pocl-opencl-icd have_pocl
    need oclgrind have oclgrind
}

# libclc and the sanitizer runtime carry the version of clang in their names: ask the package lists, else the release.
clang_version() {
    if have clang; then
        clang -dumpversion | cut -d. -f1
        return
    fi
    version=$(apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p' | head -n 1)
    if [ -z "$version" ]; then
        case $(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2>/dev/null) in
        noble) version=18 ;;
        trixie) version=19 ;;
        *) version=14 ;;
        esac
    fi
    echo "$version"
}

package_names() { # our words to the names of packages, each once
    version=$(clang_version)
    for word in "$@"; do
        case $word in
        libclc) echo "libclc-$version" ;;
        clang-format) apt-cache show clang-format-14 >/dev/null 2>&1 && echo clang-format-14 || echo clang-format ;;
        libclang-rt) [ "$version" -lt 14 ] && echo "libclang-common-$version-dev" || echo "libclang-rt-$version-dev" ;;
        *) echo "$word" ;;
        esac
    done | sort -u | xargs
}

case $job in
build | run | test | bench) "need_for_$job" ;;
*)
    echo "usage: setup.sh build|run|test|bench [--check]" >&2
    exit 2
    ;;
esac
[ -z "$missing" ] && exit 0

# shellcheck disable=SC2086 # words are meant to split
if ! have apt-get; then
    echo "warpgrind: install these (Debian's names) and run make again: $(package_names $missing)" >&2
    exit 1
fi

if [ "$(id -u)" = 0 ]; then
    as_root="env"
elif have sudo && sudo -n true 2>/dev/null; then
    as_root="sudo env"
else
    as_root=
fi

if [ "$check" = --check ] || [ -z "$as_root" ]; then
    echo "warpgrind: some packages are missing. Type this, then the same command again:" >&2
    # shellcheck disable=SC2086
    echo "    sudo apt-get install -y --no-install-recommends $(package_names $missing)" >&2
    exit 1
fi

# Silent unless it goes wrong.
quietly() {
    log=$(mktemp)
    if "$@" >"$log" 2>&1; then
        rm -f "$log"
    else
        tail -n 30 "$log" >&2
        rm -f "$log"
        exit 1
    fi
}

apt="$as_root DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0"
echo "warpgrind: reading the package lists" >&2
# shellcheck disable=SC2086 # words are meant to split
quietly $apt update
# shellcheck disable=SC2086
packages=$(package_names $missing)
echo "warpgrind: installing $packages" >&2
# shellcheck disable=SC2086
quietly $apt install -y --no-install-recommends $packages
