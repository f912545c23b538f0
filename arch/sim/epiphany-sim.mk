# SPDX-License-Identifier: Apache-2.0
# Board epiphany-sim: an Epiphany chip on the simulator, by its port's constants.

UNASKED := test
SCRIPTS := tests/on-target.t tests/epiphany/sim.t tests/watch.t
TEST_BUILDS := tests
NEEDS := arch/sim/needs.txt
PLAYS := scc

include arch/sim.mk

ARCH_CPPFLAGS := -Iarch/sim/epiphany $(ARCH_CPPFLAGS)
