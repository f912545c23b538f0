# SPDX-License-Identifier: Apache-2.0
# Board arm-qemu: a Cortex-A15 image for QEMU's virt.

UNASKED := test check install report
SCRIPTS := tests/*.t
TEST_BUILDS := tests build/arm-qemu/hello.elf build/arm-qemu/kvtable.elf
NEEDS := arch/arm/needs.txt
PROCESSOR := arm

include arch/qemu.mk

CROSS ?= arm-none-eabi-

# VFP but no NEON: newlib's string functions, which handlers may call, would
# use its registers, and handlers do not save them.
ARCH_CFLAGS := -mcpu=cortex-a15 -marm -mfpu=vfpv4 -mfloat-abi=hard
ARCH_CPPFLAGS := -Iarch/arm

# newlib would have system calls with an underscore before their names.
LIBC_TARGET := arm-none-eabi
LIBC_CFLAGS := $(ARCH_CFLAGS) -DMISSING_SYSCALL_NAMES

# This core's divisions by zero give 0, and no trap; ours and applications' say so
# (arch/arm/divide.c).
ARCH_CFLAGS += -fsanitize=integer-divide-by-zero \
	-fno-sanitize-recover=integer-divide-by-zero

START_SRCS := boot/arm/start.S
PORT_SRCS := $(QEMU_SRCS) arch/common/atomics.c \
	$(addprefix arch/arm/,divide.c irq.c memory.c start.c traps.c vehicle.c) \
	boot/arm/switch.S \
	boot/arm/vectors.S \
	drivers/gic/gicv2.c \
	drivers/gic/gicv3.c \
	drivers/serial/pl011.c

ARCH_LDFLAGS := $(BARE_LDFLAGS) -Wl,--no-warn-rwx-segments
IMAGE_CHECK := CROSS=$(CROSS) tools/check-arm-image
