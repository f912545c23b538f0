# SPDX-License-Identifier: Apache-2.0
# Board scc-sim-chips: SCCs that are joined by links, on the simulator (CHIPS=).

UNASKED := test
SCRIPTS := tests/on-target.t tests/costs.t tests/chips/chips.t
TEST_BUILDS := tests
NEEDS := arch/sim/needs.txt
PLAYS := scc
LEFT_OUT := arch/sim/chips/left-out.txt

CHIPS_PORT := arch/sim/chips

include arch/sim.mk arch/chips.mk

# The simulator lays out its own chips, and has a timer of its own for the link.
PORT_SRCS := $(filter-out %/chips.c %/due.c,$(PORT_SRCS)) arch/sim/chips/link.c
