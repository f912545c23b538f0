/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tiny broadcast whose role is known: the payload travels with the flag, in the
 * line of a slot (collectives/slots.h), the word first.
 *
 * Inline: a microsecond is 350 instructions on the SCC, and the whole broadcast takes
 * less than two.
 */
#ifndef COLLECTIVES_TINY_H
#define COLLECTIVES_TINY_H

#include <stdint.h>

#include "arch/arch.h"
#include "collectives/bcast_choice.h"
#include "collectives/slots.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

enum {
	TINY_SLOT = 32,
	TINY_WORD = 4, /* before the payload */
};
_Static_assert(TINY_SLOT - TINY_WORD == BCAST_TINY, "a line, and its word");

extern struct slots tiny_slots;

/*
 * weft_bcast has chosen that for such sizes: from now on it may itself make a call
 * that is like the last one.  Thread.
 */
typedef int bcast_fn(void *data, size_t bytes, weft_rank_t root,
		     weft_us_t within);
ARCH_COLD void tiny_choose(bcast_fn *form);

/* To all but the first, and that the slot is used.  From my own slot. */
void tiny_tell_others(const void *data, uint32_t size);
void tiny_pass_on(uint32_t word, uint32_t call, uint32_t size);

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

/* The call at the root .. */
static inline int tiny_send(const void *data, uint32_t size)
{
	const struct slots *s = &tiny_slots;

	RT_TRACE("tiny broadcast", s->call, s->word);
	arch_put(s->tell[0], ARCH_WINDOW_MPB, s->word + TINY_WORD, data, size);
	arch_flag_write(s->tell[0], s->word, s->call);
	tiny_tell_others(data, size);
	return WEFT_OK;
}

/* .. and elsewhere. */
static inline int tiny_get(void *data, uint32_t size, uint32_t root,
			   weft_us_t within)
{
	struct slots *s = &tiny_slots;
	uint32_t word = s->word, call = s->call, home = s->home;
	int error;

	slots_next(s, TINY_SLOT, 1);
	RT_TRACE("tiny broadcast", call, word);
	error = rt_await_at(home, word, call, rt_deadline(within), root,
			    "a tiny broadcast");
	if (error) {
		return error;
	}
	if (s->tells > 0) {
		tiny_pass_on(word, call, size);
	}
	arch_get(data, home, ARCH_WINDOW_MPB, word + TINY_WORD, size);
	return WEFT_OK;
}

#endif
