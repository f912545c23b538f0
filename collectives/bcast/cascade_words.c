/* SPDX-License-Identifier: Apache-2.0 */
/* One call of the cascade: my place in it, and its words; see collectives/bcast/cascade.h. */
#include "collectives/bcast/cascade.h"
#include "collectives/barrier/words.h"

#if ARCH_REMOTE_AWAIT

/* The root's region and that which is first in the tree change places. */
static uint32_t cascade_place_of(const struct cascade_call *job,
				 uint32_t region)
{
	const struct cascade *own = job->own;

	if (region == job->top) {
		return 0;
	}
	return own->tree[region == own->at[0] ? job->top : region];
}

static uint32_t region_at(const struct cascade_call *job, uint32_t place)
{
	const struct cascade *own = job->own;
	uint32_t region = own->at[place];

	if (place == 0) {
		return job->top;
	}
	return region == job->top ? own->at[0] : region;
}

static void find_place(struct cascade_call *job)
{
	struct cascade *own = job->own;
	uint32_t n = own->regions, degree = UINT32_C(1) << own->degree_shift;
	uint32_t place;

	if (own->root != job->call.root) {
		own->root = job->call.root;
		own->top = cascade_region(own, own->root);
	}
	job->top = own->top;
	place = cascade_place_of(job, own->mine);
	job->children = tree_children(place, degree, n, &job->below);
	if (place > 0) {
		job->among = (place - 1) & (degree - 1);
		job->above = region_at(job, (place - 1) >> own->degree_shift);
	}
}

/* Which hubs have lines of the first stripe; all, if there are several stripes. */
static void find_hubs(struct cascade_call *job)
{
	const struct striped_call *call = &job->call;
	const uint32_t *hub = job->own->striped.stripes.hub;
	struct striped_call first = *call;
	size_t from;

	striped_next(&first);
	for (job->hubs = 0; job->hubs >> call->shift == 0; job->hubs++) {
		struct striped_part part = {job->hubs, 0, 1};

		if (striped_piece(&first, &part, &from) == 0) {
			break;
		}
	}
	while (cascade_is_hub(job) && hub[job->i] != call->me) {
		job->i++;
	}
}

int cascade_begin(struct cascade_call *job)
{
	struct striped_call *call = &job->call;
	struct striped *striped = &job->own->striped;
	struct words words = {striped->barrier, cascade_preset, job->own};
	int error = WEFT_OK;

	if (words_are_old(striped->count, striped->refreshed)) {
		error = words_refresh(&words, call->deadline);
	}
	/* One above the last line of the call before: see striped_begin. */
	call->base = striped->count + 1;
	striped->count = call->base + call->share;
	find_place(job);
	find_hubs(job);
	return error;
}

void cascade_taken(const struct cascade_call *job, uint32_t rank,
		   uint32_t lines)
{
	arch_flag_write(rank, rt_flag(job->own->striped.taken, job->own->place),
			job->call.base + lines);
}

void cascade_taken_at_hubs(const struct cascade_call *job, uint32_t lines)
{
	for (uint32_t i = 0; i < job->hubs; i++) {
		cascade_taken(job, job->own->striped.stripes.hub[i], lines);
	}
}

void cascade_taken_stripe(const struct cascade_call *job)
{
	const struct striped_call *call = &job->call;

	if (call->share <= call->pool || call->end == call->share) {
		return;
	}
	if (cascade_at_top(job)) {
		cascade_taken(job, call->root, call->end);
	} else {
		cascade_taken_at_hubs(job, call->end);
	}
}

void cascade_passed(const struct cascade_call *job, uint32_t rank,
		    uint32_t lines)
{
	uint32_t first = cascade_passed_flag(job->own, job->i);

	arch_flag_write(rank, rt_flag(first, job->among),
			job->call.base + lines);
}

/* Who writes a word: the c-th core of my region .. */
static uint32_t core_of(const void *of, uint32_t c)
{
	const struct cascade *own = of;

	return own->core[c];
}

/* .. or a hub of the j-th region below. */
struct strip {
	const struct cascade_call *job;
	uint32_t i;
};

static uint32_t hub_below(const void *of, uint32_t j)
{
	const struct strip *strip = of;
	const struct cascade_call *job = strip->job;

	return cascade_hub(job->own, region_at(job, job->below + j), strip->i);
}

int cascade_await_region(const struct cascade_call *job, uint32_t lines)
{
	return rt_await_all(job->call.me, job->own->striped.taken,
			    job->own->cores, job->call.base + lines,
			    job->call.deadline, core_of, job->own,
			    "lines taken in a region");
}

int cascade_await_below(const struct cascade_call *job, uint32_t i,
			uint32_t lines)
{
	struct strip strip = {job, i};

	return rt_await_all(job->call.me, cascade_passed_flag(job->own, i),
			    job->children, job->call.base + lines,
			    job->call.deadline, hub_below, &strip,
			    "lines copied by a region below");
}

#endif
