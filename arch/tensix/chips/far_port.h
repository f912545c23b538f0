/* SPDX-License-Identifier: Apache-2.0 */
/* A channel as on all chips, with more cores of a chip and one link. */
#ifndef TENSIX_CHIPS_FAR_PORT_H
#define TENSIX_CHIPS_FAR_PORT_H

#define FAR_PORT_CHIPS 8
#define FAR_PORT_NEAR  80
#define FAR_PORT_LANES 1

#define FAR_ROUND_TRIP_US 60 /* at first: two turns, mostly */

#include "arch/common/far/chip/far_port.h"

#endif
