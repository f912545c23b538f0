# SPDX-License-Identifier: Apache-2.0
# Board wormhole-emu: a Tenstorrent Wormhole in the project's emulator
# (emu/tensix).

UNASKED := test
SCRIPTS := tests/tensix/*.t tests/install.t tests/watch.t tests/trace.t
TEST_BUILDS := lib vehicle
NEEDS := arch/tensix/needs.txt
LEFT_OUT := arch/tensix/left-out.txt

TENSIX := wormhole
include arch/tensix.mk

# Loads overtake stores that they overlap: all code goes by an assembler of ours.  The
# C library's finds it by its environment, so that no path is in its flags; they have a
# sum of what it does, by which a library is known.
NARROW := arch/tensix/narrow
OBJ_DEPS := $(NARROW)/as $(NARROW)/narrow.awk
ARCH_CFLAGS += -ffixed-t6 -B $(NARROW)/
LIBC_ENV := COMPILER_PATH="$$PWD/$(NARROW)"
LIBC_CFLAGS += -ffixed-t6 -DNARROW=$(firstword $(shell cat $(OBJ_DEPS) | cksum))
