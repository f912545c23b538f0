# SPDX-License-Identifier: Apache-2.0
# The emulator of Tenstorrent's Wormhole and Blackhole, a program of the host.

TENSIX_OUT ?= build/tensix
TENSIX_EMU := $(TENSIX_OUT)/tensix-emu
HOSTCC ?= gcc

TENSIX_SRCS := $(sort $(wildcard emu/tensix/*.c emu/common/*.c host/*.c))

$(TENSIX_EMU): $(TENSIX_SRCS) $(wildcard emu/tensix/*.h emu/common/*.h \
		host/*.h) arch/tensix/host.h emu/tensix/emulator.mk
	@mkdir -p $(@D)
	@echo "  HOST  $@"
	$(Q)$(HOSTCC) -std=gnu11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Werror \
		-Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wundef -I. \
		"-ffile-prefix-map=$$PWD=." -o $@ $(TENSIX_SRCS)
