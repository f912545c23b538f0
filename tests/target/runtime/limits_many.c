/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim modes=fast cores=128,255,256,1025 time-out=120 */
/*
 * In a run of more cores than a call serves, the call says so on every core; with as many
 * as it serves, it does its work or says what else is missing.
 */
#include <weft/published/barrier.h>
#include <weft/published/delegate.h>
#include <weft/published/lock.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	BELLS = 255,  /* cores that can ring each other */
	PIECES = 128, /* cores with room for two words each, in 8 KB */
	FLAGS = 1024, /* cores with a flag each at the root */
	MOST = 1025,
};

static uint32_t from[MOST], to[MOST];

static uint32_t nothing(void *state, uint32_t argument)
{
	(void)state;
	return argument;
}

static bool is(int error, int many, uint32_t most)
{
	return weft_size() > most ? error == many : error != many;
}

int main(void)
{
	static weft_operation *const operations[] = {nothing};
	static const struct weft_object object = {operations, 1, NULL};
	static struct weft_request r;
	struct weft_any_lock lock;
	struct weft_delegate d;
	int error;

	tap_begin();
	tap_cores(MOST);
	error = weft_delegate_create(&d, &weft_handler_server, 0, &object, 1);
	tap_ok(is(error, WEFT_ERR_LIMIT, BELLS), "a server that is a handler");
	error = weft_any_lock_create(&lock, &weft_lock_token, 0);
	tap_ok(is(error, WEFT_ERR_LIMIT, BELLS), "a lock's token");
	error = weft_alltoall_start(from, to, 4, WEFT_WORLD, &r);
	tap_ok(is(error, WEFT_ERR_LIMIT, PIECES), "a started exchange");
	tap_ok(error || !weft_wait(&r, WEFT_COMPLETE, WEFT_FOREVER), "ends");
	error = weft_barrier_central(WEFT_FOREVER);
	tap_ok(error == (weft_size() > FLAGS ? WEFT_ERR_LIMIT : WEFT_OK),
	       "the central barrier");
	return tap_end();
}
