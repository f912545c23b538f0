# SPDX-License-Identifier: Apache-2.0
# Board scc-qemu: a P54C image for QEMU's microvm.

CROSS ?= i686-linux-gnu-

# What makes Debian's Linux compiler one for a bare P54C.
SCC_CFLAGS := -march=pentium -mno-sse -mno-mmx -mpreferred-stack-boundary=2 \
	-fno-pic -fno-pie -fcf-protection=none \
	-U__linux__ -U__linux -Ulinux -U__gnu_linux__ -U__unix__ -U__unix -Uunix

LIBC_TARGET := i586-pc-elf
LIBC_CFLAGS := $(SCC_CFLAGS)

ARCH_CPPFLAGS := -Iarch/scc
ARCH_CFLAGS := $(SCC_CFLAGS)
RUNTIME_CFLAGS := -mgeneral-regs-only

START_SRCS := boot/x86/multiboot.S
PORT_SRCS := \
	arch/scc/console.c \
	arch/scc/interrupts.S \
	arch/scc/irq.c \
	arch/scc/memory.c \
	arch/scc/start.c \
	arch/scc/timer.c \
	arch/scc/traps.c \
	arch/scc/vehicle.c \
	arch/scc/vehicle_registers.c \
	arch/scc/where.c \
	arch/scc/window.c \
	boot/x86/descriptors.c \
	boot/x86/exceptions.S \
	drivers/apic/local_apic.c \
	drivers/gic/scc_gic.c \
	drivers/gic/scc_intr.c \
	drivers/serial/ns16550.c

ARCH_LDFLAGS := -nostdlib -static -no-pie -Wl,-T,linker/scc-qemu.ld \
	-Wl,--build-id=none -Wl,-z,noexecstack -Wl,-z,max-page-size=4096

IMAGE_CHECK := CROSS=$(CROSS) tools/check-x86-image
VEHICLE_DEPS :=
