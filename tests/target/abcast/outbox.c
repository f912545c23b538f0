/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,3 boards=scc-sim modes=strict seeds=3 */
/* weft-test: cores=3 boards=scc-qemu,arm-qemu modes=icount */
/* weft-test: cores=3 boards=epiphany-emu modes=ordered */
/*
 * An outbox against a plain list: requests of any size from 0 are started, taken piece by
 * piece, leave and are taken back at random, with numbers that come round to 0.
 */
#include <weft/weft.h>

#include "collectives/abcast/outbox.h"
#include "runtime/in_use.h"

#include "tests/target/tap.h"

enum {
	REQUESTS = 6,
	STEPS = 1500,
	BYTES = 40,
};

/* The reference: requests by number, in the order of their start. */
static uint32_t listed[REQUESTS], count, untaken;
static struct {
	uint32_t bytes, taken, last;
} own[REQUESTS];
static uint32_t first_piece, next_piece; /* those that have not left */

static struct weft_request request[REQUESTS];
static struct outbox outbox;
static const struct rt_operation operation;
static const char data[BYTES];

static uint32_t below(uint32_t n)
{
	return tap_below(tap_own_random(), n);
}

static uint32_t place_of(uint32_t r)
{
	uint32_t at = 0;

	while (at < count && listed[at] != r) {
		at++;
	}
	return at;
}

static void leave_list(uint32_t at)
{
	for (count--; at < count; at++) {
		listed[at] = listed[at + 1];
	}
}

static void start(uint32_t r)
{
	if (place_of(r) < count) {
		return;
	}
	own[r].bytes = below(BYTES + 1);
	own[r].taken = 0;
	listed[count++] = r;
	rt_use(&request[r], &operation);
	outbox_add(&outbox, &request[r], data, own[r].bytes);
}

static void take(void)
{
	uint32_t r, bytes;

	if (untaken == count) {
		return;
	}
	r = listed[untaken];
	bytes = own[r].bytes - own[r].taken;
	bytes = bytes > 0 ? 1 + below(bytes) : 0;
	own[r].taken += bytes;
	own[r].last = next_piece;
	untaken += own[r].taken == own[r].bytes;
	outbox_taken(&outbox, bytes, next_piece++);
}

static void one_leaves(void)
{
	uint32_t r = listed[0];

	if (first_piece == next_piece) {
		return;
	}
	if (untaken > 0 && own[r].last == first_piece) {
		leave_list(0);
		untaken--;
	}
	outbox_left(&outbox, first_piece++);
}

static bool take_back(uint32_t r)
{
	uint32_t at = place_of(r);
	bool can = at < count && at >= untaken && own[r].taken == 0;

	if (can) {
		leave_list(at);
	}
	return outbox_take_back(&outbox, &request[r]) == can;
}

static struct weft_request *at_place(uint32_t at)
{
	return at < count ? &request[listed[at]] : NULL;
}

/* Its three ends are the list's, and just those in the list are in use. */
static bool is_the_list(void)
{
	bool ok = outbox.taking == at_place(untaken) &&
		  outbox.leaving == at_place(0) &&
		  outbox.newest == at_place(count - 1);

	for (uint32_t r = 0; r < REQUESTS; r++) {
		ok &= place_of(r) < count ? rt_is_marked(&request[r])
					  : request[r].state == WEFT_REUSABLE;
	}
	for (uint32_t i = 0; i < count; i++) {
		ok &= request[listed[i]].at == own[listed[i]].taken &&
		      request[listed[i]].next == at_place(i + 1);
	}
	return ok;
}

int main(void)
{
	bool ok = true, back = true;

	tap_begin();
	first_piece = next_piece = 0u - STEPS / 8;
	for (uint32_t r = 0; r < REQUESTS; r++) {
		request[r].state = WEFT_REUSABLE;
	}
	for (uint32_t i = 0; i < STEPS && ok && back; i++) {
		switch (below(8)) {
		case 0:
		case 1:
			start(below(REQUESTS));
			break;
		case 2:
			back = take_back(below(REQUESTS));
			break;
		case 3:
		case 4:
			take();
			break;
		default:
			one_leaves();
		}
		ok = is_the_list();
	}
	tap_ok(ok, "what is listed, taken and left is a plain list's");
	tap_ok(back, "just what nothing has been taken of is taken back");
	while (count > 0) {
		take();
		one_leaves();
	}
	tap_ok(is_the_list() && !outbox.newest, "at last all have left");
	return tap_end();
}
