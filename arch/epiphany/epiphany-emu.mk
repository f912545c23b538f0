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

# The library is near itself.  These files call what is far: newlib, and those
# of weft's own that lie in external memory (linker/epiphany-emu.ld).
RUNTIME_CFLAGS := -mshort-calls -Os
FAR_CFLAGS := -mno-short-calls -mlong-calls
FAR_OBJS := arch/epiphany/number arch/epiphany/start \
	arch/epiphany/traps collectives/abcast_map collectives/bcast \
	collectives/bcast_choice collectives/bcast_tiny collectives/choose \
	collectives/homes collectives/shape \
	collectives/abcast_message collectives/abcast_credit \
	collectives/abcast_failure runtime/boot runtime/console runtime/core \
	runtime/image runtime/libc runtime/mpb_map runtime/panic runtime/rendezvous \
	runtime/start runtime/text runtime/timer runtime/wait
FAR_WRAPS := rt_panic rt_flags_preset strtol strtoul

START_SRCS := boot/epiphany/start.S
PORT_SRCS := \
	arch/epiphany/barrier.c \
	arch/epiphany/console.c \
	arch/epiphany/dma.c \
	arch/epiphany/irq.c \
	arch/epiphany/number.c \
	arch/epiphany/order.c \
	arch/epiphany/start.c \
	arch/epiphany/string.c \
	arch/epiphany/time.c \
	arch/epiphany/traps.c \
	arch/epiphany/where.c \
	arch/epiphany/window.c

ARCH_LDFLAGS := -nostdlib -static -Wl,-T,linker/epiphany-emu.ld \
	-Wl,--build-id=none -Wl,--no-warn-rwx-segments \
	$(FAR_WRAPS:%=-Wl,--wrap=%)

VEHICLE_DEPS := $(EPIPHANY_EMU)
TOOLCHAIN_DEPS := $(EPIPHANY_TOOLCHAIN).done
LEFT_OUT := arch/epiphany/left-out.txt
