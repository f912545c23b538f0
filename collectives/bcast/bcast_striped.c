/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Striped broadcast (see weft/bcast.h; the words are in collectives/bcast/striped.h).
 *
 * The root puts the message into the MPBs of the hubs (topology/stripes.h),
 * and everybody gets it from there straight into memory.  A stripe of the message
 * is a strip for each hub; cores of region r begin every stripe with strip r and go
 * on in turn, so that at any time each hub serves its share of the cores.  Who is
 * behind gets all at once that has been announced.
 *
 * The root uses a line of the buffers again when all have told it that they have
 * read what was there.  Before its first line in a hub's buffers that hub tells
 * it that it has entered this call: so it is done with what it used them for
 * before.  A hub leaves the call when all have read everything.  So no barrier is
 * needed where the root changes, or the algorithm: ready h is written by a root
 * that hub h lets, after h has seen the last value of the root before.
 */
#include "arch/arch.h"
#include "collectives/barrier/agree.h"
#include "collectives/bcast/checked.h"
#include "collectives/bcast/bcast_choice.h"
#include "collectives/bcast/hubs.h"
#include "topology/binomial.h"
#include "messages/chunk_pool.h"
#include "collectives/cost.h"
#include "collectives/bcast/striped.h"
#include "runtime/context.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/bcast.h>

/*
 * A stripe's strips are equally long: a chunk buffer at most, so that there is
 * one to write while the other is read; they do not go round the end of the buffers.
 * Where there are several hubs they begin short, so that no region waits long for
 * its first.
 */
bool striped_next(struct striped_call *call)
{
	uint32_t most = chunk_bytes() / ARCH_LINE, room, lines;

	call->pos += call->end - call->at;
	if (call->pos == call->pool) {
		call->pos = 0;
	}
	call->at = call->end;
	room = call->pool - call->pos;
	lines = call->shift == 0 || call->at > most ? most
		: call->at > STRIPED_STEP           ? call->at
						    : STRIPED_STEP;
	lines = lines < room ? lines : room;
	room = call->share - call->at;
	call->end = call->at + (lines < room ? lines : room);
	return call->end > call->at;
}

/* The root's part of a strip, into its hub's MPB. */
static int put_part(const struct striped_call *call,
		    const struct striped_part *part)
{
	uint32_t hub = call->own->stripes.hub[part->i];
	size_t from, n = striped_piece(call, part, &from);
	int error = WEFT_OK;

	if (n == 0) {
		return WEFT_OK;
	}
	if (part->at == 0 && hub != call->me) {
		error = striped_await_hub(call, part->i);
	}
	if (error) {
		return error;
	}
	arch_put(hub, ARCH_WINDOW_MPB, striped_offset(call, part),
		 call->data + from, n);
	return striped_ready(call, part->i, part->end);
}

int striped_put_stripe(const struct striped_call *call)
{
	struct striped_part part = {.at = call->at};
	int error = WEFT_OK;

	while (part.at < call->end && !error) {
		part.end = striped_step(call, part.at);
		for (part.i = 0; part.i >> call->shift == 0 && !error;
		     part.i++) {
			error = put_part(call, &part);
		}
		part.at = part.end;
	}
	return error;
}

static int put_stripe(const struct striped_call *call)
{
	int error = WEFT_OK;

	if (call->end > call->pool) {
		error = striped_await_taken(call, call->end - call->pool);
		error = barrier_look(call->own->barrier, error);
	}
	return error ? error : striped_put_stripe(call);
}

/* The lines of a strip that are there, or the next ones; empty: no more bytes. */
static int next_part(const struct striped_call *call, struct striped_part *part,
		     size_t *from, size_t *n)
{
	uint32_t there = striped_look(call, part->i);
	int error = WEFT_OK;

	if (there > part->at) {
		part->end = there < call->end ? there : call->end;
		*n = striped_piece(call, part, from);
	} else {
		part->end = striped_step(call, part->at);
		*n = striped_piece(call, part, from);
		if (*n > 0) {
			error = striped_await_ready(call, part->i, part->end);
		}
	}
	return error;
}

int striped_get(const struct striped_call *call, struct striped_part *part)
{
	uint32_t hub = call->own->stripes.hub[part->i];
	size_t from, n;
	int error = next_part(call, part, &from, &n);

	if (error || n == 0) {
		part->at = call->end;
		return error;
	}
	if (hub == call->me) {
		striped_pass_on(call, part->i, part->end);
	}
	arch_get(call->data + from, hub, ARCH_WINDOW_MPB,
		 striped_offset(call, part), n);
	RT_TRACE("part of a strip", hub, n);
	part->at = part->end;
	return WEFT_OK;
}

int striped_get_strip(const struct striped_call *call, uint32_t i)
{
	struct striped_part part = {.i = i, .at = call->at};
	int error = WEFT_OK;

	while (part.at < call->end && !error) {
		error = striped_get(call, &part);
	}
	return error;
}

