# SPDX-License-Identifier: Apache-2.0
# Board arm-qemu-chips: chips of ARM cores that are joined by links, each a QEMU (CHIPS=).

UNASKED := test
SCRIPTS := tests/chips/qemu.t
TEST_BUILDS := lib vehicle
NEEDS := arch/arm/needs.txt
LEFT_OUT := arch/arm/chips/left-out.txt

include arch/arm/arm-qemu.mk arch/chips.mk

ARCH_CPPFLAGS := -Iarch/arm/chips -Iarch/qemu/chips $(CHIPS_CPPFLAGS) $(ARCH_CPPFLAGS)
PORT_SRCS     += $(CHIPS_SRCS) $(QEMU_CHIPS_SRCS) \
	arch/arm/chips/chip.c
