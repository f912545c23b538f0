/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/words.h"

#include "collectives/barrier/barrier.h"

int words_refresh(void (*preset)(void), uint64_t deadline)
{
	int error = barrier_until(deadline);

	if (error) {
		return error;
	}
	preset();
	return barrier_until(deadline);
}
