# SPDX-License-Identifier: Apache-2.0
# The Epiphany's toolchain, in the user's cache, and its emulator, a program of
# the host.  Boards and tests of that chip use both.

EPIPHANY_OUT ?= build/epiphany
EPIPHANY_EMU := $(EPIPHANY_OUT)/epiphany-emu
EPIPHANY_TOOLCHAIN := $(EPIPHANY_OUT)/toolchain
HOSTCC ?= gcc

EMU_SRCS := $(sort $(wildcard emu/epiphany/*.c host/*.c))
# -frounding-math: the emulated FPU changes the host's rounding mode.
EMU_CFLAGS := -std=gnu11 -D_GNU_SOURCE -O2 -g -frounding-math -Wall -Wextra \
	-Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wundef -I.

$(EPIPHANY_EMU): $(EMU_SRCS) $(wildcard emu/epiphany/*.h host/*.h) \
		emu/epiphany/emulator.mk
	@mkdir -p $(@D)
	@echo "  HOST  $@"
	$(Q)$(HOSTCC) $(EMU_CFLAGS) "-ffile-prefix-map=$$PWD=." -o $@ \
		$(EMU_SRCS) -lm

# Cold, this takes 6 to 10 minutes; see the script.
$(EPIPHANY_TOOLCHAIN).done: tools/build-epiphany \
		$(if $(wildcard $(EPIPHANY_TOOLCHAIN)/bin/*-gcc),,FORCE)
	$(Q)tools/build-epiphany $(EPIPHANY_TOOLCHAIN)
	@touch $@
