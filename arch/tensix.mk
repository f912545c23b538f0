# SPDX-License-Identifier: Apache-2.0
# What both Tensix boards have alike; TENSIX is the chip's folder.

PROCESSOR := riscv
CROSS ?= riscv64-unknown-elf-

# Address 0 is memory: BRISC begins there.
TENSIX_CFLAGS := -march=rv32im -mabi=ilp32 -fno-delete-null-pointer-checks
LIBC_TARGET := riscv32-unknown-elf
LIBC_CFLAGS := $(TENSIX_CFLAGS) -DMISSING_SYSCALL_NAMES
LIBC_CONFIGURE := --enable-newlib-nano-malloc --enable-newlib-reent-small \
	--enable-newlib-global-atexit

ARCH_CPPFLAGS := -Iarch/tensix -Iarch/tensix/$(TENSIX)
ARCH_CFLAGS := $(TENSIX_CFLAGS)
# What holds nothing but ARCH_COLD (SELDOM: tests/tensix/port.t holds it to that), or
# takes a thousand clocks, saves registers by calls: a sixth shorter, ten clocks longer.
RUNTIME_CFLAGS = -Os $(if $(filter $@, \
	$(patsubst %.c,$(OUT)/obj/%.o,$(SELDOM) $(LONG))),-msave-restore)
SELDOM := arch/common/mesh.c arch/tensix/console.c \
	collectives/choose.c \
	collectives/bcast/hubs.c collectives/teams/team_split.c \
	messages/am/segments/am_map.c messages/liveness.c collectives/abcast/missed.c \
	collectives/abcast/routes.c runtime/boot.c runtime/console.c runtime/image.c \
	runtime/libc.c runtime/libc_align.c runtime/libc_files.c \
	runtime/libc_heap.c runtime/libc_signal.c runtime/mpb_map.c \
	runtime/panic.c runtime/part.c runtime/rendezvous.c \
	runtime/start.c runtime/text.c topology/regions.c
LONG := arch/tensix/multicast.c arch/tensix/where.c arch/tensix/window.c \
	collectives/barrier/barrier_dissemination.c \
	collectives/barrier/barrier_multicast.c runtime/wait.c

START_SRCS := boot/tensix/start.S
PORT_SRCS := \
	arch/common/memset.c \
	arch/common/mesh.c \
	arch/tensix/console.c \
	arch/tensix/copy.c \
	arch/tensix/flags.c \
	arch/tensix/helper.c \
	arch/tensix/irq.c \
	arch/tensix/multicast.c \
	arch/tensix/niu.c \
	arch/tensix/order.c \
	arch/tensix/stage.c \
	arch/tensix/start.c \
	arch/tensix/string.c \
	arch/tensix/where.c \
	arch/tensix/window.c \
	boot/tensix/helper.S \
	boot/tensix/switch.S

include emu/tensix/emulator.mk
VEHICLE_DEPS := $(TENSIX_EMU)

ARCH_LDFLAGS := -nostdlib -static -Wl,-T,linker/$(TENSIX)-emu.ld \
	-Wl,--build-id=none -Wl,--no-warn-rwx-segments

# Events that a core keeps in traced builds (arch/traced.mk).
RINGS := 256
