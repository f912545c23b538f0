# SPDX-License-Identifier: Apache-2.0
# The Epiphany's toolchain, in the user's cache, and its emulator, a program of
# the host.

include host/program.mk

EPIPHANY_OUT ?= build/epiphany
EPIPHANY_EMU := $(EPIPHANY_OUT)/epiphany-emu
EPIPHANY_TOOLCHAIN := $(EPIPHANY_OUT)/toolchain

VEHICLE_SRCS := $(sort $(wildcard emu/epiphany/*.c emu/common/*.c))
# -frounding-math: the emulated FPU changes the host's rounding mode.
$(eval $(call host_program,$(EPIPHANY_EMU),$(VEHICLE_SRCS),\
	$(wildcard emu/epiphany/*.h emu/common/*.h) emu/epiphany/emulator.mk,-frounding-math,-lm))

# Cold, this takes 6 to 10 minutes; see the script.
$(EPIPHANY_TOOLCHAIN).done: tools/build-epiphany \
		$(if $(wildcard $(EPIPHANY_TOOLCHAIN)/bin/*-gcc),,FORCE)
	$(Q)tools/build-epiphany $(EPIPHANY_TOOLCHAIN)
	@touch $@
