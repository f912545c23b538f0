/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The world as a team.  Only its address is used: the world's objects are with their
 * algorithms, so it has no room for those of a team (made.h), which a small chip lacks.
 */
#include <weft/team.h>

struct weft_team {
	char address;
};

struct weft_team weft_team_of_all;
