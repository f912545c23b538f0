/* SPDX-License-Identifier: Apache-2.0 */
/* No team.  Only its address is used: nothing is linked for it. */
#include <weft/types.h>

char weft_no_team;
