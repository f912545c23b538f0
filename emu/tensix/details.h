/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EMU_TENSIX_DETAILS_H
#define EMU_TENSIX_DETAILS_H

#include "emu/tensix/chip.h"

/* By enum model. */
extern const struct details details[];

#endif
