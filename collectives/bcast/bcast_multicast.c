/* SPDX-License-Identifier: Apache-2.0 */
/* Broadcast by multicast: collectives/bcast/multicast.h says how. */
#include "collectives/bcast/multicast.h"
#include "arch/multicast.h"
#include "collectives/barrier/agree.h"
#include "collectives/bcast/bcast_choice.h"
#include "collectives/bcast/checked.h"
#include "collectives/cost.h"
#include "collectives/barrier/words.h"
#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "runtime/part.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/bcast.h>

#include <string.h>

#if ARCH_MULTICAST
struct cast cast_world;

enum {
	FLAGS = 3,      /* landed, put, room */
	CAST_LEAST = 9, /* cores; of fewer others are soon told */
};

/* All, or none: then weft_bcast chooses another broadcast. */
static ARCH_COLD uint32_t bcast_multicast_bytes(const struct rt_run *run,
						uint32_t offered)
{
	uint32_t words = rt_flag_bytes(FLAGS) + arrivals_bytes(run->count);
	uint32_t all = CAST_UNITS * (CAST_UNIT + ARCH_LINE) + rt_to_line(words);

	return offered < all ? 0 : all;
}

/* All my words say `at`: nobody writes them now. */
static ARCH_COLD void bcast_multicast_preset(void *of)
{
	struct cast *c = of;

	rt_flags_preset(c->landed, FLAGS, c->at);
	arrivals_preset(c->arrivals, c->at);
	for (uint32_t i = 0; i < CAST_UNITS; i++) {
		rt_flags_preset(c->lines + i * ARCH_LINE, 1, c->at);
	}
	c->read = c->refreshed = c->at;
}

