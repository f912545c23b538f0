/* SPDX-License-Identifier: Apache-2.0 */
/* A channel as on all chips; the wire is slower than that of the simulator. */
#ifndef QEMU_CHIPS_FAR_PORT_H
#define QEMU_CHIPS_FAR_PORT_H

#include "arch/common/far/chip/far_port.h"

#define FAR_ROUND_TRIP_US                                                      \
	1000 /* at first: two vCPUs, and a program of the host */

#endif
