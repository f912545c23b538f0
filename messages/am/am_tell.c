/* SPDX-License-Identifier: Apache-2.0 */
/* Telling a core that there is something new, by an interrupt if it takes them. */
#include "arch/arch.h"
#include "arch/fence.h"
#include "messages/am/am.h"

/*
 * This core does not know how that one receives, or that may change.  The
 * receiver shows how, lets that land, and then looks for messages.  The sender
 * lets its message land, and then looks at what the receiver shows.  So one of
 * the two sees the other.  Pairs with the settle of weft_am_begin, and with
 * am_looks_last.
 */
static ARCH_COLD uint32_t ask_reception(uint32_t rank)
{
	uint32_t how;

	FENCE(am_first_contact, arch_settle(rank));
	how = arch_flag_read(rank, am.at.reception);
	am.peer[rank].reception = (how == AM_LOOKS_NOW ? WEFT_AM_HYBRID : how) |
				  (am.form.lean ? AM_LEAN : 0);
	return how;
}

AM_BY_INTERRUPT WEFT_REGISTERS __attribute__((noinline)) void
am_tell_more(uint32_t rank)
{
	uint32_t how = am.peer[rank].reception & ~(uint32_t)AM_LEAN;

	if (rank == am.me) {
		/*
		 * This core's own news counts as heard once it has read it.
		 * It must have landed by then, or it might still overwrite
		 * another core's.  Pairs with the core's own am_scan: news
		 * that comes after that is another core's.
		 */
		FENCE(am_to_myself, arch_settle(rank));
		how = am.mode.how;
	} else if (how != WEFT_AM_INTERRUPT && how != WEFT_AM_POLL) {
		how = ask_reception(rank);
	}
	if (how == WEFT_AM_INTERRUPT || how == WEFT_AM_HYBRID) {
		arch_raise(rank, 1);
	}
}

ARCH_COLD void am_tell(uint32_t rank, uint32_t news)
{
	arch_flag_write(rank, am.at.notice, news);
	if (am.peer[rank].reception != WEFT_AM_POLL) {
		am_tell_more(rank);
	}
}
