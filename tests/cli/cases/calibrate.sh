# SPDX-License-Identifier: Apache-2.0
# A device is calibrated where there is one, with a clock.
for arguments in "-d sim" "-d sim:v100" "-d cpu" "-d gpu" "stride" "-d sim stride"; do
    warpgrind probe --calibrate $arguments 2>&1
    echo "exit $?"
done
warpgrind ladder --calibrate transpose 2>&1
echo "exit $?"
