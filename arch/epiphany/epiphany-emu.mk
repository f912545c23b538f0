# SPDX-License-Identifier: Apache-2.0
# Board epiphany-emu: an Epiphany chip, E16G301 or E64G401, in the project's
# emulator (emu/epiphany).

CROSS ?= $(EPIPHANY_TOOLCHAIN)/bin/epiphany-elf-

# Integer mode for good: in the others this compiler's code for multiplications
# restores CONFIG from a register that it never set, and at -Os it fails
# (docs/porting.md).  Ours must be -O2 too.
EPIPHANY_CFLAGS := -mfp-mode=int -Werror=attributes
LIBC_TARGET := epiphany-elf
LIBC_CROSS = $(realpath $(EPIPHANY_TOOLCHAIN))/bin/epiphany-elf-
LIBC_CFLAGS := -mfp-mode=int -DMISSING_SYSCALL_NAMES
LIBC_OPTIMIZE := -O2

ARCH_CPPFLAGS := -Iarch/epiphany
ARCH_CFLAGS := $(EPIPHANY_CFLAGS)

# The library is near itself; what it calls of newlib is far.
RUNTIME_CFLAGS := -mshort-calls
FAR_OBJS := runtime/libc runtime/start collectives/abcast_map \
	collectives/abcast_message collectives/abcast_credit \
	collectives/abcast_failure
FAR_CFLAGS := -mno-short-calls -mlong-calls

START_SRCS := boot/epiphany/start.S
PORT_SRCS := \
	arch/epiphany/console.c \
	arch/epiphany/irq.c \
	arch/epiphany/order.c \
	arch/epiphany/start.c \
	arch/epiphany/string.c \
	arch/epiphany/time.c \
	arch/epiphany/traps.c \
	arch/epiphany/where.c \
	arch/epiphany/window.c

ARCH_LDFLAGS := -nostdlib -static -Wl,-T,linker/epiphany-emu.ld \
	-Wl,--build-id=none -Wl,--no-warn-rwx-segments

VEHICLE_DEPS := $(EPIPHANY_EMU)
TOOLCHAIN_DEPS := $(EPIPHANY_TOOLCHAIN).done
LEFT_OUT := arch/epiphany/left-out.txt
