# SPDX-License-Identifier: Apache-2.0
# What a kernel is said to write only has no values before; one that reads it is told. With a fill it has values.
cp tests/cli/inputs/saxpy.ptx "$work"
sed -e 's|"FillType": "Constant", "FillValue": 1}|"AccessType": "WriteOnly"}|' tests/cli/inputs/saxpy.json >"$work/output.json"
sed -e 's|"FillType": "Constant", "FillValue": 1}|"FillType": "Uninitialized"}|' tests/cli/inputs/saxpy.json >"$work/unset.json"
sed -e 's|"FillType": "Constant"|"AccessType": "WriteOnly", "FillType": "Constant"|' tests/cli/inputs/saxpy.json >"$work/filled.json"
cd "$work"
for file in output unset filled; do
    warpgrind check $file.json --set UNUSED=1 | sed "s|$work/||g" | grep 'error\|  from'
done
