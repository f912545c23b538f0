/* SPDX-License-Identifier: Apache-2.0 */
/* How weft's errors become RCCE's.  What prints them is linked with RCCE_debug_set only. */
#include <string.h>

#include <weft/core.h>

#include "compat/rcce/rcce.h"

void (*rcce_print)(int error);

int rcce_error(int error)
{
	if (error != RCCE_SUCCESS && rcce_print) {
		rcce_print(error);
	}
	return error;
}

int rcce_from_error(int weft_error, int null, const char *who)
{
	char why[100] = "";

	switch (weft_error) {
	case WEFT_ERR_NULL:
		return rcce_error(null);
	case WEFT_ERR_RANK:
		return rcce_error(RCCE_ERROR_ID);
	case WEFT_ERR_MISMATCH:
	case WEFT_ERR_SIZE:
		return rcce_error(RCCE_ERROR_MESSAGE_LENGTH);
	case WEFT_ERR_SPACE:
		return rcce_error(RCCE_ERROR_MALLOC);
	case WEFT_ERR_RANGE:
		return rcce_error(RCCE_ERROR_TARGET);
	case WEFT_ERR_STATE:
		return rcce_error(RCCE_ERROR_VAL_UNDEFINED);
	default:
		strncat(why, who, sizeof(why) / 4);
		strcat(why, ": ");
		strncat(why, weft_strerror(weft_error), sizeof(why) / 2);
		weft_panic(why);
	}
}
