/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17,48 time-out=60 */
/*
 * Several locks at once: a core holds those of all homes, gives them back in
 * another order, and each time another core gets what was given.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

static bool take_all(void)
{
	bool ok = true;

	for (uint32_t home = 0; home < weft_size(); home++) {
		ok &= weft_lock(home, WEFT_FOREVER) == WEFT_OK;
	}
	for (uint32_t home = 0; home < weft_size(); home++) {
		ok &= weft_lock(home, 0) == WEFT_ERR_STATE;
	}
	return ok;
}

static bool give_back(void)
{
	bool ok = true;

	for (uint32_t home = weft_size(); home-- > 0;) {
		ok &= weft_unlock(home) == WEFT_OK;
		ok &= weft_unlock(home) == WEFT_ERR_STATE;
	}
	return ok;
}

int main(void)
{
	bool ok = true;

	tap_begin();
	/* All in the same order, so it ends. */
	for (int i = 0; i < 3; i++) {
		ok &= take_all();
		ok &= give_back();
	}
	tap_ok(ok, "the locks of all homes, one core after another");
	for (uint32_t turn = 0; turn < 2; turn++) {
		bool mine = weft_rank() == turn;

		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		ok = !mine || take_all();
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		ok &= mine || weft_lock(weft_rank(), 20) == WEFT_ERR_TIMEOUT;
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		ok &= !mine || give_back();
		tap_ok(ok, "while rank %u has all, nobody gets one",
		       (unsigned)turn);
	}
	return tap_end();
}
