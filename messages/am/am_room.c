/* SPDX-License-Identifier: Apache-2.0 */
/* Room for a request at another core: is there any, and waiting for it. */
#include "arch/arch.h"
#include "arch/inline.h"
#include "messages/am/am_lean.h"
#include "runtime/park.h"
#include "runtime/wait.h"

enum {
	FIRST_LOOKS = 128, /* of a call: what comes after them lies in slow memory */
};

/* Has this core served all replies that came before the word of credit it has read? */
static bool replies_served(uint32_t rank)
{
	uint32_t key = am_key(rank, AM_REPLY), number = am.from[key].got + 1;
	uint32_t head = arch_flag_read(am.me, am_line(key, number));

	return !am_head_is_plain(am_head_plain(head, number));
}

bool am_has_room(uint32_t rank)
{
	struct am_peer *p = &am.peer[rank];
	uint32_t freed;

	if (am.form.lean) {
		return am_lean_has_room(rank);
	}
	freed = arch_inline_flag_at(am.own, rt_flag(am.at.freed, rank));
	if (p->state) {
		return false;
	}
	if ((int32_t)(freed - p->freed) > 0 && replies_served(rank)) {
		if (am_news_passes_half(p->freed, freed)) {
			am.look.scanned =
				0; /* it may soon be what it once was */
		}
		am_freed(p, freed);
	}
	return p->sent[AM_REQUEST] != p->last;
}

#if ARCH_NEAR
bool am_room_soon(uint32_t rank)
{
	uint32_t looks = FIRST_LOOKS;

	while (!am_has_room(rank)) {
		if (looks-- == 0) {
			return false;
		}
		am_look();
	}
	return true;
}
#endif

static ARCH_COLD bool has_room(void *what)
{
	uint32_t rank = *(const uint32_t *)what;

	return am.peer[rank].state || am.mode.evicted || am_has_room(rank);
}

ARCH_COLD bool am_is_told(uint32_t rank, uint32_t number)
{
	uint32_t word;

	if (am.form.lean) {
		return am_lean_is_freed(rank, number);
	}
	word = arch_inline_flag_at(am.own, rt_flag(am.at.freed, rank));
	return (int32_t)(word - number) >= 0;
}

ARCH_COLD bool am_is_freed(uint32_t rank, uint32_t number)
{
	const struct am_peer *p = &am.peer[rank];

	return p->state || (int32_t)(p->freed - number) >= 0 ||
	       am_is_told(rank, number);
}

struct freed {
	uint32_t rank, number;
};

static ARCH_COLD bool is_freed(void *what)
{
	const struct freed *f = what;

	return am.mode.evicted || am_is_freed(f->rank, f->number);
}

/*
 * Credit comes in a word, without an interrupt; in the lean layout in a byte, with an
 * interrupt.
 */
ARCH_COLD int am_await_freed(uint32_t rank, uint32_t number, uint64_t deadline)
{
	static const char why[] = "a request to be handled";
	struct freed f = {rank, number};
	int error = WEFT_OK;

	if (is_freed(&f)) {
	} else if (am.mode.how == WEFT_AM_POLL) {
		error = am_poll_word(is_freed, &f, deadline, rank, why);
	} else if (am.form.lean) {
		error = rt_park(is_freed, &f, deadline, rank, why);
	} else {
		error = rt_await(rt_flag(am.at.freed, rank), number, deadline,
				 rank, why);
	}
	return am.mode.evicted ? WEFT_ERR_DEAD : error;
}

static struct freed for_room(uint32_t rank)
{
	return (struct freed){rank,
			      am.peer[rank].sent[AM_REQUEST] - am.form.mask};
}

/* There is room, or there is none because another fiber took it: then wait for credit. */
static ARCH_COLD bool are_replies_served(void *what)
{
	uint32_t rank = *(const uint32_t *)what;
	struct freed f = for_room(rank);

	return has_room(&rank) || !is_freed(&f);
}

/*
 * On a core that takes interrupts.  It waits for credit, and then for the replies that were
 * sent before that: these are not served while another fiber holds.
 */
static int await_room(uint32_t rank, uint64_t deadline)
{
	int error = WEFT_OK;

	while (!error && !has_room(&rank)) {
		struct freed f = for_room(rank);

		error = am_await_freed(rank, f.number, deadline);
		if (!error) {
			error = rt_park(are_replies_served, &rank, deadline,
					rank, "replies of that core");
		}
	}
	return error;
}

ARCH_COLD int am_await_room(uint32_t rank, uint64_t deadline)
{
	int error = am.mode.how == WEFT_AM_POLL
			    ? am_poll_word(has_room, &rank, deadline, rank,
					   "room for a request")
			    : await_room(rank, deadline);

	if (am.mode.evicted || am.peer[rank].state) {
		return WEFT_ERR_DEAD;
	}
	return error;
}
