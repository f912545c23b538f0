# SPDX-License-Identifier: Apache-2.0
# Board scc-hw: the image for the chip.  Nothing here can run it.

CROSS ?= i686-linux-gnu-

# As scc-qemu.mk has it, word by word: then both share one C library.
SCC_CFLAGS := -march=pentium -mno-sse -mno-mmx -mpreferred-stack-boundary=2 \
	-fno-pic -fno-pie -fcf-protection=none \
	-U__linux__ -U__linux -Ulinux -U__gnu_linux__ -U__unix__ -U__unix -Uunix

LIBC_TARGET := i586-pc-elf
LIBC_CFLAGS := $(SCC_CFLAGS)

ARCH_CPPFLAGS := -Iarch/scc/hw -DSCC_CL1INVMB=1
ARCH_CFLAGS := $(SCC_CFLAGS)
RUNTIME_CFLAGS := -mgeneral-regs-only

START_SRCS := boot/x86/reset.S
PORT_SRCS := \
	arch/scc/hw/console.c \
	arch/scc/hw/lut.c \
	arch/scc/hw/meet.c \
	arch/scc/hw/memory.c \
	arch/scc/hw/start.c \
	arch/scc/interrupts.S \
	arch/scc/irq.c \
	arch/scc/timer.c \
	arch/scc/traps.c \
	arch/scc/where.c \
	arch/scc/window.c \
	boot/x86/descriptors.c \
	boot/x86/exceptions.S \
	drivers/apic/local_apic.c \
	drivers/gic/scc_gic.c \
	drivers/gic/scc_intr.c

ARCH_LDFLAGS := -nostdlib -static -no-pie -Wl,-T,linker/scc-hw.ld \
	-Wl,--build-id=none -Wl,-z,noexecstack -Wl,-z,max-page-size=4096

# The instruction set and the map.
IMAGE_CHECK := CROSS=$(CROSS) tools/scc-hw-image --check
VEHICLE_DEPS :=
