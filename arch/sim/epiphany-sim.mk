# SPDX-License-Identifier: Apache-2.0
# An Epiphany chip on the simulator: as scc-sim, but for the port's constants.

include arch/sim/scc-sim.mk

ARCH_CPPFLAGS := -Iarch/sim/epiphany $(ARCH_CPPFLAGS)
