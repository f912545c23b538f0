# SPDX-License-Identifier: Apache-2.0
# What both boards of the SCC share: parts of their makefiles.

CROSS ?= i686-linux-gnu-
PROCESSOR := i386

# What makes Debian's Linux compiler one for a bare P54C.  The same on both boards,
# word by word: so they share one C library.
ARCH_CFLAGS := -march=pentium -mno-sse -mno-mmx -mpreferred-stack-boundary=2 \
	-fno-pic -fno-pie -fcf-protection=none \
	-U__linux__ -U__linux -Ulinux -U__gnu_linux__ -U__unix__ -U__unix -Uunix

LIBC_TARGET := i586-pc-elf
LIBC_CFLAGS := $(ARCH_CFLAGS)

SCC_SRCS := \
	$(addprefix arch/scc/,interrupts.S irq.c timer.c traps.c where.c) \
	boot/x86/descriptors.c \
	boot/x86/exceptions.S \
	boot/x86/switch.S \
	drivers/apic/local_apic.c \
	drivers/gic/scc_gic.c \
	drivers/gic/scc_intr.c

ARCH_LDFLAGS := $(BARE_LDFLAGS) -no-pie
