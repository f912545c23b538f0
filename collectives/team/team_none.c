/* SPDX-License-Identifier: Apache-2.0 */
/* No team.  Only its address is used: nothing is linked for it. */
#include <weft/types.h>

struct weft_team {
	char address;
};

struct weft_team weft_no_team;
