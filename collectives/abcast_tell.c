/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who tells whom that there is a chunk.
 *
 * By the trees of the chunks' way a parent rings its children's bells.  Where
 * all copy from the root itself, telling has trees of its own, so that the last
 * one is told soon though each copies once.  Places, counted from the root,
 * have two octal digits.  The root tells those with a 0 in them, its *relays*,
 * and they those that differ from them in that digit only.  So every core is
 * told by few others, whatever the root: those at a distance of one digit.  It
 * keeps a word for each, two lines of the SCC where bells take six; and a word
 * has a *field* for each place that it can mean, so for each root that it can
 * speak of: in it, its writer counts.  Who is called knows at once whose chunk
 * there is, and has told others before it looks at it.
 *
 * Who of its two relays tells a place, and in what order: whoever can first, as
 * in shape_soonest, with a tree as low as there.  As the last relay has still
 * to begin when the root is through, that goes on itself, as far as there are
 * words.
 *
 * A call is a hint, but none is missed.  A root has at most two chunks in its
 * MPB that I have not copied; and between two looks at a word I look at most
 * twice at headers.  So a field gets ahead of what I have seen by less than it
 * can count, however long I do not look (models/calls.pml).  A relay that has
 * stopped passes nothing on: at the tick all roots' headers are looked at, and
 * who knows of the dead rings bells.
 */
#include "arch/arch.h"
#include "collectives/abcast.h"
#include "collectives/abcast_bits.h"
#include "collectives/abcast_engine.h"
#include "runtime/arith.h"
#include "runtime/progress.h"

enum {
	DIGIT = 3,
	DIGITS = 1 << DIGIT,
	PLACES = ABCAST_RELAYED,
	FIELD_SHIFT = 2,
	FIELD_BITS = 1 << FIELD_SHIFT, /* of DIGITS fields of a word */
	HALF = ABCAST_CALLS /
	       2, /* words looked at at once: a line of the SCC */
	/* From being told to telling, in units of telling one [measured]. */
	CALL_DELAY = 5,
	CALL_DELAY_AT_ONCE = 24, /* .. by the controller, all relays alike */
};

/* A distance at which cores tell each other. */
static struct {
	uint16_t to;           /* whom I tell there */
	uint32_t word;         /* mine, at that core */
	uint8_t place[DIGITS]; /* that I have when called there, by field */
} call[ABCAST_CALLS];
static uint32_t seen[ABCAST_CALLS]; /* the words of those who call me */
static uint32_t calls;
static uint32_t recent;      /* the line that last said something, .. */
static uint32_t begun, line; /* .. that a round began with; the next of it */

/* How a place is told; and, at any place, whom that tells, 0 being nobody. */
static struct {
	uint8_t call, shift;
	uint8_t next;  /* that its teller tells */
	uint8_t first; /* that it tells itself */
} told[PLACES];

/* With an interrupt for each the first need not wait for the last's word. */
static void tell_at(uint32_t place)
{
	bool at_once = abcast_at_once();
	uint32_t ranks[ABCAST_CALLS], n = 0;

	for (uint32_t i = told[place].first; i > 0; i = told[i].next) {
		uint32_t c = told[i].call;
		uint32_t one = UINT32_C(1) << told[i].shift;
		uint32_t word = call[c].word;

		/* The field alone: no carry. */
		word ^= (word ^ (word + one)) & ((one << FIELD_BITS) - one);
		call[c].word = word;
		arch_flag_write(call[c].to, abcast.calls + (c << 2), word);
		if (at_once) {
			ranks[n++] = call[c].to;
		} else {
			arch_raise(call[c].to, 1);
		}
	}
	if (n > 0) {
		arch_raise_list(ranks, n);
	}
}

/* In the word of that call: pass on, and have the roots' headers looked at. */
static uint32_t answer(uint32_t c, uint32_t news)
{
	uint32_t times = 0;

	while (news) {
		uint32_t field = bits_lowest(news) >> FIELD_SHIFT;
		uint32_t place = call[c].place[field];

		news &= ~(((UINT32_C(1) << FIELD_BITS) - 1)
			  << (field << FIELD_SHIFT));
		tell_at(place);
		abcast_look_at(arith_sub_mod(abcast.me, place, abcast.count));
		times++;
	}
	return times;
}

static bool abcast_called(void)
{
	uint32_t first = line, n = calls - first, times = 0;
	uint32_t word[HALF];

	n = n < HALF ? n : HALF;
	arch_flags_read(word, abcast.me, abcast.calls + (first << 2), n);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t news = word[i] ^ seen[first + i];

		if (news) {
			seen[first + i] = word[i]; /* before any header */
			times += answer(first + i, news);
		}
	}
	if (times > 0) {
		recent = first;
		rt_merged += times - 1;
		rt_worked = true;
	}
	line = first + HALF < calls ? first + HALF : 0;
	if (line != begun) {
		return true;
	}
	line = begun = recent;
	return false;
}

/* By the trees of the chunks' way: all bells, then a range or two. */
static void ring_at_once(uint32_t first, uint32_t n)
{
	uint32_t before_wrap = abcast.count - first;
	uint32_t rank = first;

	for (uint32_t left = n; left > 0; left--) {
		rt_bell_ring(rank);
		rank = rank + 1 == abcast.count ? 0 : rank + 1;
	}
	if (n > before_wrap) {
		arch_raise(first, before_wrap);
		arch_raise(0, n - before_wrap);
	} else {
		arch_raise(first, n);
	}
}

