# SPDX-License-Identifier: Apache-2.0
# Board gpu-emu: an NVIDIA GPU, a block a core, in the project's emulator of PTX (emu/gpu).

UNASKED := test
SCRIPTS := tests/gpu/*.t
TEST_BUILDS := lib vehicle
NEEDS := arch/gpu/needs.txt
LEFT_OUT := arch/gpu/left-out.txt

include arch/gpu.mk

include emu/gpu/emulator.mk
VEHICLE_DEPS := $(GPU_EMU)
