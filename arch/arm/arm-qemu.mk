# SPDX-License-Identifier: Apache-2.0
# Board arm-qemu: a Cortex-A15 image for QEMU's virt.

CROSS ?= arm-none-eabi-

# VFP but no NEON: newlib's string functions, which handlers may call, would
# use its registers, and handlers do not save them.
ARM_CFLAGS := -mcpu=cortex-a15 -marm -mfpu=vfpv4 -mfloat-abi=hard

# newlib would have system calls with an underscore before their names.
LIBC_TARGET := arm-none-eabi
LIBC_CFLAGS := $(ARM_CFLAGS) -DMISSING_SYSCALL_NAMES

ARCH_CPPFLAGS := -Iarch/arm
ARCH_CFLAGS := $(ARM_CFLAGS)
RUNTIME_CFLAGS := -mgeneral-regs-only

START_SRCS := boot/arm/start.S
PORT_SRCS := \
	arch/arm/console.c \
	arch/arm/irq.c \
	arch/arm/memory.c \
	arch/arm/start.c \
	arch/arm/traps.c \
	arch/arm/vehicle.c \
	arch/arm/where.c \
	arch/arm/window.c \
	boot/arm/vectors.S \
	drivers/gic/gicv2.c \
	drivers/gic/gicv3.c \
	drivers/pl011/pl011.c
# and drivers/timer/arm_timer.h, which is all inline

ARCH_LDFLAGS := -nostdlib -static -Wl,-T,linker/arm-qemu.ld \
	-Wl,--build-id=none -Wl,-z,noexecstack -Wl,-z,max-page-size=4096 \
	-Wl,--no-warn-rwx-segments

IMAGE_CHECK := CROSS=$(CROSS) tools/check-arm-image
VEHICLE_DEPS :=
