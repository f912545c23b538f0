/* SPDX-License-Identifier: Apache-2.0 */
/* What weft_bcast chooses from, and so links. */
#include "collectives/bcast/bcast.h"

BCAST_LIST(bcast, bcast_chosen, BCAST_IN_CHOSEN)
