# SPDX-License-Identifier: Apache-2.0
# Board scc-qemu: a P54C image for QEMU's microvm.

UNASKED := run test check install report
SCRIPTS := tests/*.t tests/scc/*.t
NEEDS := arch/scc/needs.txt

include arch/qemu.mk arch/scc.mk

ARCH_CPPFLAGS := -Iarch/scc

START_SRCS := boot/x86/multiboot.S
PORT_SRCS := $(QEMU_SRCS) $(SCC_SRCS) \
	$(addprefix arch/scc/,memory.c start.c vehicle.c vehicle_registers.c) \
	drivers/serial/ns16550.c

IMAGE_CHECK := CROSS=$(CROSS) tools/check-x86-image
