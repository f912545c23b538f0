# SPDX-License-Identifier: Apache-2.0
# What the boards of a GPU have alike.  Its compiler is Debian's clang-19: arch/gpu/cross.

PROCESSOR := nvptx
CROSS ?= arch/gpu/cross/gpu-

# For newlib a triple of 64 bits that it has no folder of its own for: that of nvptx
# hands printf and malloc on to CUDA's.
LIBC_TARGET := ia64-elf
LIBC_CFLAGS := -DMISSING_SYSCALL_NAMES
OBJ_DEPS := arch/gpu/cross/gpu-gcc
IMAGE_DEPS := $(wildcard arch/gpu/cross/*)

ARCH_CPPFLAGS := -Iarch/gpu
START_SRCS := arch/gpu/start.c
PORT_SRCS := \
	arch/common/mesh.c \
	arch/gpu/flags.c \
	arch/gpu/irq.c \
	arch/gpu/machine.c \
	arch/gpu/wait.c \
	arch/gpu/window.c