static ARCH_COLD void bcast_multicast_place(const struct rt_run *run,
					    uint32_t offset, uint32_t size)
{
	if (size == 0) {
		return;
	}
	barrier_best_world.team = team_world(); /* perhaps not yet placed */
	cast_world.ring = offset;
	cast_world.lines = cast_world.ring + CAST_UNITS * CAST_UNIT;
	cast_world.landed = cast_world.lines + CAST_UNITS * ARCH_LINE;
	cast_world.put = rt_flag(cast_world.landed, 1);
	cast_world.room = rt_flag(cast_world.landed, 2);
	cast_world.arrivals = rt_flag(cast_world.landed, FLAGS);
	cast_world.at = cast_world.read = cast_world.refreshed = run->epoch;
	if (run->epoch != 0) {
		bcast_multicast_preset(&cast_world);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "bcast_multicast",
	.bytes = bcast_multicast_bytes,
	.placed = bcast_multicast_place,
};
RT_PART_DEALT(part);

/* Has the map room for it?  A ring lies in front of the words. */
static inline bool has_words(void)
{
	return cast_world.lines != 0;
}

/* One call, and the chunk under way. */
struct multicast_job {
	char *data;  /* this chunk's */
	size_t left; /* its bytes and those after it */
	uint32_t root;
	uint64_t deadline;
	uint32_t n, end; /* the chunk's bytes; where its units end */
	uint32_t ring,
		line; /* offsets: where its first unit is, and that one's line */
};

static void next_chunk(struct multicast_job *job)
{
	uint32_t units, pos = cast_world.at & (CAST_UNITS - 1), skip = 0;

	job->n = job->left < CAST_CHUNK ? (uint32_t)job->left : CAST_CHUNK;
	units = (job->n + CAST_UNIT - 1) >> CAST_UNIT_SHIFT;
	if (units == CAST_HALF) {
		skip = -pos & (CAST_HALF - 1);
	} else if (pos + units > CAST_UNITS) {
		skip = CAST_UNITS - pos;
	}
	pos = (pos + skip) & (CAST_UNITS - 1);
	job->end = cast_world.at + skip + units;
	job->ring = cast_world.ring + (pos << CAST_UNIT_SHIFT);
	job->line = cast_world.lines + pos * ARCH_LINE;
}

/* Rank 0: all have read what this chunk overwrites. */
static int await_read(const struct multicast_job *job)
{
	uint32_t need = job->end - CAST_UNITS;
	uint32_t behind = cast_world.at - CAST_HALF;
	int error;

	if ((int32_t)(cast_world.read - need) >= 0) {
		return WEFT_OK;
	}
	need = (int32_t)(behind - need) > 0 ? behind : need;
	error = arrivals_gather(cast_world.arrivals, need, job->deadline);
	if (!error) {
		cast_world.read = need;
	}
	return error;
}

/* I have read this chunk, or need not. */
static void done(const struct multicast_job *job)
{
	cast_world.at = job->end;
	arrivals_tell(cast_world.arrivals, cast_world.at);
}

/* What fits a line, and what its line says. */
static void get_short(const struct multicast_job *job)
{
	uint32_t words[CAST_WORDS];

	arch_flags_read(words, arch_rank(), job->line, CAST_WORDS);
	memcpy(job->data, words + 1, job->n);
}

static void fill_short(const struct multicast_job *job,
		       uint32_t words[CAST_WORDS])
{
	memset(words, 0, ARCH_LINE);
	words[0] = job->end;
	memcpy(words + 1, job->data, job->n);
}

/* Rank 0: the chunk of another root is in my ring. */
static int await_put(const struct multicast_job *job)
{
	uint32_t word = job->n <= CAST_SHORT ? job->line : cast_world.put;

	arch_flag_write(job->root, cast_world.room, cast_world.at + CAST_UNITS);
	return rt_await(word, job->end, job->deadline, job->root,
			"a chunk of a multicast broadcast's root");
}

static void cast(const struct multicast_job *job)
{
	uint32_t count = arch_count(), words[CAST_WORDS];
	bool mine = job->root == 0;

	if (job->n <= CAST_SHORT) {
		if (!mine) {
			get_short(job);
		}
		fill_short(job, words);
		arch_multicast_words(0, count, job->line, words, CAST_WORDS);
		return;
	}
	if (!mine) {
		arch_get(job->data, 0, ARCH_WINDOW_MPB, job->ring, job->n);
	}
	arch_multicast(0, count, job->ring, job->data, job->n);
	arch_multicast_words(0, count, cast_world.landed, &job->end, 1);
}

static int as_rank_0(struct multicast_job *job)
{
	int error = job->root == 0 ? WEFT_OK : await_put(job);

	if (!error) {
		error = await_read(job);
	}
	if (!error) {
		cast(job);
		cast_world.at = job->end;
	}
	return error;
}

/* Another root; what rank 0 then multicasts to me, too, nobody reads. */
static int as_root(struct multicast_job *job)
{
	uint32_t words[CAST_WORDS];
	int error = rt_await(cast_world.room, job->end, job->deadline, 0,
			     "room at rank 0 for a multicast broadcast");

	if (error) {
		return error;
	}
	if (job->n <= CAST_SHORT) {
		fill_short(job, words);
		arch_flags_write(0, job->line, words, CAST_WORDS);
	} else {
		arch_put(0, ARCH_WINDOW_MPB, job->ring, job->data, job->n);
		arch_flag_write(0, cast_world.put, job->end);
	}
	done(job);
	return WEFT_OK;
}

static int as_reader(struct multicast_job *job)
{
	bool is_short = job->n <= CAST_SHORT;
	int error = rt_await(is_short ? job->line : cast_world.landed, job->end,
			     job->deadline, 0, "a multicast broadcast");

	if (error) {
		return error;
	}
	if (is_short) {
		get_short(job);
	} else {
		arch_get(job->data, arch_rank(), ARCH_WINDOW_MPB, job->ring,
			 job->n);
	}
	done(job);
	return WEFT_OK;
}

static int bcast_multicast_run_job(struct multicast_job *job)
{
	uint32_t me = arch_rank();
	int error = WEFT_OK;

	for (; job->left > 0 && !error;
	     job->left -= job->n, job->data += job->n) {
		next_chunk(job);
		if (me == 0) {
			error = as_rank_0(job);
		} else {
			error = me == job->root ? as_root(job) : as_reader(job);
		}
		RT_TRACE("multicast chunk", job->end, job->n);
	}
	return error;
}

int weft_bcast_multicast(void *data, size_t size, weft_rank_t root,
			 weft_us_t within)
{
	const struct words words = {&barrier_best_world, bcast_multicast_preset,
				    &cast_world};
	struct multicast_job job = {.data = data, .left = size, .root = root};
	int error = bcast_check(data, size, root);

	RT_THREAD_ONLY();
	CHECKED(weft_bcast_multicast, data, size, root, within);
	AGREE_BCAST(&within, "multicast", data, size, root, 0);
	if (!error && arch_count() > 1 && !has_words()) {
		error = WEFT_ERR_LIMIT;
	}
	if (error || size == 0 || arch_count() == 1) {
		return error;
	}
	job.deadline = rt_deadline(within);
	if (words_are_old(cast_world.at, cast_world.refreshed)) {
		error = words_refresh(&words, job.deadline);
	}
	return error ? error : bcast_multicast_run_job(&job);
}

/* The first half of a way is a put at rank 0, at most; then chunk by chunk. */
static ARCH_COLD uint32_t multicast_cost(uint32_t size, uint32_t count,
					 const void *object)
{
	uint32_t lines = cost_lines(size);

	(void)object;
	if (count < CAST_LEAST || !has_words()) {
		return CHOOSE_CANNOT;
	}
	return cost_signal() + costs.copy + costs.many +
	       arith_mul(lines, 2 * costs.line) +
	       arith_mul(size / CAST_CHUNK, costs.many);
}

const struct bcast bcast_is_multicast = {
	.choose =
		{
			.name = "multicast",
			.cost = multicast_cost,
		},
	.all = weft_bcast_multicast,
};
#endif
