# SPDX-License-Identifier: Apache-2.0
# Board scc-hw: the image for the chip.  Nothing here can run it.

UNASKED := test
SCRIPTS := tests/scc/*.t
TEST_BUILDS := lib
NEEDS := arch/scc/needs.txt

include arch/qemu.mk arch/scc.mk

# Its own board.h and scc_io.h come first.
ARCH_CPPFLAGS := -Iarch/scc/hw -Iarch/scc -DSCC_CL1INVMB=1

START_SRCS := boot/x86/reset.S
PORT_SRCS := $(COMMON_SRCS) $(SCC_SRCS) \
	$(addprefix arch/scc/hw/,console.c lut.c meet.c memory.c start.c)

# The instruction set and the map.
IMAGE_CHECK := CROSS=$(CROSS) tools/scc-hw-image --check
