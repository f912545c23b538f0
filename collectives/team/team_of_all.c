/* SPDX-License-Identifier: Apache-2.0 */
/* The world as a team; a file of its own, which links nothing. */
#include "collectives/team/made.h"

/* Only its address is used: the world's objects are with their algorithms. */
struct weft_team weft_team_of_all;
