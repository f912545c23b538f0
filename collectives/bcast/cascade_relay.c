/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A hub of the cascade that is not in the root's region; see collectives/bcast/cascade.h.
 *
 * It copies its strip, a few lines at a time, as they come, up to a stripe further than
 * it reads, and reads in between.  As long as it has lines to copy it waits for nothing
 * else, but for room: then for cores that have yet to read what it has read itself.  So it
 * never waits for what would have to wait for its own reading.  Its own strip is one of
 * those that it reads: so with a stripe read it has copied its strip of that stripe.
 *
 * It uses lines again when its region has read and the hubs below have copied them.
 */
#include "collectives/bcast/cascade.h"
#include "runtime/trace.h"

#if ARCH_REMOTE_AWAIT

enum {
	AT_ONCE =
		64, /* lines that a hub reads before it looks at what to copy */
};

struct relay {
	struct cascade_call *job;
	struct striped_call ahead; /* the stripe under way is what it copies */
	struct striped_part part;  /* to be copied next, of that stripe */
	bool copies;               /* it is not done with that stripe */
	uint32_t there;   /* lines that the hub above was seen to have */
	uint32_t unasked; /* so many times it is not looked at again */
};

static uint32_t hub_above(const struct relay *relay)
{
	return cascade_hub(relay->job->own, relay->job->above, relay->job->i);
}

/* The next stripe to copy, when there is room for it. */
static int begin_stripe(struct relay *relay)
{
	struct striped_call *ahead = &relay->ahead;
	uint32_t lines;
	int error;

	relay->copies = striped_next(ahead);
	if (!relay->copies || ahead->end <= ahead->pool) {
		return WEFT_OK;
	}
	lines = ahead->end - ahead->pool;
	error = cascade_await_region(relay->job, lines);
	return error ? error
		     : cascade_await_below(relay->job, relay->job->i, lines);
}

/*
 * This stripe is copied: whose lines these were may use them again, and the hub above may
 * leave after the last one.  If both are the same core it is told once: after that it may
 * be in the next call, where the word has another writer.
 */
static void end_stripe(struct relay *relay)
{
	const struct cascade_call *job = relay->job;
	const struct striped_call *ahead = &relay->ahead;
	uint32_t hub = hub_above(relay);
	uint32_t first = job->above == job->top ? ahead->root : hub;
	bool again = ahead->share > ahead->pool;

	relay->copies = false;
	if (again) {
		cascade_passed(job, first, ahead->end);
	}
	if (ahead->end == ahead->share && (!again || first != hub)) {
		cascade_passed(job, hub, ahead->end);
	}
}

/* So many lines of my strip has the hub above, or 0: none, or those of the call before. */
static uint32_t look_above(struct relay *relay)
{
	const struct striped_call *ahead = &relay->ahead;
	uint32_t ready = rt_flag(ahead->own->ready, relay->part.i);
	uint32_t lines = arch_flag_read(hub_above(relay), ready) - ahead->base;

	return lines > ahead->share ? 0 : lines;
}

static void copy_window(uint32_t me, uint32_t above, uint32_t offset, size_t n)
{
	struct arch_addr source = {above, ARCH_WINDOW_MPB, offset};
	struct arch_addr here = {me, ARCH_WINDOW_MPB, offset};

	arch_copy(here, source, n);
}

/*
 * A part of my strip, from the hub above to my region and those below.  So many lines
 * are there above, as far as has been seen.
 */
