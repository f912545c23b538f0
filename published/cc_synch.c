/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CC-Synch, and H-Synch (P. Fatourou, N. Kallimanis, PPoPP 2012, sections 3 and 5).
 *
 * A list of nodes, one for each core and one more.  A node is in a core's MPB and passes
 * from core to core: whoever comes swaps a fresh one of its own in for the last one, leaves
 * its request in that, links the fresh one behind it, and waits for it.
 *
 *  NEXT   a row: the node behind it; the request; the argument.  Written at once by the
 *         core that has the node.
 *  STATE  WAIT; DONE, with the result; or COMBINE.  Written by a combiner; by who makes the
 *         node a fresh one, WAIT.
 *
 * Who finds COMBINE runs its own request and those behind it, each client's own operation,
 * until there is none or max_ops others have been run, and makes the next node COMBINE.
 *
 * A core waits for a word of whichever core the node lies at.  So where cores can wait for
 * words of their own only, or pay for words of others, DSM-Synch is what to take; this
 * one is for coherent memory, and to compare.  A place in the list cannot be left: who has
 * a deadline and does not come back keeps the others waiting.
 *
 * H-Synch: a list for each group of cores whose numbers are near; a combiner holds a lock of
 * all groups (CLH) while it runs requests.
 */
#include "arch/fence.h"
#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "runtime/wait.h"
#include "sync/atomic.h"
#include "sync/delegate.h"
#include "sync/retry.h"

#include <weft/flag.h>
#include <weft/mpb.h>
#include <weft/published/delegate.h>

enum {
	/* words of a node */
	NEXT,
	REQUEST,
	ARGUMENT,
	ROW,
	STATE = ROW,
	RESULT,
	WORDS,
	NODE = 32, /* bytes */
	NODES = 2, /* of a core; the second one is where a list begins */
	TAIL = 0,  /* a flag */
	FLAGS = 1,
	GROUP = 8, /* H-Synch: cores of a group, a power of two */
};

#define WAIT    0u
#define DONE    1u
#define COMBINE 2u

/*
 * A node's number: the core at which it lies, and which of its two.  Above it TAIL says who
 * came last: for the record of who waits for whom.
 */
#define OWNER_SHIFT 16
#define NODE_MASK   ((UINT32_C(1) << OWNER_SHIFT) - 1)

static uint32_t core_of(uint32_t node)
{
	return node >> 1;
}

static uint32_t cc_synch_word(const struct weft_delegate *d, uint32_t node,
			      uint32_t i)
{
	return d->slots + (node & 1) * NODE + i * 4;
}

static bool in_groups(const struct weft_delegate *d)
{
	return d->how->lock;
}

/* Where my list ends. */
static uint32_t list(const struct weft_delegate *d)
{
	return in_groups(d) ? arch_rank() & ~(GROUP - 1u) : d->home;
}

static ARCH_COLD int cc_synch_create(struct weft_delegate *d)
{
	int error = arch_count() << 1 > NODE_MASK
			    ? WEFT_ERR_LIMIT
			    : weft_mpb_alloc(NODES * NODE, &d->slots);

	if (!error && in_groups(d)) {
		error = weft_any_lock_create(&d->lock, d->how->lock, d->home);
		if (error) {
			weft_mpb_free(d->slots);
		}
	}
	return error;
}

static ARCH_COLD int cc_synch_give_back(struct weft_delegate *d)
{
	int error = in_groups(d) ? weft_any_lock_free(&d->lock) : WEFT_OK;

	return error ? error : weft_mpb_free(d->slots);
}

static ARCH_COLD void cc_synch_begin(struct weft_delegate *d)
{
	uint32_t me = arch_rank(), first = me << 1 | 1, none[WORDS] = {0};

	d->term = me << 1;
	for (uint32_t i = 0; i < NODES; i++) {
		arch_flags_write(me, cc_synch_word(d, i, NEXT), none, WORDS);
	}
	arch_flag_write(me, cc_synch_word(d, first, STATE), COMBINE);
	arch_flag_write(me, weft_flag_at(d->flags, TAIL),
			me << OWNER_SHIFT | first);
}

/*
 * My next node, before anybody can find it.  Pairs with cc_synch_apply() of the next
 * core: it writes there after it has read the node's number in TAIL.
 */
