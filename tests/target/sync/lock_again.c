/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 */
/*
 * A lock that nobody else wants: given back, it is free at once for the core that had
 * it.  (Not so while a register refuses, which is a fault that tests of locks bear.)
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	TURNS = 20
};

int main(void)
{
	weft_rank_t home = (weft_rank() ? weft_rank() : weft_size()) - 1;
	bool ok = true;

	tap_begin();
	for (uint32_t i = 0; i < TURNS; i++) {
		ok &= weft_lock(home, 0) == WEFT_OK;
		ok &= weft_unlock(home) == WEFT_OK;
	}
	tap_ok(ok, "what this core has released is free");
	return tap_end();
}
