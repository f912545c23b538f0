/* SPDX-License-Identifier: Apache-2.0 */
/*
 * HybComb (D. Petrovic, thesis 6552, section 6.1.3, algorithm 4).
 *
 * At the home, LAST: which core became combiner last (the lower half), and in which of its
 * terms (the upper half).  In each core's MPB:
 *
 *  OPS   how many have registered with this core; MAX_OPS or more: it is closed.  All
 *        change it, by atomic operations.
 *  DONE  how many terms as a combiner this core has ended, in the upper half; written by
 *        itself
 *
 * Who comes registers with the last combiner by adding 1 to its OPS.  If that was open, the
 * request is sent there.  Else it makes itself the last one (line 4), opens (5), waits
 * until the one before has ended its term (6), runs its own operation (7) and those
 * that have come (8), closes (9), runs those that had registered till then (10), and
 * ends its term (13).
 *
 * In the published algorithm a core's node, its OPS and DONE, passes to another core when
 * its term ends, since who comes next may not yet have read DONE.  Here DONE counts, so it
 * cannot be missed, and a core keeps its node.  So the core that a request is sent to is
 * known before the registration, and there is no DONE to be cleared (lines 11 and 12).
 * Who has read LAST long ago, and registers with a core that is in a later term, is
 * served in that term: a node that is open has its core behind it.
 *
 * Line 4 may fail again and again, while others make themselves the last one.  With
 * swap_after set it is a swap in the end, which puts this core behind whoever is last.
 *
 * An add to a node that is closed counts, too (9 takes the smaller number), until the node
 * is opened again.
 */
#include "arch/fence.h"
#include "published/delegate_fifo.h"
#include "runtime/wait.h"
#include "sync/atomic.h"
#include "sync/retry.h"

#include <weft/flag.h>
#include <weft/published/delegate.h>

enum {
	LAST,
	OPS,
	DONE,
	FLAGS
};

#define ONCE  (UINT32_C(1) << 16) /* a term */
#define CORE  (ONCE - 1)
#define TERMS (~CORE)

static uint32_t hybcomb_at(const struct weft_delegate *d, uint32_t flag)
{
	return weft_flag_at(d->flags, flag);
}

static ARCH_COLD void hybcomb_begin(struct weft_delegate *d)
{
	arch_flag_write(arch_rank(), hybcomb_at(d, OPS),
			UINT32_MAX >> 1); /* closed */
}

/* Requests that have been registered come: each client sends what it has said. */
static void hybcomb_serve(struct weft_delegate *d, uint32_t served,
			  uint32_t until)
{
	struct fifo_message m;

	if (delegate_by_chip(d)) {
		delegate_answer_by_chip(d, until - served);
		return;
	}
	while (served < until) {
		fifo_receive(&d->requests, &m, DELEGATE_WORDS, ARCH_NEVER,
			     RT_ANYONE, "a request that was registered");
		delegate_answer(d, &m);
		served++;
	}
}

/* Line 8: what has come already; so that those who register meanwhile are served, too. */
static uint32_t serve_come(struct weft_delegate *d)
{
	struct fifo_message m;
	uint32_t served = 0;

	if (delegate_by_chip(d)) {
		return delegate_answer_come(d);
	}
	while (fifo_take(&d->requests, &m, DELEGATE_WORDS)) {
		delegate_answer(d, &m);
		served++;
	}
	return served;
}

/* Lines 5 to 13.  `before` is what LAST was. */
static uint32_t hybcomb_combine(struct weft_delegate *d, uint32_t before,
				uint32_t request, uint32_t argument)
{
	uint32_t me = arch_rank(), result, served, registered;

	sync_swap(me, hybcomb_at(d, OPS), 0, ARCH_NEVER, &registered);
	sync_await(before & CORE, hybcomb_at(d, DONE), before & TERMS,
		   before & CORE, d->home, "the combiner before");
	result = delegate_run(d, request, argument);
	served = serve_come(d);
	sync_swap(me, hybcomb_at(d, OPS), d->max_ops, ARCH_NEVER, &registered);
	hybcomb_serve(d, served,
		      registered < d->max_ops ? registered : d->max_ops);
	d->term += ONCE;
	/*
	 * What the operations wrote lands before those of the next combiner.
	 * Pairs with hybcomb_combine() there: it reads objects after DONE.
	 */
	FENCE(hybcomb_done, arch_quiet());
	arch_flag_write(me, hybcomb_at(d, DONE), d->term);
	return result;
}

static int hybcomb_apply(struct weft_delegate *d, uint32_t request,
			 uint32_t argument, uint32_t *result, weft_us_t within)
{
	uint32_t me = arch_rank(), failed = 0, last, was, registered;

	if (d->serving) {
		return WEFT_ERR_STATE; /* another fiber of this core combines */
	}
	do {
		last = arch_flag_read(d->home, hybcomb_at(d, LAST));
		sync_fetch_add(last & CORE, hybcomb_at(d, OPS), 1, ARCH_NEVER,
			       &registered);
		if (registered < d->max_ops) {
			return delegate_ask(d, last & CORE, request, argument,
					    result, rt_deadline(within));
		}
		if (d->swap_after && failed++ == d->swap_after) {
			sync_swap(d->home, hybcomb_at(d, LAST),
				  (d->term + ONCE) | me, ARCH_NEVER, &last);
			break;
		}
		d->tries++;
		sync_compare_swap(d->home, hybcomb_at(d, LAST), last,
				  (d->term + ONCE) | me, ARCH_NEVER, &was);
	} while (was != last);
	d->serving = true;
	d->terms++;
	*result = hybcomb_combine(d, last, request, argument);
	d->serving = false;
	return WEFT_OK;
}

const struct weft_delegation weft_hybcomb = {
	.name = "hybcomb",
	.flags = FLAGS,
	.create = delegate_create_fifo,
	.free = delegate_free_fifo,
	.begin = hybcomb_begin,
	.apply = hybcomb_apply,
	.wait = delegate_await_reply,
};
