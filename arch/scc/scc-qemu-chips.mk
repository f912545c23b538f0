# SPDX-License-Identifier: Apache-2.0
# Board scc-qemu-chips: SCCs that are joined by links, each a QEMU (CHIPS=).

UNASKED := test
SCRIPTS := tests/chips/qemu.t
TEST_BUILDS := lib vehicle
NEEDS := arch/scc/needs.txt
LEFT_OUT := arch/qemu/chips/left-out.txt

CHIPS_PORT := arch/scc/chips

include arch/scc/scc-qemu.mk arch/qemu_chips.mk

PORT_SRCS += drivers/apic/io_apic.c
