# SPDX-License-Identifier: Apache-2.0
# Board arm-qemu-chips: chips of ARM cores that are joined by links, each a QEMU (CHIPS=).

UNASKED := test
SCRIPTS := tests/chips/qemu.t
TEST_BUILDS := lib vehicle
NEEDS := arch/arm/needs.txt
LEFT_OUT := arch/qemu/chips/left-out.txt

CHIPS_PORT := arch/arm/chips

include arch/arm/arm-qemu.mk arch/qemu_chips.mk
