/* SPDX-License-Identifier: Apache-2.0 */
/* A channel as on all chips, for more of them: a pool has two buffers for each. */
#ifndef SIM_CHIPS_FAR_PORT_H
#define SIM_CHIPS_FAR_PORT_H

#define FAR_PORT_CHIPS 64
#define FAR_PORT_NEAR  64
#define FAR_PORT_LANES 2

#define FAR_BUFFERS 192

#include "arch/common/far/chip/far_port.h"

#endif
