/* SPDX-License-Identifier: Apache-2.0 */
/* What teams choose from, and so link. */
#include "collectives/bcast/bcast.h"

BCAST_LIST(bcast_form, bcast_forms, BCAST_IN_FORMS)
