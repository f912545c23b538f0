/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17 seeds=2 env=WEFT_TICK_US=0 time-out=60 */
/* weft-test: cores=3 env=WEFT_TICK_US=0,WEFT_CREDIT=1,WEFT_ABCAST_K=1 time-out=60 */
/* weft-test: cores=3 boards=scc-sim args=16777216 time-out=120 */
/* weft-test: cores=2,3 boards=scc-sim args=back */
/*
 * Whole messages, the long ones to posted buffers: in order with short ones
 * before, between and behind them, posted again for each; many more than a
 * posting's count holds.  One that is taken back was none (`back`).
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"

#include "tests/target/tap.h"

enum {
	LONG = 20000, /* more than the eager limit, with any window here */
	MESSAGES = 24,
	POSTINGS = 140, /* counted modulo 128 */
	BEFORE = 2,
};

static uint32_t me, cores, eager, limit;
static uint8_t *out, *in, *posted[64];
static uint32_t seen[64], got;

/* Every third is long, of any length; some are empty, or as long as may be. */
static uint32_t size_of(uint32_t root, uint32_t i)
{
	uint32_t r = root * 2654435761u ^ i * 0x9e3779b9u;

	if (i - i / 3 * 3 == 2) {
		return eager + 1 + tap_below(r, limit - eager);
	}
	return r >> 9 & 1   ? tap_below(r << 5, eager + 1)
	       : r >> 8 & 1 ? eager
			    : 0;
}

static uint32_t key(uint32_t root, uint32_t i)
{
	return root << 16 | i;
}

static bool post_all(void)
{
	bool ok = true;

	for (uint32_t root = 0; root < cores; root++) {
		if (root != me) {
			posted[root] = malloc(limit);
			ok &= posted[root] &&
			      !weft_abcast_post(root, posted[root], limit);
		}
	}
	return ok;
}

static bool is_right(const struct weft_message *m)
{
	uint32_t i = ++seen[m->root];
	bool ok = m->message == i && m->bytes == size_of(m->root, i);

	got++;
	ok &= m->data == (m->bytes > eager ? posted[m->root] : in);
	ok &= m->bytes == 0 || tap_same(m->data, m->bytes, key(m->root, i));
	if (m->bytes > eager) {
		ok &= !weft_abcast_post(m->root, posted[m->root], limit);
	}
	return ok;
}

static bool receive(weft_us_t within, bool *ok)
{
	struct weft_message m;
	int error = weft_abcast_recv(in, eager, &m, within);

	*ok &= error ? error == WEFT_ERR_TIMEOUT : is_right(&m);
	return error == WEFT_OK;
}

/* Each sends all of its messages, and takes what comes in the meantime. */
static bool exchange(void)
{
	struct weft_request r;
	bool ok = true;

	for (uint32_t i = 1; i <= MESSAGES; i++) {
		uint32_t n = size_of(me, i);
		int error;

		tap_fill(out, n, key(me, i));
		while ((error = weft_abcast_start(out, n, &r)) ==
		       WEFT_ERR_REFUSED) {
			ok &= r.peer < cores && r.peer != me;
			receive(20, &ok); /* it takes the last one first */
		}
		ok &= !error;
		while (!weft_test(&r, WEFT_REUSABLE)) {
			receive(20, &ok);
		}
		tap_fill(out, n, 0); /* it is mine again */
	}
	while (ok && got < (cores - 1) * MESSAGES) {
		receive(WEFT_FOREVER, &ok);
	}
	return ok;
}

/* One long message after the other, with nothing between. */
static bool postings(uint32_t count)
{
	struct weft_request r;
	struct weft_message m;
	bool ok = true;

	for (uint32_t i = 0; i < count; i++) {
		if (me == 0) {
			while (weft_abcast_start(out, eager + 1, &r)) {
				arch_relax(0);
			}
			ok &= !weft_wait(&r, WEFT_COMPLETE, WEFT_FOREVER);
		} else {
			ok &= !weft_abcast_recv(NULL, 0, &m, WEFT_FOREVER);
			ok &= m.root == 0 && m.bytes == eager + 1;
			ok &= !weft_abcast_post(0, posted[0], limit);
		}
	}
	return ok;
}

/* A long one has no time to leave behind others: the posted buffers wait for the next. */
static bool taken_back(void)
{
	static struct weft_request before[BEFORE];
	struct weft_message m;
	bool ok = true;

	for (uint32_t i = 0; me == 0 && i < BEFORE; i++) {
		ok &= !weft_abcast_start(out, eager, &before[i]);
	}
	ok &= me > 0 || weft_abcast(out, eager + 1, 0) == WEFT_ERR_TIMEOUT;
	for (uint32_t i = 0; i < BEFORE; i++) {
		ok &= me == 0 ? !weft_wait(&before[i], WEFT_COMPLETE,
					   WEFT_FOREVER)
			      : !weft_abcast_recv(in, eager, &m, WEFT_FOREVER);
	}
	return ok;
}

int main(int argc, char **argv)
{
	bool back;

	me = weft_rank();
	cores = weft_size();
	eager = weft_abcast_eager();
	back = argc > 1 && !strcmp(argv[1], "back");
	limit = argc > 1 && !back ? (uint32_t)strtoul(argv[1], NULL, 0) : LONG;
	tap_begin();
	tap_cores(64);
	out = malloc(limit);
	in = malloc(eager);
	if (argc > 1 && !back) {
		struct weft_message m;
		struct weft_request r;
		bool ok = true;

		cores = me == 0 ? 0 : 1; /* only rank 0's */
		tap_ok(post_all(), "a buffer is posted");
		tap_fill(out, limit, 1);
		if (me == 0) {
			ok &= !weft_abcast_start(out, limit, &r);
			ok &= !weft_wait(&r, WEFT_COMPLETE, WEFT_FOREVER);
		} else {
			ok &= !weft_abcast_recv(in, eager, &m, WEFT_FOREVER);
			ok &= m.bytes == limit && tap_same(m.data, limit, 1);
		}
		tap_ok(ok, "%u bytes at once", (unsigned)limit);
		return tap_end();
	}
	tap_ok(post_all(), "buffers are posted");
	if (back) {
		tap_ok(taken_back(), "what does not leave in time");
		tap_ok(postings(2), "then the next long ones");
		return tap_end();
	}
	tap_ok(exchange(), "long and short ones in order");
	tap_ok(postings(POSTINGS), "posted %u times", POSTINGS);
	return tap_end();
}
