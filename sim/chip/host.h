/* SPDX-License-Identifier: Apache-2.0 */
/* The engine's own process: one exit status more than vehicles share. */
#ifndef SIM_CHIP_HOST_H
#define SIM_CHIP_HOST_H

#include "host/host.h"

enum {
	STATUS_DETECTED = 89, /* it passed, but a detector found something */
};

#endif
