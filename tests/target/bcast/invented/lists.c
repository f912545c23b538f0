/* SPDX-License-Identifier: Apache-2.0 */
/* The library's lists with that line: what is here is not linked from there. */
#include "tests/target/bcast/invented/invented.h"

BCAST_LIST_CHOSEN
BCAST_LIST_TEAMS
