# SPDX-License-Identifier: Apache-2.0
# A rung's sizes are its ladder's.
warpgrind explain matmul/naive --set m=3 2>&1
warpgrind explain matmul/naive --set n=abc 2>&1
warpgrind explain matmul/naive --set n 2>&1