static void ring_each(uint32_t rank, uint32_t n)
{
	for (; n > 0; n--) {
		rt_bell_ring(rank);
		arch_raise(rank, 1);
		rank = rank + 1 == abcast.count ? 0 : rank + 1;
	}
}

static void abcast_tell(const struct abcast_buffer *b)
{
	uint32_t first = abcast.stream[b->root].first;

	if (b->list_used) {
		for (uint32_t i = 0; i < b->children; i++) {
			ring_each(b->list[i], 1);
		}
	} else if (abcast_is_relayed()) {
		tell_at(0);
	} else if (abcast_at_once()) {
		ring_at_once(first, b->children);
	} else {
		ring_each(first, b->children);
	}
}

/* Calls ---------------------------------------------------------------------- */

static ARCH_COLD uint32_t digit_q(uint32_t place)
{
	return place >> DIGIT;
}

static ARCH_COLD uint32_t digit_t(uint32_t place)
{
	return place & (DIGITS - 1);
}

/* The calls for a change in one digit: t, or q. */
static ARCH_COLD uint32_t by_t(uint32_t t)
{
	return t - 1;
}

static ARCH_COLD uint32_t by_q(uint32_t q)
{
	return DIGITS - 1 + q - 1;
}

/* A teller, and when it has told those that it has told. */
struct teller {
	uint32_t place, free, last;
};

static ARCH_COLD void tells(struct teller *by, uint32_t place, uint32_t c,
			    uint32_t field)
{
	told[place].call = (uint8_t)c;
	told[place].shift = (uint8_t)((field << FIELD_SHIFT));
	call[c].place[field] = (uint8_t)place;
	if (by->last == 0) {
		told[by->place].first = (uint8_t)place;
	} else {
		told[by->last].next = (uint8_t)place;
	}
	by->last = place;
	by->free++;
}

/* Places that nobody tells yet. */
static uint32_t untold[PLACES / 32];

static ARCH_COLD bool is_untold(uint32_t place)
{
	return place < abcast.count && bits_has(untold, place);
}

/* Relays: 10, 20, .., then 1, 2, .. 7, in octal; 0: no more. */
static ARCH_COLD uint32_t relay(uint32_t i)
{
	uint32_t tens = (abcast.count - 1) >> DIGIT;

	if (i < tens) {
		return (i + 1) << DIGIT;
	}
	i = i - tens + 1;
	return i < DIGITS && i < abcast.count ? i : 0;
}

/* Whom the root tells next, after its relays; or 0. */
static ARCH_COLD uint32_t next_of_root(void)
{
	for (uint32_t i = abcast.count - 1; i > 0 && calls < ABCAST_CALLS;
	     i--) {
		if (is_untold(i)) {
			return i;
		}
	}
	return 0;
}

static ARCH_COLD uint32_t next_of_relay(uint32_t place)
{
	for (uint32_t d = DIGITS - 1; d > 0; d--) {
		uint32_t next = digit_t(place) ? place | d << DIGIT : place | d;

		if (is_untold(next)) {
			return next;
		}
	}
	return 0;
}

static ARCH_COLD void tell_by_root(struct teller *root, uint32_t place)
{
	uint32_t c = calls;

	if (digit_t(place) == 0) {
		c = by_q(digit_q(place));
	} else if (digit_q(place) == 0) {
		c = by_t(digit_t(place));
	}
	call[c].to = (uint16_t)arith_add_mod(abcast.me, place, abcast.count);
	calls = c + 1 > calls ? c + 1 : calls;
	tells(root, place, c, 0);
}

static ARCH_COLD void tell_by_relay(struct teller *by, uint32_t place)
{
	if (digit_t(by->place) == 0) {
		tells(by, place, by_t(digit_t(place)), digit_q(place));
	} else {
		tells(by, place, by_q(digit_q(place)), digit_t(place));
	}
}

/* Whoever is free first tells one. */
static ARCH_COLD void abcast_tell_init(void)
{
	struct teller teller[1 + ABCAST_CALLS] = {{0, 0, 0}};
	uint32_t n = 1; /* the root, and the relays that have been told */

	for (uint32_t i = 1; i < abcast.count; i++) {
		bits_set(untold, i);
	}
	for (;;) {
		uint32_t next = relay(n - 1) ? relay(n - 1) : next_of_root();
		struct teller *by = next ? teller : NULL;

		for (uint32_t i = 1; i < n; i++) {
			uint32_t place = next_of_relay(teller[i].place);

			if (place && (!by || teller[i].free < by->free)) {
				by = &teller[i];
				next = place;
			}
		}
		if (!by) {
			return;
		}
		bits_clear(untold, next);
		if (by != teller) {
			tell_by_relay(by, next);
			continue;
		}
		tell_by_root(by, next);
		if (digit_q(next) == 0 || digit_t(next) == 0) {
			/* At once: all relays when the last word is written. */
			teller[n++] = (struct teller){
				next,
				abcast_at_once() ? CALL_DELAY_AT_ONCE
						 : by->free + CALL_DELAY,
				0};
		}
	}
}
