# SPDX-License-Identifier: Apache-2.0
# The emulated GPU, with its loader: a program of the host.

include host/program.mk

GPU_EMU := build/gpu/gpu-emu
VEHICLE_SRCS := $(sort $(wildcard emu/gpu/*.c)) emu/common/rings.c emu/common/turns.c \
	host/gpu/main.c
$(eval $(call host_program,$(GPU_EMU),$(VEHICLE_SRCS),\
	$(wildcard emu/gpu/*.h emu/common/*.h host/gpu/*.h arch/gpu/layout.h) \
	emu/gpu/emulator.mk,,-lm))
