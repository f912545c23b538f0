# SPDX-License-Identifier: Apache-2.0
# Board gpu: an NVIDIA GPU of 2017 or later, a block a core, by NVIDIA's driver.

UNASKED := none
SCRIPTS := tests/gpu/*.t
NEEDS := arch/gpu/needs.txt
LEFT_OUT := arch/gpu/left-out.txt

include arch/gpu.mk
include host/gpu/loader.mk
VEHICLE_DEPS := $(GPU_LOADER)
