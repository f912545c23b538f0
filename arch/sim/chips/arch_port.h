/* SPDX-License-Identifier: Apache-2.0 */
/* The constants of simulated SCCs that are joined by links; arch/arch.h says what each means. */
#ifndef SIM_CHIPS_ARCH_PORT_H
#define SIM_CHIPS_ARCH_PORT_H

#include "arch/sim/arch_port.h"

#undef ARCH_NAME
#define ARCH_NAME          "scc-sim-chips"
#define ARCH_NODES         1
#define ARCH_NODE_ORDER    1
#define ARCH_LINKS         1
#define ARCH_LINK_LANES    2
#define ARCH_LINK_ROLL     1
#define ARCH_BARRIER_QUIET 1
#define ARCH_FLAG_TELL     1
#define ARCH_WORDS_TELL    1

#endif
