/* SPDX-License-Identifier: Apache-2.0 */
/* What arch/common/far asks of this port. */
#ifndef SIM_CHIPS_BOARD_H
#define SIM_CHIPS_BOARD_H

#include "arch/nodes.h"
#include "arch/sim/port.h"

#define BOARD_FAR(rank) sim_far(rank)

/* arch_quiet, but for other chips. */
#define board_near_quiet sim_near_quiet

#endif
