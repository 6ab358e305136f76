# SPDX-License-Identifier: Apache-2.0
# A file is replaced as a whole, with its rights and links; what is no file is written to; a failure leaves the old one.
cd "$work"
input=$OLDPWD/tests/cli/inputs/saxpy.ptx
explain() { warpgrind explain "$input" -q --no-estimate "$@" 2>&1; }
umask 027
explain --json new.json && stat -c '%A new' new.json
explain --json old.json && chmod 604 old.json && ln -s old.json link.json
explain --json link.json && stat -c '%A old' old.json && stat -c '%F' link.json
echo old >kept && mkdir folder && echo old >folder/kept
# No byte may be written: the old file must not be cut short either.
(ulimit -f 0 && explain --json kept); echo "exit status $?" && cat kept
explain --json missing/file; echo "exit status $?"
explain --json folder; echo "exit status $?"
ln -s later dangling && explain --json dangling && [ -s later ] && stat -c '%F' dangling
explain --json /dev/stdout | head -c 1
explain --json - | head -c 1
echo
explain --json /dev/stdout >redirected && head -c 1 redirected && echo
# The reader takes all of it: one that stopped early would be a broken pipe.
mkfifo pipe && { cat pipe >piped & } && explain --json pipe && wait && head -c 1 piped && echo
ls
