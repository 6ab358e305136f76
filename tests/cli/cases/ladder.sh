# SPDX-License-Identifier: Apache-2.0
# A right rung, a wrong one, one that is no kernel, and two that do not run here. A rung that is wrong makes the exit status 1.
warpgrind ladder tests/cli/inputs/ladder --trust --no-estimate -q 2>&1
warpgrind ladder tests/cli/inputs/ladder --trust --no-estimate
