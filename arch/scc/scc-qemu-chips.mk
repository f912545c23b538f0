# SPDX-License-Identifier: Apache-2.0
# Board scc-qemu-chips: SCCs that are joined by links, each a QEMU (CHIPS=).

UNASKED := test
SCRIPTS := tests/chips/qemu.t
TEST_BUILDS := lib vehicle
NEEDS := arch/scc/needs.txt
LEFT_OUT := arch/scc/chips/left-out.txt

include arch/scc/scc-qemu.mk arch/chips.mk

ARCH_CPPFLAGS := -Iarch/scc/chips -Iarch/qemu/chips $(CHIPS_CPPFLAGS) $(ARCH_CPPFLAGS)
PORT_SRCS     += $(CHIPS_SRCS) $(QEMU_CHIPS_SRCS) \
	arch/scc/chips/chip.c drivers/apic/io_apic.c