static int get_stripe(const struct striped_call *call)
{
	const struct stripes *stripes = &call->own->stripes;
	uint32_t last = (UINT32_C(1) << stripes->shift) - 1;
	int error = WEFT_OK;

	for (uint32_t i = 0; i <= last && !error; i++) {
		error = striped_get_strip(call, (stripes->mine + i) & last);
	}
	if (!error && call->share > call->pool) {
		striped_taken(call, call->root, call->end);
	}
	return error;
}

static int striped_run_job(struct striped_call *call)
{
	const struct stripes *stripes = &call->own->stripes;
	bool root = call->me == call->root;
	int error = WEFT_OK;

	if (root) {
		striped_taken(call, call->me, call->share); /* reads nothing */
	} else if (stripes->hub[stripes->mine] == call->me) {
		striped_taken(call, call->root, 0);
	}
	while (!error && striped_next(call)) {
		error = root ? put_stripe(call) : get_stripe(call);
	}
	return error ? error : striped_end(call);
}

static int striped_run(void *object, void *data, size_t size, uint32_t root,
		       weft_us_t within)
{
	struct striped *own = object;
	struct striped_call call = {.own = own, .data = data, .size = size};
	size_t lines = (size + ARCH_LINE - 1) / ARCH_LINE, hubs;
	int error;

	if (barrier_given_up(own->barrier)) {
		return WEFT_ERR_TIMEOUT;
	}
	call.root = team_rank(&own->barrier->team, root);
	call.deadline = rt_deadline(within);
	call.me = arch_rank();
	call.pool = chunk_pool_bytes() / ARCH_LINE;
#if ARCH_REMOTE_AWAIT
	call.first = STRIPED_FIRST;
	call.step = STRIPED_STEP;
#endif
	call.shift = striped_regions(own)->shift;
	hubs = (size_t)1 << call.shift;
	call.share = (uint32_t)((lines + hubs - 1) >> call.shift);
	error = striped_begin(&call);
	error = error ? error : striped_run_job(&call);
	return barrier_end_call(own->barrier, error);
}

int weft_bcast_striped(void *data, size_t size, weft_rank_t root,
		       weft_us_t within)
{
	int error = bcast_check(data, size, root);

	RT_THREAD_ONLY();
	CHECKED(weft_bcast_striped, data, size, root, within);
	AGREE_BCAST(&within, "striped", data, size, root, 0);
	if (!error && arch_count() > 1 && !striped_world.barrier) {
		error = WEFT_ERR_LIMIT;
	}
	if (error || size == 0 || arch_count() == 1) {
		return error;
	}
	return striped_run(&striped_world, data, size, root, within);
}

enum {
	HUB_PARTS = 8
};

/*
 * Announced and read for the first time, at each hub that has lines; then readers
 * decide, and the last word.  A hub that has none shares no reader's looks.  Hubs are
 * all over the chip.  One more is as dear as eight parts.  That is measured: whoever has read
 * one strip waits for the beginning of another.
 */
static ARCH_COLD uint32_t striped_cost(uint32_t size, uint32_t count,
				       const void *object)
{
	/* Its regions are found for the first price. */
	struct striped *own = (struct striped *)(uintptr_t)object;
	uint32_t lines = cost_lines(size), shift;
	uint32_t first = lines < STRIPED_FIRST ? lines : STRIPED_FIRST;
	uint32_t crowd, begin, parts, part = costs.copy + costs.line;

	if (!own->barrier) {
		return CHOOSE_CANNOT;
	}
	shift = striped_regions(own)->shift;
	while (shift > 0 && lines >> shift == 0) {
		shift--;
	}
	parts = (lines / STRIPED_STEP) + 1 +
		arith_mul(HUB_PARTS, (UINT32_C(1) << shift) - 1);
	crowd = arith_mul(count >> shift, costs.serve);
	begin = ((costs.copy + cost_signal()) << shift) + crowd +
		arith_mul(first, costs.load + costs.line);
	if (!ARCH_REMOTE_AWAIT) { /* a hub tells all others */
		part += arith_mul(count, costs.flag + costs.line);
	}
	return begin + arith_mul(parts, part) +
	       arith_mul(lines, costs.line + hubs_way(&own->barrier->team) +
					costs.store) +
	       2 * cost_signal() + 2 * costs.line;
}

BCAST_TINIEST_WEAK;

const struct bcast bcast_is_striped = {
	.choose =
		{
			.name = "striped",
			.cost = striped_cost,
			.cores = STRIPED_CORES,
			.world = &striped_world,
			.better = &BCAST_TINIEST.choose,
		},
	.all = weft_bcast_striped,
};

const struct bcast_form bcast_form_striped = {
	.wide = true,
	.bytes = striped_bytes,
	.memory = sizeof(struct striped),
	.place = striped_place,
	.run = striped_run,
};
