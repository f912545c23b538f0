/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENSIX_CHIPS_FAR_PORT_H
#define TENSIX_CHIPS_FAR_PORT_H

#define FAR_PORT_CHIPS 8
#define FAR_PORT_NEAR  80
#define FAR_PORT_LANES 1

#include "arch/common/far/chip/far_port.h"

#endif
