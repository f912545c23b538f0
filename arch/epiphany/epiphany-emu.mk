# SPDX-License-Identifier: Apache-2.0
# Board epiphany-emu: an Epiphany chip, E16G301 or E64G401, in the project's
# emulator (emu/epiphany).

UNASKED := test
SCRIPTS := tests/on-target.t tests/exam*.t tests/install.t tests/empty-caches.t \
	tests/watch.t tests/trace.t tests/epiphany/*.t
NEEDS := arch/epiphany/needs.txt

include emu/epiphany/emulator.mk

PROCESSOR := epiphany

CROSS ?= $(EPIPHANY_TOOLCHAIN)/bin/epiphany-elf-

# Integer mode for good: in the others this compiler's code for multiplications
# restores CONFIG from a register that it never set, and at -Os it fails
# (docs/porting.md).  Ours must be -O2 too.
# A jump in place of a last call that has arguments on the stack overwrites the
# return address (GCC 12).
EPIPHANY_CFLAGS := -mfp-mode=int -Werror=attributes \
	-fno-optimize-sibling-calls
LIBC_TARGET := epiphany-elf
LIBC_CFLAGS := -mfp-mode=int -DMISSING_SYSCALL_NAMES
LIBC_OPTIMIZE := -O2
# 2 KB of variables less: they are a core's own.
LIBC_CONFIGURE := --enable-newlib-nano-malloc --enable-newlib-reent-small \
	--enable-newlib-global-atexit

ARCH_CPPFLAGS := -Iarch/epiphany
ARCH_CFLAGS := $(EPIPHANY_CFLAGS)

# The library is near itself, but for what is marked as cold (arch/small.h): that
# lies in external memory.  Our own assembler makes its calls and addresses long.
# GCC's tables of switches would be near, or be wrong where the code is far.
RUNTIME_CFLAGS := -Os -mshort-calls -msmall16 -B arch/epiphany/far/ \
	-fno-ipa-ra -fno-reorder-functions -foptimize-sibling-calls \
	-fno-jump-tables -fno-tree-switch-conversion
# What -Os is better without on this chip [measured]: 14 % of the library's text.
RUNTIME_CFLAGS += -fno-move-loop-invariants -fno-expensive-optimizations \
	-fno-tree-scev-cprop -fno-guess-branch-probability -mbranch-cost=1
# AM_NEAR=1: Active Messages by interrupt from a core's own memory (docs/epiphany.md).
RUNTIME_CFLAGS += $(if $(AM_NEAR),-DAM_NEAR=1)
OBJ_DEPS := arch/epiphany/far/as arch/epiphany/far/near.awk boot/epiphany/macros.S
FAR_WRAPS := strtol strtoul

START_SRCS := boot/epiphany/start.S
# e-lib's calls are loads and stores, and a program of its own starts here.
ELIB := direct
ELIB_START := boot/epiphany/elib.S
PORT_SRCS := \
	arch/epiphany/barrier.c \
	arch/epiphany/console.c \
	arch/epiphany/dma.c \
	arch/epiphany/irq.c \
	arch/epiphany/number.c \
	arch/epiphany/order.c \
	arch/epiphany/record.c \
	arch/epiphany/start.c \
	arch/common/memset.c \
	arch/common/mesh.c \
	arch/epiphany/string.c \
	arch/epiphany/time.c \
	arch/epiphany/traps.c \
	arch/epiphany/where.c \
	arch/epiphany/window.c \
	boot/epiphany/switch.S

ARCH_LDFLAGS := -nostdlib -static -Wl,-T,linker/epiphany-emu.ld \
	-Wl,--build-id=none -Wl,--no-warn-rwx-segments \
	$(FAR_WRAPS:%=-Wl,--wrap=%)

VEHICLE_DEPS := $(EPIPHANY_EMU)
TOOLCHAIN_DEPS := $(EPIPHANY_TOOLCHAIN).done
LEFT_OUT := arch/epiphany/left-out.txt
# What make size may say at most of a core's own memory.
BUDGET := tests/size/budget.txt

# Events that a core keeps in traced builds (arch/traced.mk).
RINGS := 64
