#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
id >> ./executed_by_ccbin
exit 1
