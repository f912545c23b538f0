# SPDX-License-Identifier: Apache-2.0
# Board scc-sim-chips: SCCs that are joined by links, on the simulator (CHIPS=).

UNASKED := test
SCRIPTS := tests/on-target.t tests/chips/chips.t
TEST_BUILDS := tests
NEEDS := arch/sim/needs.txt
PLAYS := scc
LEFT_OUT := arch/sim/chips/left-out.txt

include arch/sim.mk arch/chips.mk

ARCH_CPPFLAGS := -Iarch/sim/chips $(CHIPS_CPPFLAGS) $(ARCH_CPPFLAGS)
PORT_SRCS     += $(filter-out %/chips.c %/due.c,$(CHIPS_SRCS)) arch/sim/chips/link.c
