# SPDX-License-Identifier: Apache-2.0
# The count of points is compared exactly: one too many is wrong, though pi is as good. Tables show pi, saved results too.
warpgrind ladder pi --sizes test -m cpu --no-time --json "$work/pi.json"
echo "exit $?"
warpgrind report "$work/pi.json"
cp -r ladders/pi "$work/pi"
sed -i 's/\*inner = inside;/*inner = inside + 1;/' "$work/pi/cpu.c"
warpgrind ladder "$work/pi" --trust --sizes test -m cpu --no-time
echo "exit $?"
sed -i 's/"4\*inner\/points"/"4*outer\/points"/' "$work/pi/ladder.json"
warpgrind ladder "$work/pi" --trust --sizes test -m cpu --no-time --no-check 2>&1 | sed "s|$work|.|"
