/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17 time-out=60 */
/*
 * A core that leaves a delegate in no time has told the server, and waits for that as for
 * any operation; then the server has returned, and serves once more when all come back.
 */
#include <weft/published/delegate.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

static uint32_t count(void *state, uint32_t more)
{
	uint32_t *sum = state;

	*sum += more;
	return *sum;
}

static uint32_t sum;
static weft_operation *const operations[] = {count};
static const struct weft_object object = {operations, 1, &sum};

/* The home serves only when all others have been told that it is too late. */
static bool leaves(const struct weft_delegation *how)
{
	struct weft_delegate d;
	bool ok = weft_delegate_create(&d, how, 0, &object, 1) == WEFT_OK;
	uint32_t result = 0;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t turn = 0; ok && turn < 2; turn++) {
		if (weft_rank() > 0) {
			ok &= weft_delegate_leave(&d, 0) == WEFT_ERR_PENDING;
			ok &= weft_delegate_leave(&d, 0) == WEFT_ERR_STATE;
			weft_barrier(WEFT_WORLD, WEFT_FOREVER);
			ok &= weft_delegate_wait(&d, &result, WEFT_FOREVER) ==
			      WEFT_OK;
		} else {
			weft_barrier(WEFT_WORLD, WEFT_FOREVER);
			while (weft_delegate_serve(&d, 0) != WEFT_OK) {
			}
		}
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
	return ok && weft_delegate_free(&d) == WEFT_OK;
}

int main(void)
{
	tap_begin();
	tap_ok(leaves(&weft_mp_server), "mp_server");
	tap_ok(leaves(&weft_shm_server), "shm_server");
	tap_ok(leaves(&weft_group_server), "group_server");
	return tap_end();
}