static void freshen(const struct weft_delegate *d, uint32_t node)
{
	uint32_t core = core_of(node);

	arch_flag_write(core, cc_synch_word(d, node, NEXT), 0);
	arch_flag_write(core, cc_synch_word(d, node, STATE), WAIT);
	FENCE(cc_synch_fresh, arch_settle(core));
}

static void cc_synch_tell(const struct weft_delegate *d, uint32_t node,
			  uint32_t state, uint32_t result)
{
	uint32_t words[] = {state, result};

	arch_flags_write(core_of(node), cc_synch_word(d, node, STATE), words,
			 2);
}

/* From my own node on: the last one is the next combiner's. */
static uint32_t run_list(struct weft_delegate *d, uint32_t *result)
{
	uint32_t node = d->term, served = 0, now[ROW], value;

	/* Pairs with the write of my own cc_synch_apply(): I read it back after this. */
	FENCE(cc_synch_mine, arch_settle(core_of(node)));
	arch_flags_read(now, core_of(node), cc_synch_word(d, node, NEXT), ROW);
	*result = delegate_run(d, now[REQUEST], now[ARGUMENT]);
	node = now[NEXT] - 1;
	while (served++ < d->max_ops) {
		arch_flags_read(now, core_of(node),
				cc_synch_word(d, node, NEXT), ROW);
		if (!now[NEXT]) {
			break;
		}
		value = delegate_run(d, now[REQUEST], now[ARGUMENT]);
		cc_synch_tell(d, node, DONE, value);
		node = now[NEXT] - 1;
	}
	return node;
}

static void cc_synch_combine(struct weft_delegate *d, uint32_t *result)
{
	uint32_t node;

	d->serving = true;
	d->terms++;
	if (in_groups(d)) {
		weft_any_lock_acquire(&d->lock, WEFT_FOREVER);
	}
	node = run_list(d, result);
	/*
	 * What the operations wrote lands before those of the next combiner.
	 * Pairs with cc_synch_combine() there: it reads objects after COMBINE.
	 */
	FENCE(cc_synch_land, arch_quiet());
	cc_synch_tell(d, node, COMBINE, 0);
	if (in_groups(d)) {
		weft_any_lock_release(&d->lock);
	}
	d->serving = false;
}

static int cc_synch_await_reply(struct weft_delegate *d, uint32_t *result,
				uint64_t deadline)
{
	uint32_t node = d->term, core = core_of(node);
	uint32_t state = cc_synch_word(d, node, STATE), words[2];

	if (sync_await_until(core, state, DONE, deadline, d->servicer, list(d),
			     "the core before, or its combiner")) {
		return WEFT_ERR_PENDING;
	}
	arch_flags_read(words, core, state, 2);
	d->pending = false;
	if (words[0] == COMBINE) {
		cc_synch_combine(d, result);
	} else {
		*result = words[1];
	}
	return WEFT_OK;
}

static int cc_synch_apply(struct weft_delegate *d, uint32_t request,
			  uint32_t argument, uint32_t *result, weft_us_t within)
{
	uint32_t fresh = d->term, before;
	uint32_t words[ROW] = {fresh + 1, request, argument};

	if (d->serving) {
		return WEFT_ERR_STATE; /* another fiber of this core combines */
	}
	freshen(d, fresh);
	sync_swap(list(d), weft_flag_at(d->flags, TAIL),
		  arch_rank() << OWNER_SHIFT | fresh, ARCH_NEVER, &before);
	d->servicer = before >> OWNER_SHIFT;
	d->term = before & NODE_MASK; /* mine; fresh when I come again */
	d->pending = true;
	arch_flags_write(core_of(d->term), cc_synch_word(d, d->term, NEXT),
			 words, ROW);
	return cc_synch_await_reply(d, result, rt_deadline(within));
}

const struct weft_delegation weft_cc_synch = {
	.name = "cc_synch",
	.flags = FLAGS,
	.create = cc_synch_create,
	.free = cc_synch_give_back,
	.begin = cc_synch_begin,
	.apply = cc_synch_apply,
	.wait = cc_synch_await_reply,
};

const struct weft_delegation weft_h_synch = {
	.name = "h_synch",
	.flags = FLAGS,
	.create = cc_synch_create,
	.free = cc_synch_give_back,
	.begin = cc_synch_begin,
	.apply = cc_synch_apply,
	.wait = cc_synch_await_reply,
	.lock = &weft_lock_clh,
};
