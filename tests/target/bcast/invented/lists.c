/* SPDX-License-Identifier: Apache-2.0 */
/* The library's lists with that line: what is here is not linked from there. */
#include "tests/target/bcast/invented/invented.h"

BCAST_LIST(bcast, bcast_chosen, BCAST_IN_CHOSEN)
BCAST_LIST(bcast_form, bcast_forms, BCAST_IN_FORMS)
