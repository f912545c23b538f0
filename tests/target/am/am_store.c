/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 args=poll time-out=120 */
/* weft-test: cores=1,2,3 args=interrupt time-out=120 */
/* weft-test: cores=17 args=mixed time-out=120 */
/* weft-test: cores=3 boards=scc-sim modes=relaxed args=mixed seeds=2 time-out=120 */
/* weft-test: cores=48 boards=scc-sim,scc-qemu args=mixed full=1 time-out=120 */
/* weft-test: cores=3 boards=scc-sim args=mixed seeds=3 env=WEFT_EPOCH=0xfffffff0
   full=1 */
/* weft-image: am_store_small messages/am/segments/am_block.c -DAM_LEAST=1 */
/* weft-test: image=am_store_small boards=scc-sim cores=2,3,17 args=mixed time-out=120 */
/* weft-image: am_store_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_store_least boards=scc-sim cores=2,3,17 args=mixed time-out=120 */
/* weft-test: image=am_store_least boards=scc-sim cores=48 args=mixed full=1 time-out=120 */
/*
 * Segments: every core stores a stripe of its own in every other one's, in pieces of
 * random sizes, in a random order, to all in turn; in private memory, by words and by
 * blocks, and in the MPB.  The owner is told once, when all bytes have come.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	FAR, /* segments */
	NEAR,
	KINDS,
	KEY = 0x5eed,
	PIECES = 12, /* of a stripe, at most */
	CORES = 64,
	ROUNDS = 2,
};

static uint32_t me, cores;
static struct weft_am_segment segment[KINDS];
static struct weft_am_remote remote[KINDS][CORES];
static uint32_t stripe[KINDS]; /* bytes */
static volatile uint32_t ends[KINDS];

/* Of the whole segment, each time. */
static uint32_t end(struct weft_am_segment *s)
{
	ends[s->arg != NULL]++;
	return s->bytes;
}

static uint32_t key_of(uint32_t from, uint32_t to, uint32_t kind)
{
	return (from << 8 | to) << 4 | kind;
}

static uint32_t room_of(uint32_t kind)
{
	size_t largest = 0;
	uint32_t most = cores > 17 ? 150 : cores > 3 ? 600 : 1300;

	if (kind == NEAR) {
		weft_mpb_free_bytes(&largest);
		while (most * cores > largest) {
			most = most * 2 / 3;
		}
	}
	return most;
}

static bool open_both(void)
{
	uint32_t at = 0;
	bool ok = true;

	for (uint32_t kind = 0; kind < KINDS; kind++) {
		struct weft_am_segment *s = &segment[kind];

		stripe[kind] = room_of(kind);
		s->bytes = stripe[kind] * cores;
		s->key = KEY + kind;
		s->end = end;
		if (kind == NEAR) {
			ok &= !weft_mpb_alloc(s->bytes, &at);
			s->offset = at;
			s->arg = s;
		} else {
			s->memory = tap_room(s->bytes);
			s->offset = UINT32_MAX; /* of no meaning there */
		}
		ok &= weft_am_segment_expect(kind, 1) == WEFT_ERR_STATE;
		ok &= !weft_am_segment_open(kind, s);
		ok &= weft_am_segment_open(kind, s) == WEFT_ERR_STATE;
		ok &= !weft_am_segment_expect(kind, (int32_t)s->bytes + 5);
		ok &= !weft_am_segment_expect(kind, -5);
	}
	return ok;
}

static bool map_all(void)
{
	struct weft_am_remote *r;
	bool ok = meet();

	for (uint32_t i = 0; i < cores; i++) {
		r = &remote[FAR][i];
		ok &= weft_am_map(r, i, FAR, 0, WEFT_FOREVER) ==
		      WEFT_ERR_KEY;
		ok &= weft_am_map(r, i, KINDS, 0, WEFT_FOREVER) ==
		      WEFT_ERR_STATE;
		for (uint32_t kind = 0; kind < KINDS; kind++) {
			r = &remote[kind][i];
			ok &= !weft_am_map(r, i, kind, KEY + kind,
					   WEFT_FOREVER) &&
			      r->bytes == segment[kind].bytes;
		}
	}
	return ok & meet();
}

/* Where the pieces of a stripe begin, in the order in which they are sent. */
struct plan {
	uint32_t count;
	uint32_t first[PIECES + 1], order[PIECES];
};

static void swap(uint32_t *a, uint32_t *b)
{
	uint32_t was = *a;

	*a = *b;
	*b = was;
}

static void draw(struct plan *p, uint32_t bytes)
{
	p->count = 1 + tap_below(tap_own_random(), PIECES);
	for (uint32_t i = 0; i < p->count; i++) {
		p->order[i] = i;
		p->first[i] = i ? tap_below(tap_own_random(), bytes + 1) : 0;
		for (uint32_t j = i; j > 0 && p->first[j - 1] > p->first[j];
		     j--) {
			swap(&p->first[j - 1], &p->first[j]);
		}
	}
	p->first[p->count] = bytes;
	for (uint32_t i = p->count - 1; i > 0; i--) {
		swap(&p->order[i], &p->order[tap_below(tap_own_random(), i)]);
	}
}

static bool store_piece(struct weft_am_remote *r, const struct plan *p,
			uint32_t n, const char *data, uint32_t bytes)
{
	uint32_t first = p->first[p->order[n]];
	uint32_t past = p->first[p->order[n] + 1];

	return !weft_am_store(r, me * bytes + first, data + first, past - first,
			      WEFT_FOREVER) &&
	       r->sent == past - first;
}

