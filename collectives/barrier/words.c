/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/barrier/words.h"

int words_refresh(const struct words *words, uint64_t deadline)
{
	int error = barrier_until(words->barrier, deadline);

	if (error) {
		return error;
	}
	words->preset(words->of);
	return barrier_until(words->barrier, deadline);
}
