/* SPDX-License-Identifier: Apache-2.0 */
#include <weft/lock.h>

#include "compat/rcce/rcce.h"

int RCCE_acquire_lock(int ue)
{
	return rcce_is_ue(ue)
		       ? rcce_from(weft_lock((weft_rank_t)ue, WEFT_FOREVER), 0,
				   "RCCE_acquire_lock")
		       : rcce_error(RCCE_ERROR_ID);
}

int RCCE_release_lock(int ue)
{
	return rcce_is_ue(ue) ? rcce_from(weft_unlock((weft_rank_t)ue), 0,
					  "RCCE_release_lock")
			      : rcce_error(RCCE_ERROR_ID);
}