/* Its own pieces for each other core, and all others' from each. */
static bool exchange(uint32_t kind, uint32_t round)
{
	uint32_t bytes = stripe[kind], all = segment[kind].bytes, left = 0;
	struct plan *plans = malloc(cores * sizeof(*plans));
	uint32_t *next = calloc(cores, sizeof(*next));
	char *data = malloc(all + 1), *got = malloc(all + 1);
	bool ok = plans && next && data && got;

	for (uint32_t to = 0; ok && to < cores; to++) {
		draw(&plans[to], bytes);
		tap_fill(data + to * bytes, bytes,
			 key_of(me, to, kind) + round);
		left += plans[to].count;
	}
	while (ok && left > 0) {
		uint32_t to = tap_below(tap_own_random(), cores);

		for (; next[to] == plans[to].count;) {
			to = to + 1 < cores ? to + 1 : 0;
		}
		ok &= store_piece(&remote[kind][to], &plans[to], next[to]++,
				  data + to * bytes, bytes);
		left--;
	}
	ok &= !weft_am_wait(&segment[kind].stored, (round + 1) * all,
			    WEFT_FOREVER) &&
	      !weft_am_wait(&ends[kind], round + 1, WEFT_FOREVER) &&
	      ends[kind] == round + 1;
	if (ok && kind == NEAR) {
		ok = !weft_get(got, weft_at(me, segment[kind].offset), all);
	}
	for (uint32_t from = 0; ok && from < cores; from++) {
		ok &= tap_same((kind == NEAR ? got : segment[kind].memory) +
				       from * bytes,
			       bytes, key_of(from, me, kind) + round);
	}
	free(plans);
	free(next);
	free(data);
	free(got);
	return ok & meet();
}

/* Stores nothing until that is an error. */
static int told_later(struct weft_am_remote *r)
{
	int error;

	do {
		weft_am_wait(&meet_counted, meet_counted + 1, 100);
		error = weft_am_store(r, 0, NULL, 0, 0);
	} while (!error);
	return error;
}

static bool errors(void)
{
	struct weft_am_remote *r = &remote[FAR][cores - 1 - me], other = {0};
	uint32_t size = segment[FAR].bytes, was = segment[FAR].stored;
	uint32_t after = was;
	bool ok = weft_am_store(NULL, 0, "", 1, 0) == WEFT_ERR_NULL;

	ok &= weft_am_store(r, 0, NULL, 1, 0) == WEFT_ERR_NULL;
	ok &= weft_am_store(r, size, "", 1, 0) == WEFT_ERR_RANGE;
	ok &= weft_am_store(r, 1, "", size, 0) == WEFT_ERR_RANGE;
	ok &= !weft_am_store(r, size, "", 0, 0);
	ok &= weft_am_map(&other, cores, 0, 0, 0) == WEFT_ERR_RANK;
	ok &= weft_am_map(&other, 0, 16, 0, 0) == WEFT_ERR_NUMBER;
	ok &= weft_am_map(NULL, 0, 0, 0, 0) == WEFT_ERR_NULL;
	ok &= weft_am_unmap(&other) == WEFT_ERR_STATE;
	ok &= weft_am_segment_open(16, &segment[FAR]) == WEFT_ERR_NUMBER;
	ok &= weft_am_segment_open(5, NULL) == WEFT_ERR_NULL;
	ok &= weft_am_segment_close(5) == WEFT_ERR_STATE;
	segment[NEAR].offset = 0; /* the library's part of the MPB */
	ok &= weft_am_segment_open(5, &segment[NEAR]) == WEFT_ERR_RANGE;
	weft_am_hold();
	ok &= weft_am_store(r, 0, "", 1, 0) == WEFT_ERR_STATE;
	weft_am_release();
	/* What comes when it is closed is told to the sender, later and once. */
	ok &= meet() && !weft_am_segment_close(FAR) && meet();
	ok &= !weft_am_store(r, 0, "abc", 3, WEFT_FOREVER);
	ok &= told_later(r) == WEFT_ERR_STATE;
	ok &= !weft_am_store(r, 0, "abc", 0, 0);
	ok &= !weft_am_unmap(r) && weft_am_unmap(r) == WEFT_ERR_STATE;
	after = segment[FAR].stored;
	return ok && after == was && meet();
}

int main(int argc, char **argv)
{
	bool ok = true;

	me = weft_rank();
	cores = weft_size();
	if (cores > CORES) {
		weft_panic("more cores than this test has room for");
	}
	tap_begin();
	tap_ok(weft_am_segment_open(0, &segment[0]) == WEFT_ERR_STATE &&
		       meet_begin(argc > 1 ? argv[1] : "poll"),
	       "begins");
	tap_ok(open_both(), "segments open");
	tap_ok(map_all(), "a key opens them to others");
	for (uint32_t i = 0; i < ROUNDS; i++) {
		ok &= exchange(FAR, i);
	}
	tap_ok(ok, "stripes of %u bytes in memory", (unsigned)stripe[FAR]);
	for (uint32_t i = 0; i < ROUNDS; i++) {
		ok &= exchange(NEAR, i);
	}
	tap_ok(ok, "stripes of %u bytes in the MPB", (unsigned)stripe[NEAR]);
	tap_ok(errors(), "errors");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return tap_end();
}
