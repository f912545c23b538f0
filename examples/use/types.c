/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Errors and deadlines: a wait that nobody ends returns when its time is over, and says
 * why.
 *
 * With 4 cores rank 0 says: gave up: WEFT_ERR_TIMEOUT: the deadline came first
 */
#include <stdio.h>

#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

int main(void)
{
	uint32_t flag;
	int error;

	need(weft_flags_alloc(1, &flag));
	error = weft_flag_wait(flag, 1, 100); /* microseconds */
	if (weft_rank() == 0) {
		printf("gave up: %s\n", weft_strerror(error));
	}
	return error == WEFT_ERR_TIMEOUT ? 0 : 1;
}
