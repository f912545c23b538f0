/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Striped broadcast of many regions (see weft/bcast.h; what is where is in
 * collectives/bcast/cascade.h).
 *
 * In its own region the root does what it does in bcast_striped.c: it puts a strip of the
 * message into the MPB of each hub.  Hub i of another region copies strip i from hub i
 * of the region above (cascade_relay.c); so a core that copies for others copies one
 * line in as many as there are hubs.  All cores read the strips at the hubs of their own
 * region, straight into memory.
 *
 * The root uses lines of the buffers again when its region has read and the hubs below
 * have copied what was there.  Nobody writes to a hub that has not entered the call: those
 * of the root's region tell the root that they have, the others copy for themselves.  A hub
 * leaves when its region has read all, and the hubs below have copied it.  So no
 * barrier is needed where the root changes, as in bcast_striped.c.
 */
#include "arch/arch.h"
#include "collectives/barrier/agree.h"
#include "collectives/bcast/bcast_choice.h"
#include "collectives/bcast/cascade.h"
#include "collectives/bcast/checked.h"
#include "collectives/cost.h"
#include "runtime/context.h"
#include "runtime/trace.h"

#include <weft/bcast.h>

#if ARCH_REMOTE_AWAIT

enum {
	FEW = 2,        /* log2 of the hubs that a short message has */
	FEW_LINES = 256 /* of a message with so few */
};

/* Root: so many lines have been read in its region, and copied by those below. */
static int cascade_await_room(const struct cascade_call *job, uint32_t lines)
{
	int error = cascade_await_region(job, lines);

	for (uint32_t i = 0; i < job->hubs && !error; i++) {
		error = cascade_await_below(job, i, lines);
	}
	return error;
}

static int cascade_put_all(struct cascade_call *job)
{
	struct striped_call *call = &job->call;
	int error = WEFT_OK;

	cascade_taken(job, call->me, call->share); /* it reads nothing */
	while (!error && striped_next(call)) {
		if (call->end > call->pool) {
			error = cascade_await_room(job, call->end - call->pool);
			error = barrier_look(job->own->striped.barrier, error);
		}
		if (!error) {
			error = striped_put_stripe(call);
		}
	}
	/* The words that others write to me as the root are done with. */
	for (uint32_t i = 0;
	     call->share > call->pool && i < job->hubs && !error; i++) {
		error = cascade_await_below(job, i, call->share);
	}
	return error;
}

static int get_stripe(const struct cascade_call *job, struct cascade_reader *r)
{
	int error = WEFT_OK;

	cascade_read_begin(job, r);
	while (r->left > 0 && !error) {
		if (!cascade_read(job, r, job->call.share)) {
			error = cascade_read_await(job, r);
		}
	}
	return error;
}

static int get_all(struct cascade_call *job)
{
	struct striped_call *call = &job->call;
	struct cascade_reader reader = {.strip[0].there = 0};
	int error = WEFT_OK;

	if (cascade_is_hub(job)) {
		cascade_taken(job, call->root, 0);
	}
	while (!error && striped_next(call)) {
		error = get_stripe(job, &reader);
		if (!error) {
			cascade_taken_stripe(job);
		}
	}
	return error;
}

static int cascade_run_job(struct cascade_call *job)
{
	uint32_t share = job->call.share;
	int error;

	if (job->call.me == job->call.root) {
		error = cascade_put_all(job);
	} else if (cascade_is_hub(job) && !cascade_at_top(job)) {
		job->by_memory = share << job->call.shift > FEW_LINES;
		error = cascade_relay(job);
	} else {
		error = get_all(job);
	}
	if (error) {
		return error;
	}
	cascade_taken_at_hubs(job, share);
	if (!cascade_is_hub(job)) {
		return WEFT_OK;
	}
	error = cascade_await_region(job, share);
	return error ? error : cascade_await_below(job, job->i, share);
}

/* Of so many lines; few wait for their first ones longer than they are read. */
static uint32_t strips_shift(const struct cascade *own, size_t lines)
{
	uint32_t most = own->striped.stripes.shift;

	return lines <= FEW_LINES && most > FEW ? FEW : most;
}

int weft_bcast_cascade(void *data, size_t size, weft_rank_t root,
		       weft_us_t within)
{
	struct cascade *own = &cascade_world;
	struct cascade_call job = {
		.own = own,
		.call = {.own = &own->striped,
			 .data = data,
			 .size = size,
			 .root = root,
			 .first = CASCADE_FIRST,
			 .step = CASCADE_STEP},
	};
	struct striped_call *call = &job.call;
	size_t lines = (size + ARCH_LINE - 1) / ARCH_LINE, strips;
	int error = bcast_check(data, size, root);

	RT_THREAD_ONLY();
	CHECKED(weft_bcast_cascade, data, size, root, within);
	AGREE_BCAST(&within, "cascade", data, size, root, 0);
	if (!error && own->regions == 0) {
		error = WEFT_ERR_LIMIT;
	}
	if (error || size == 0 || arch_count() == 1) {
		return error;
	}
	if (barrier_given_up(own->striped.barrier)) {
		return WEFT_ERR_TIMEOUT;
	}
	if (!own->found) {
		cascade_find(own);
	}
	call->deadline = rt_deadline(within);
	call->me = arch_rank();
	call->pool = chunk_pool_bytes() / ARCH_LINE;
	call->shift = strips_shift(own, lines);
	strips = (size_t)1 << call->shift;
	call->share = (uint32_t)((lines + strips - 1) >> call->shift);
	error = cascade_begin(&job);
	error = error ? error : cascade_run_job(&job);
	return barrier_end_call(own->striped.barrier, error);
}

/*
 * As bcast_striped_cost, and on each level of regions a signal and a copy of the
 * first lines.
 */
static ARCH_COLD uint32_t cascade_cost(uint32_t size, uint32_t count,
				       const void *object)
{
	const struct cascade *own = object;
	uint32_t lines = cost_lines(size), levels = 0, shift, first, parts;

	(void)count;
	if (own->regions == 0) {
		return CHOOSE_CANNOT;
	}
	shift = strips_shift(own, lines);
	while (shift > 0 && lines >> shift == 0) {
		shift--;
	}
	first = lines < CASCADE_FIRST ? lines : CASCADE_FIRST;
	parts = (lines / STRIPED_STEP) + (UINT32_C(1) << shift);
	for (uint32_t n = own->regions; n > 1; n >>= own->degree_shift) {
		levels++;
	}
	return ((costs.copy + cost_signal()) << shift) +
	       arith_mul(own->most >> shift, costs.serve) +
	       arith_mul(first, costs.load + costs.line) +
	       arith_mul(levels, cost_signal() + costs.copy +
					 arith_mul(first, 2 * costs.line)) +
	       arith_mul(parts, costs.copy + costs.line) +
	       arith_mul(lines, costs.line + costs.store) + 2 * cost_signal() +
	       2 * costs.line;
}

BCAST_TINIEST_WEAK;

const struct bcast bcast_is_cascade = {
	.choose =
		{
			.name = "cascade",
			.cost = cascade_cost,
			.world = &cascade_world,
			.better = &BCAST_TINIEST.choose,
		},
	.all = weft_bcast_cascade,
};

#endif
