/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=2,3 seeds=3 args=poll time-out=60 */
/* weft-test: boards=scc-sim cores=2 seeds=3 args=interrupt time-out=60 */
/*
 * Messages of the library that no call sends: the last core sends them to rank 0.  Some are
 * wrong in one thing, and are refused for that.  The words of others are anything: they are of
 * each kind and length, with numbers at which a check may be off.  What rank 0 has beside
 * what it has opened to others stays as it is, and it goes on: what a message says is not
 * taken for granted.
 */
#include <string.h>

#include <weft/published/am_name.h>
#include <weft/published/am_tag.h>
#include <weft/published/am_task.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "messages/am/segments/am_library.h"
#include "runtime/wait.h"
#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	SEGMENT = 2, /* of the queue */
	WORDS = 3,   /* .. and of another one */
	FAR = 4,
	SHARE = 256,
	GUARD = 512,
	BLANK = 0x3c,
	EACH = 60, /* messages of a kind */
};

static uint32_t me, cores, area;
static uint8_t *room, *near;
static struct weft_am_queue queue;
static struct weft_am_segment segment = {.key = 1};
static struct weft_am_name name = {.name = 5, .endpoint = MEET_ENDPOINT};

static uint32_t forged_word(void)
{
	static const uint32_t hostile[] = {
		0, 1, 2, 3, 4, 15, 16, 17, 63, 64, 127, 128, 252, 255, 256,
		257, 1023, 1024, 8191, 8192, 0xffff, 0x10000, 0x7fffffff,
		0x80000000, 0xfffffffc, 0xffffffff};
	uint32_t r = tap_own_random(), n = sizeof(hostile) / sizeof(*hostile);

	if (r & 1) {
		return hostile[tap_below(r, n)];
	}
	/* A head: a segment, an operation, bytes. */
	return r & 2 ? am_head(r >> 8 & 7, r >> 12 & 31, r >> 20) : r;
}

/* The rest of the memory that others may not write. */
static bool is_blank(void)
{
	uint8_t now[GUARD];
	bool ok = true;

	for (uint32_t i = 0; i < GUARD; i++) {
		ok &= room[i] == BLANK &&
		      room[GUARD + SHARE * cores + i] == BLANK;
		ok &= near[i] == BLANK && near[GUARD + WORDS * 4 + i] == BLANK;
	}
	arch_acquire();
	arch_get(now, me, ARCH_WINDOW_MPB, area, GUARD);
	for (uint32_t i = 0; i < GUARD; i++) {
		ok &= now[i] == BLANK;
	}
	return ok;
}

static bool open_all(void)
{
	uint8_t blank[GUARD];
	bool ok = true;

	room = tap_room(2 * GUARD + SHARE * cores);
	near = tap_room(2 * GUARD + WORDS * 4);
	memset(room, BLANK, 2 * GUARD + SHARE * cores);
	memset(near, BLANK, 2 * GUARD + WORDS * 4);
	memset(blank, BLANK, GUARD);
	if (weft_mpb_alloc(GUARD, &area)) {
		weft_panic("no room");
	}
	arch_put(me, ARCH_WINDOW_MPB, area, blank, GUARD);
	arch_settle(me);
	queue.memory = room + GUARD;
	queue.bytes = SHARE * cores;
	segment.memory = near + GUARD;
	segment.bytes = WORDS * 4;
	ok &= !weft_am_queue_open(SEGMENT, &queue);
	ok &= !weft_am_segment_open(WORDS, &segment);
	return ok && (me > 0 || !weft_am_publish(&name, WEFT_FOREVER));
}

/* What is refused comes back, and is no error of this call. */
static bool forges(void)
{
	bool ok = true;

	for (uint32_t kind = AM_ON_ENDED; kind < AM_LIBRARY_HANDLERS;
	     kind++) {
		for (uint32_t n = 0; n < EACH; n++) {
			uint32_t words[WEFT_AM_WORDS];
			uint32_t count = tap_below(tap_own_random(),
						   WEFT_AM_WORDS + 1);

			for (uint32_t i = 0; i < count; i++) {
				words[i] = forged_word();
			}
			ok &= !am_post(0, kind, words, count,
				       rt_deadline(WEFT_FOREVER));
		}
	}
	return ok;
}

/* Each is wrong in one thing, which its answer says. */
static bool says_what_is_wrong(void)
{
	static const struct {
		enum am_library_handler kind;
		uint32_t segment, offset, bytes, count;
		int error;
	} asked[] = {
		{AM_ON_WORDS, WORDS, 0, 4 * WORDS, AM_WORD_MORE + 2,
		 WEFT_ERR_SIZE},
		{AM_ON_WORDS, WORDS, 4, 4 * WORDS, AM_WORD_MORE + WORDS,
		 WEFT_ERR_RANGE},
		{AM_ON_WORDS, WORDS + 1, 0, 4, AM_WORD_MORE + 1,
		 WEFT_ERR_STATE},
		{AM_ON_BLOCK, WORDS, 0, 4, AM_WORD_MORE + 1, WEFT_ERR_RANGE},
		{AM_ON_PLACED, WORDS, 0, 4, AM_WORD_MORE + 1, WEFT_ERR_WINDOW},
		{AM_ON_MAP, WORDS, 2, 0, AM_WORD_MORE, WEFT_ERR_KEY},
	};
	uint32_t n = sizeof(asked) / sizeof(*asked), right = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t words[WEFT_AM_WORDS] = {
			asked[i].offset,
			am_head(asked[i].segment, 0, asked[i].bytes)};

		/* A block that ends behind the window. */
		words[AM_WORD_MORE] =
			asked[i].kind == AM_ON_PLACED
				? asked[i].bytes
				: arch_window_bytes(ARCH_WINDOW_MPB) - 2;
		right += am_ask(0, asked[i].kind, words, asked[i].count, NULL,
				0, rt_deadline(WEFT_FOREVER)) ==
			 asked[i].error;
	}
	return right == n;
}

/* Rank 0 still does what it is asked for. */
static bool goes_on(void)
{
	weft_rank_t owner = cores;

	return !weft_am_find(name.name, &owner, WEFT_FOREVER) && owner == 0;
}

int main(int argc, char **argv)
{
	bool ok;

	me = weft_rank();
	cores = weft_size();
	tap_begin();
	ok = meet_begin(argc > 1 ? argv[1] : "poll") && meet() && open_all();
	tap_ok(meet() && ok, "open");
	ok = me != cores - 1 || says_what_is_wrong();
	ok &= meet();
	for (uint32_t i = 0; i < WORDS * 4; i++) {
		ok &= near[GUARD + i] == BLANK;
	}
	tap_ok(ok, "what is wrong in one thing writes nothing");
	ok = me != cores - 1 || forges();
	ok &= meet();
	if (me == 0) {
		weft_am_queue_serve();
	}
	tap_ok(meet() && ok, "messages whose words are anything");
	tap_ok(is_blank(), "nothing else is written");
	ok = goes_on();
	tap_ok(meet() && ok, "it goes on");
	return tap_end();
}
