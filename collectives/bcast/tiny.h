/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tiny broadcast whose role is known: the payload travels with the flag, in the
 * line of a slot (collectives/bcast/slots.h), the word first.
 *
 * Inline: a microsecond is 350 instructions on the SCC, and the whole broadcast takes
 * less than two.
 */
#ifndef COLLECTIVES_TINY_H
#define COLLECTIVES_TINY_H

#include <stdint.h>
#include <string.h>

#include "arch/arch.h"
#include "collectives/bcast/bcast_choice.h"
#include "collectives/bcast/slots.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

enum {
	TINY_SLOT = 32,
	TINY_WORD = 4, /* before the payload */
	/* Where flags are dear: bytes that flags_write stores at once. */
	TINY_AT_ONCE = ARCH_SHORT_BYTES > BCAST_SHORT ? ARCH_ATOM : 0,
};
_Static_assert(TINY_SLOT - TINY_WORD == BCAST_TINY, "a line, and its word");

/*
 * weft_bcast has chosen that for up to so many bytes: from now on it may itself make a
 * call that is like the last one.  Thread.
 */
ARCH_COLD void tiny_choose(bcast_fn *form, uint32_t bytes);

/*
 * Is it like the last one, by what weft_bcast has chosen, and am I the root, or
 * not?  A push has a call at each level of its tree, so one more is little in it.
 */
static inline bool tiny_sends(const void *data, size_t size, uint32_t root)
{
	return ARCH_REMOTE_AWAIT && root == tiny_slots.root &&
	       size - 1 < tiny_slots.sends && data;
}

static inline bool tiny_gets(const void *data, size_t size, uint32_t root)
{
	return ARCH_REMOTE_AWAIT && root == tiny_slots.root &&
	       size - 1 < tiny_slots.gets && data;
}

/*
 * Bytes of a line, at the root, to all whom it tells.  What is stored at once goes with
 * its word.  Else: once it has been put, or if it is of a line of memory that has, the
 * payload is in my cache, and a few words are cheaper than another copy.
 */
static inline void tiny_send_line(struct slots *s, const void *data,
				  size_t size, bool cached)
{
	uint32_t words[TINY_SLOT / sizeof(uint32_t)], i = 0;

	RT_TRACE("tiny broadcast", s->call, s->word);
	if (!cached && TINY_WORD + size > TINY_AT_ONCE) {
		arch_put(s->tell[0], ARCH_WINDOW_MPB, s->word + TINY_WORD, data,
			 size);
		arch_flag_write(s->tell[0], s->word, s->call);
		i = 1;
	}
	if (s->tells > i) {
		words[0] = s->call;
		memcpy(words + 1, data, size);
		do {
			arch_flags_write(s->tell[i], s->word, words,
					 (uint32_t)(TINY_WORD + size + 3) >> 2);
		} while (++i < s->tells);
	}
	slots_next(s, TINY_SLOT, 1);
}

/* Of any length, and at a hub that others follow. */
int tiny_send_lines(struct slots *s, const char *data, size_t size,
		    weft_us_t within);
int tiny_get_lines(struct slots *s, char *data, size_t size, weft_us_t within);

/*
 * The others have not left the bank in time, so nothing moves.  But the call is over: its slots
 * are used here, too.  Returns `error`.
 */
ARCH_COLD int tiny_miss(struct slots *s, const void *data, size_t size,
			int error);

/* The call at the root .. */
static inline int tiny_send(struct slots *s, const void *data, size_t size,
			    weft_us_t within)
{
	if (BCAST_LINES > BCAST_TINY && size > BCAST_TINY) {
		return tiny_send_lines(s, data, size, within);
	}
	tiny_send_line(s, data, size, false);
	return WEFT_OK;
}

/* .. and elsewhere. */
static inline int tiny_get(struct slots *s, void *data, size_t size,
			   weft_us_t within)
{
	uint32_t word = s->word, call = s->call, hub = s->hub;
	int error;

	if (!ARCH_REMOTE_AWAIT || s->tells > 0 ||
	    (BCAST_LINES > BCAST_TINY && size > BCAST_TINY)) {
		return tiny_get_lines(s, data, size, within);
	}
	slots_next(s, TINY_SLOT, 1);
	RT_TRACE("tiny broadcast", call, word);
	error = rt_await_at(hub, word, call, rt_deadline(within), s->from,
			    "a tiny broadcast");
	if (error) {
		return error;
	}
	arch_get(data, hub, ARCH_WINDOW_MPB, word + TINY_WORD, size);
	return WEFT_OK;
}

#endif
