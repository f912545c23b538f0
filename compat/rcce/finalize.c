/* SPDX-License-Identifier: Apache-2.0 */
/* End, and the time. */
#include <stdio.h>

#include <weft/barrier.h>
#include <weft/core.h>

#include "compat/rcce/rcce.h"

int RCCE_finalize(void)
{
	int error = rcce_from(weft_barrier(WEFT_WORLD, WEFT_FOREVER), 0,
			      "RCCE_finalize");

	fflush(NULL);
	return error;
}

double RCCE_wtime(void)
{
	static double seconds; /* a cycle takes */

	if (seconds == 0) {
		seconds = 1e-6 * 1024 / (double)weft_cycles_in_us(1024);
	}
	return (double)weft_cycles() * seconds;
}