static int copy_part(struct relay *relay, uint32_t there)
{
	const struct striped_call *ahead = &relay->ahead;
	struct striped_part *part = &relay->part;
	uint32_t above = hub_above(relay), offset;
	uint32_t ready = rt_flag(ahead->own->ready, part->i);
	size_t from, n;
	int error = WEFT_OK;

	offset = striped_offset(ahead, part);
	part->end = striped_step(ahead, part->at);
	n = striped_piece(ahead, part, &from);
	if (n > 0) {
		if (there < part->end) {
			error = rt_await_at(above, ready,
					    ahead->base + part->end,
					    ahead->deadline, above,
					    "lines of a region above");
		}
		if (error) {
			return error;
		}
		if (relay->job->by_memory) {
			arch_get(ahead->data + from, above, ARCH_WINDOW_MPB,
				 offset, n);
			arch_put(ahead->me, ARCH_WINDOW_MPB, offset,
				 ahead->data + from, n);
		} else {
			copy_window(ahead->me, above, offset, n);
		}
		arch_flag_write(ahead->me, ready, ahead->base + part->end);
		RT_TRACE("part of a strip passed on", above, n);
	}
	part->at = part->end;
	return WEFT_OK;
}

/*
 * Copies all that can be copied now, up to the stripe after the one that is read; at
 * least a part, if it must.  A look at the hub above takes as long as reading some lines: if it
 * has shown nothing new, the next time there is none.
 */
static int cascade_relay_copy(struct relay *relay, bool must)
{
	int error = WEFT_OK;

	if (!relay->copies && relay->ahead.end < relay->ahead.share &&
	    relay->ahead.end <= relay->job->call.end) {
		error = begin_stripe(relay);
	}
	while (relay->copies && !error) {
		if (relay->there <= relay->part.at && !must) {
			if (relay->unasked > 0) {
				relay->unasked--;
				break;
			}
			relay->there = look_above(relay);
			if (relay->there <= relay->part.at) {
				relay->unasked =
					relay->part.at < CASCADE_STEP ? 0 : 3;
				break;
			}
		}
		error = copy_part(relay, relay->there);
		must = false;
		if (!error && relay->part.at == relay->ahead.end) {
			end_stripe(relay);
		}
	}
	return error;
}

/*
 * There is nothing to read: waits for lines to copy, or, if nobody is below this region,
 * for lines to read that the root puts before them.  No circle comes of that: who has
 * those to copy waits for nothing that is put later.
 */
static bool copies_first(const struct relay *relay,
			 const struct cascade_reader *r)
{
	uint32_t i = cascade_first(r), at = r->strip[i].at;

	return relay->copies &&
	       ((relay->job->children > 0 && !relay->job->by_memory) ||
		relay->part.at < at ||
		(relay->part.at == at && relay->part.i <= i));
}

/* There is some to copy of the stripe that is read; it may have no bytes. */
static bool is_behind(const struct relay *relay)
{
	uint32_t end = relay->job->call.end;

	return relay->ahead.end < end ||
	       (relay->ahead.end == end && relay->copies);
}

/*
 * Copies what can be copied before each part that it reads, and waits for lines to copy
 * when there is nothing to read.
 */
static int read_stripe(struct relay *relay, struct cascade_reader *r)
{
	const struct cascade_call *job = relay->job;
	int error = WEFT_OK;

	cascade_read_begin(job, r);
	while (r->left > 0 && !error) {
		if (relay->copies || relay->ahead.end < relay->ahead.share) {
			error = cascade_relay_copy(relay, false);
		}
		if (error || cascade_read(job, r, AT_ONCE)) {
			continue;
		}
		error = copies_first(relay, r) ? cascade_relay_copy(relay, true)
					       : cascade_read_await(job, r);
	}
	while (is_behind(relay) && !error) {
		error = cascade_relay_copy(relay, true);
	}
	if (!error) {
		cascade_taken_stripe(job);
	}
	return error;
}

int cascade_relay(struct cascade_call *job)
{
	struct relay relay = {
		.job = job, .ahead = job->call, .part = {.i = job->i}};
	struct cascade_reader reader = {.strip[0].there = 0};
	int error = begin_stripe(&relay);

	while (!error && striped_next(&job->call)) {
		error = read_stripe(&relay, &reader);
	}
	return error;
}

#endif
