# SPDX-License-Identifier: Apache-2.0
# The emulator of Tenstorrent's Wormhole and Blackhole, a program of the host.

include host/program.mk

TENSIX_OUT ?= build/tensix
TENSIX_EMU := $(TENSIX_OUT)/tensix-emu

VEHICLE_SRCS := $(sort $(wildcard emu/tensix/*.c emu/common/*.c))
$(eval $(call host_program,$(TENSIX_EMU),$(VEHICLE_SRCS),\
	$(wildcard emu/tensix/*.h emu/common/*.h) arch/tensix/host.h \
	emu/tensix/emulator.mk))

# For cards; it is installed with a board.
COMMANDS := tools/weft-load
