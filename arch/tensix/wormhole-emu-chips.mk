# SPDX-License-Identifier: Apache-2.0
# Board wormhole-emu-chips: Wormholes that are joined by links, in one emulator (CHIPS=).

UNASKED := test
SCRIPTS := tests/chips/tensix.t
TEST_BUILDS := lib vehicle
NEEDS := arch/tensix/needs.txt
LEFT_OUT := arch/tensix/chips/left-out.txt

CHIPS_PORT := arch/tensix/chips

include arch/tensix/wormhole-emu.mk arch/chips.mk

PORT_SRCS := $(filter-out %/helper.c %/helper.S %/multicast.c,$(PORT_SRCS)) \
	$(addprefix arch/tensix/chips/,ethernet.c link.c)
