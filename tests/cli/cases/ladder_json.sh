# SPDX-License-Identifier: Apache-2.0
warpgrind ladder tests/cli/inputs/ladder --trust --no-estimate --json - | sed -n '/"verified"\|"reason"\|"name"\|"limiter"\|"row"\|"kernel"\|"grid"\|"launches"\|"bytes"\|"sampled"\|"global_load_sectors"\|"sizes"\|"n"\|"device/p'
