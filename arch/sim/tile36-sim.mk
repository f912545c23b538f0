# SPDX-License-Identifier: Apache-2.0
# Board tile36-sim: 36 cores with coherent memory and message FIFOs, on the simulator.

UNASKED := test
SCRIPTS := tests/tile36/*.t tests/watch.t
TEST_BUILDS := lib vehicle
NEEDS := arch/sim/needs.txt
PLAYS := scc

include arch/sim.mk

ARCH_CPPFLAGS := -Iarch/sim/tile36 $(ARCH_CPPFLAGS)
PORT_SRCS     += arch/sim/tile36/atomic.c arch/sim/tile36/fifo.c
