# SPDX-License-Identifier: Apache-2.0
# What shells are told.
try() { echo "\$ warpgrind $*|"; warpgrind completion --words -- "$@" | cut -f1; }
try ""
try comp
try explain --no
try explain --color ""
try explain --color=n
try explain -d sim:h
try devices h
try ladder transpose -m copy,pad
try explain transpose/pad
try report ""
try report x.json --html ""
try completion ""
try nothing ""
warpgrind completion --words -- occupancy --reg
for shell in bash zsh fish; do warpgrind completion $shell | cmp - cli/completion/warpgrind.$shell && echo "$shell: same"; done
warpgrind completion 2>&1; echo "exit $?"
warpgrind completion csh 2>&1; echo "exit $?"
warpgrind completion --help
