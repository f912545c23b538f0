/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 time-out=120 */
/*
 * A request that is in use is not started again, whatever it was started for and is
 * to be started for; what is under way goes on and can be waited for.  The
 * argument plants what only debug builds find: tests/38-contexts.t.
 *
 * A broadcast stays in use while those before it fill the window of a core that
 * has not chosen how it receives.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"

#include "tests/target/tap.h"

enum {
	LONG = 1024,
	TRIES = 8,
};

static struct weft_request first, request;
static uint8_t near_data[LONG] __attribute__((aligned(8)));
static uint8_t *message, *buffer;
static uint32_t area, eager;

/* Null is no data for a start that is to fail by its request. */
static bool refused(struct weft_request *r)
{
	struct weft_addr here = weft_at(weft_rank(), area);
	struct weft_addr there = weft_at(weft_rank(), area + 64);
	uint8_t bytes[8];

	return weft_put_start(here, bytes, 8, r) == WEFT_ERR_STATE &&
	       weft_get_start(bytes, here, 8, r) == WEFT_ERR_STATE &&
	       weft_copy_start(there, here, 8, r) == WEFT_ERR_STATE &&
	       weft_abcast_start(bytes, 8, r) == WEFT_ERR_STATE;
}

/* The window is full of `first`, so `r` cannot leave. */
static bool fill(struct weft_request *r)
{
	tap_fill(message, eager, 1);
	return !weft_abcast_start(message, eager, &first) &&
	       !weft_abcast_start(message, eager, r);
}

static bool is_next(uint32_t number)
{
	struct weft_message m;

	memset(buffer, 0, eager);
	return !weft_abcast_recv(buffer, eager, &m, WEFT_FOREVER) &&
	       m.message == number && m.bytes == eager &&
	       tap_same(buffer, eager, 1);
}

static bool broadcast_twice(void)
{
	struct weft_message m;
	bool ok = true;

	if (weft_rank() == 0) {
		ok &= fill(&request) && !weft_test(&request, WEFT_REUSABLE);
		ok &= refused(&request);
		ok &= !weft_test(&request, WEFT_REUSABLE);
	}
	ok &= !weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0) {
		ok &= !weft_wait(&request, WEFT_COMPLETE, WEFT_FOREVER);
		ok &= !weft_abcast_start(message, eager, &request);
		ok &= !weft_wait(&request, WEFT_COMPLETE, WEFT_FOREVER);
	} else {
		ok &= is_next(1) && is_next(2) && is_next(3);
		ok &= weft_abcast_recv(buffer, eager, &m, 0) ==
		      WEFT_ERR_TIMEOUT;
	}
	return ok;
}

/* Where the chip copies beside the core, a copy to another takes its time. */
static bool __attribute__((hot, noinline)) copy_twice(void)
{
	uint32_t peer = weft_rank() ^ 1;
	struct weft_addr there = weft_at(peer, area);
	uint32_t refusals = 0;
	bool ok = true;

	if (peer >= weft_size()) {
		return true;
	}

	for (uint32_t i = 0; i < TRIES; i++) {
		int error;

		ok &= !weft_put_start(there, near_data, LONG, &request);
		error = weft_put_start(there, near_data, LONG, &request);
		refusals += error == WEFT_ERR_STATE;
		ok &= !error || error == WEFT_ERR_STATE;
		ok &= !weft_wait(&request, WEFT_COMPLETE, WEFT_FOREVER);
		ok &= weft_put_start(there, near_data, 8, &request) == WEFT_OK;
	}
	/* A chip may be done before anybody can ask. */
	return ok && (refusals == 0 || ARCH_DMA_CHANNELS > 0);
}

/* Memory that was never a request may hold anything; it has reached no state. */
static bool uninitialised(void)
{
	struct weft_addr here = weft_at(weft_rank(), area);
	bool ok = !weft_test(NULL, WEFT_REUSABLE);

	for (int fill_with = 0; fill_with < 256; fill_with += 51) {
		memset(&first, fill_with, sizeof(first));
		ok &= !weft_test(&first, WEFT_REUSABLE);
		ok &= !weft_put_start(here, near_data, 8, &first);
		ok &= !weft_wait(&first, WEFT_COMPLETE, WEFT_FOREVER);
	}
	return ok;
}

static void __attribute__((noinline)) lose_a_frame(void)
{
	struct weft_request lost;

	if (fill(&lost) && weft_test(&lost, WEFT_REUSABLE)) {
		weft_panic("the window was not full");
	}
}

/* What a debug build must find in rank 0. */
static int plant(const char *what)
{
	struct weft_request of_main;

	if (strcmp(what, "frame") == 0) {
		lose_a_frame();
	} else if (strcmp(what, "main") == 0) {
		return !fill(&of_main);
	} else {
		fill(&request);
		memset(&request, 0, sizeof(request));
	}
	return weft_barrier(WEFT_WORLD, 1000);
}

int main(int argc, char **argv)
{
	eager = weft_abcast_eager();
	message = malloc(eager + 1);
	buffer = malloc(eager + 1);
	if (!message || !buffer || weft_mpb_alloc(LONG, &area)) {
		weft_panic("no memory");
	}
	if (argc > 1) {
		return weft_rank() == 0 ? plant(argv[1]) : 0;
	}
	tap_begin();
	if (weft_size() > 1) {
		tap_ok(broadcast_twice(), "a broadcast under way");
	}
	tap_ok(copy_twice(), "a copy under way");
	tap_ok(uninitialised(), "requests need no initialising");
	return tap_end();
}
