# SPDX-License-Identifier: Apache-2.0
# Board scc-sim-chips: SCCs that are joined by links, on the simulator (CHIPS=).

UNASKED := test
SCRIPTS := tests/on-target.t tests/chips/chips.t
TEST_BUILDS := tests
NEEDS := arch/sim/needs.txt
PLAYS := scc
LEFT_OUT := arch/sim/chips/left-out.txt

include arch/sim.mk

ARCH_CPPFLAGS := -Iarch/sim/chips -Iarch/common/far/chip $(ARCH_CPPFLAGS)
PORT_SRCS     += $(addprefix arch/common/far/,far.c far_ring.c far_serve.c) \
	$(addprefix arch/common/far/chip/,channel.c door.c roll.c site.c) \
	arch/sim/chips/link.c links/far/far_links.c
