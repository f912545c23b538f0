/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DSM-Synch (P. Fatourou, N. Kallimanis, PPoPP 2012, section 4): the queue of an MCS lock,
 * whose holder, the combiner, also runs what those ask for who stand behind it.
 *
 * At the home, TAIL: who came last, rank + 1; 0: nobody is there.  In each core's MPB:
 *
 *  NEXT   a row: who stands behind me, rank + 1, and whether that core may give up its
 *         wait; its request; the argument.  Written by that core, at once.
 *  PLACE  of a core that waits and may give up: WAITING; LEFT, it has given up; TOLD, it is
 *         to combine.  The last two exclude each other, by a compare-and-swap.
 *
 * A reply (sync/delegate.h) with COMBINE set says that the request has not been run, and
 * that its core is the combiner now.
 *
 * What differs from the published algorithm: the request is sent to the core before, as in
 * CC-Synch, so that it and the link are one write; and a reply is sent when it is known who
 * stands behind its core.  After a reply nobody reads that core's NEXT, and it
 * needs one node, not two.
 *
 * Deadlines.  Who gives up its wait leaves its request.  If combining comes to that core,
 * the combiner finds LEFT, runs the request, and goes on.  So nobody waits for a core that
 * does not wait itself.  models/dsm_synch.pml searches this.
 */
#include "arch/fence.h"
#include "runtime/wait.h"
#include "sync/atomic.h"
#include "sync/delegate.h"
#include "sync/retry.h"

#include <weft/flag.h>

enum {
	TAIL,
	PLACE,
	FLAGS,
	/* words of NEXT */
	WHO = 0,
	REQUEST,
	ARGUMENT,
	ROW
};

#define WAITING   0u
#define LEFT      1u
#define TOLD      2u
#define COMBINE   1u         /* in a reply, below its number */
#define MAY_LEAVE (1u << 30) /* in WHO */

static uint32_t dsm_synch_at(const struct weft_delegate *d, uint32_t flag)
{
	return weft_flag_at(d->flags, flag);
}

static ARCH_COLD void dsm_synch_begin(struct weft_delegate *d)
{
	arch_flag_write(arch_rank(), d->row, 0);
}

static bool dsm_synch_swapped(uint32_t rank, uint32_t word, uint32_t from,
			      uint32_t to)
{
	uint32_t was = from;

	sync_compare_swap(rank, word, from, to, ARCH_NEVER, &was);
	return was == from;
}

/*
 * What the operations wrote lands before those of the next combiner.  Pairs
 * with dsm_synch_combine() there: it reads objects after COMBINE, or TAIL at 0.
 */
static void land(void)
{
	FENCE(dsm_synch_land, arch_quiet());
}

/* Who stands behind `core`; false: nobody did, and the queue is empty now. */
static bool dsm_synch_behind(const struct weft_delegate *d, uint32_t core,
			     uint32_t *next)
{
	arch_flags_read(next, core, d->row, ROW);
	if (next[WHO]) {
		return true;
	}
	land();
	if (dsm_synch_swapped(d->home, dsm_synch_at(d, TAIL), core + 1, 0)) {
		return false;
	}
	sync_await(core, d->row, 1, RT_ANYONE, d->home,
		   "who is next, at a combiner");
	arch_flags_read(next, core, d->row, ROW);
	return true;
}

/* That core is the combiner from now on; false: it has given up its wait. */
static bool hand_over(const struct weft_delegate *d, const uint32_t *next,
		      uint32_t core)
{
	if (next[WHO] & MAY_LEAVE &&
	    !dsm_synch_swapped(core, dsm_synch_at(d, PLACE), WAITING, TOLD)) {
		return false;
	}
	land();
	arch_flag_write(core, d->reply,
			(next[REQUEST] & DELEGATE_NUMBER) | COMBINE);
	return true;
}

/* Run my own request, and those behind it. */
static void dsm_synch_combine(struct weft_delegate *d, uint32_t request,
			      uint32_t argument, uint32_t *result)
{
	uint32_t core = arch_rank(), served = 0, number, value;
	uint32_t next[ROW];
	bool more;

	d->serving = true;
	d->terms++;
	*result = delegate_run(d, request, argument);
	more = dsm_synch_behind(d, core, next);
	while (more) {
		core = (next[WHO] & ~MAY_LEAVE) - 1;
		if (served >= d->max_ops && hand_over(d, next, core)) {
			break;
		}
		served++;
		number = next[REQUEST];
		value = delegate_run(d, number, next[ARGUMENT]);
		more = dsm_synch_behind(d, core, next);
		delegate_reply(d, core, number, value);
	}
	d->serving = false;
}

static int dsm_synch_await_reply(struct weft_delegate *d, uint32_t *result,
				 uint64_t deadline)
{
	uint32_t me = arch_rank();

	if (rt_await(d->reply, delegate_number(d), deadline, d->servicer,
		     "the core before, or its combiner")) {
		if (arch_flag_read(me, dsm_synch_at(d, PLACE)) == LEFT ||
		    dsm_synch_swapped(me, dsm_synch_at(d, PLACE), WAITING,
				      LEFT)) {
			return WEFT_ERR_PENDING;
		}
		/* TOLD: the word comes now. */
		rt_await(d->reply, delegate_number(d), ARCH_NEVER, d->servicer,
			 "to be the combiner");
	}
	*result = delegate_result(d);
	return WEFT_OK;
}

static int dsm_synch_apply(struct weft_delegate *d, uint32_t request,
			   uint32_t argument, uint32_t *result,
			   weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	uint32_t me = arch_rank(), before, words[ROW];
	int error;

	if (d->serving) {
		return WEFT_ERR_STATE; /* another fiber of this core combines */
	}
	/* Pairs with dsm_synch_apply() of the next: it reads TAIL, then writes here. */
	arch_flag_write(me, d->row, 0);
	arch_flag_write(me, dsm_synch_at(d, PLACE), WAITING);
	/* Nobody stands behind me, before anybody can. */
	FENCE(dsm_synch_place, arch_settle(me));
	sync_swap(d->home, dsm_synch_at(d, TAIL), me + 1, ARCH_NEVER, &before);
	if (!before) {
		dsm_synch_combine(d, request, argument, result);
		return WEFT_OK;
	}
	d->count++; /* each number has a reply */
	d->pending = true;
	d->servicer = before - 1;
	words[WHO] = (me + 1) | (rt_never(deadline) ? 0 : MAY_LEAVE);
	words[REQUEST] = delegate_number(d) | request;
	words[ARGUMENT] = argument;
	arch_flags_write(before - 1, d->row, words, ROW);
	error = dsm_synch_await_reply(d, result, deadline);
	if (!error && arch_flag_read(me, d->reply) & COMBINE) {
		dsm_synch_combine(d, request, argument, result);
	}
	return error;
}

const struct weft_delegation weft_dsm_synch = {
	.name = "dsm_synch",
	.flags = FLAGS,
	.row = ROW,
	.begin = dsm_synch_begin,
	.apply = dsm_synch_apply,
	.wait = dsm_synch_await_reply,
};
