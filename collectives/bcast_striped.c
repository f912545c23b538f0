/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Striped broadcast (see weft/bcast.h).
 *
 * The root puts the message into the MPBs of the homes (collectives/stripes.h),
 * and everybody reads it from there straight into memory.  A stripe of the message
 * is a strip for each home; cores of region r begin every stripe with strip r and go
 * on in turn, so that at any time each home serves its share of the cores.
 *
 * All is counted in lines of a strip, over all calls of the run: a home's strips
 * are at the same lines of its chunk buffers and of its count, so nothing is reset
 * between strips or calls, and all cores count alike, since all take part in
 * every call.  Words, each with one writer at a time:
 *   ready[h]  at home h, by the root: so many lines of yours are there;
 *   taken[r]  at the root and the homes, by core r: so many have I read.
 * The root reuses a line when all have read what was there: what follows in this
 * call waits for the words at the root.  A home leaves the call when all have read
 * everything, by the words at the home.
 *
 * Before a call the root may not write to a home, which may still be in the call
 * before, or in another collective: on entering, a home says so, by its word
 * at the root.  That value is one more than the last of the call before, which
 * means that it has read, not that it has been read from.  So no barrier is
 * needed when the root changes: who was root has had all its words at h taken
 * note of by h before h lets the next root write.
 *
 * Where a core can wait for its own words only, a home passes each value of its
 * word on to all others: then ready[h] everywhere else is written by home h.
 *
 * A word last written 2^31 lines ago would look as if it were ahead, so every
 * REFRESH lines all cores write their own, between two barriers.
 */
#include "arch/arch.h"
#include "collectives/barrier.h"
#include "collectives/bcast_choice.h"
#include "collectives/binomial.h"
#include "collectives/chunk_pool.h"
#include "collectives/cost.h"
#include "collectives/stripes.h"
#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/bcast.h>

enum {
	CORES = 512, /* words of all: no more than a quarter of an MPB */
	FIRST = 3,   /* lines announced at first.. */
	STEP = 8,    /* ..then up to each multiple of this */
};
static const uint32_t REFRESH = UINT32_C(1) << 30;

static struct {
	uint32_t taken, ready;     /* flags */
	uint32_t count, refreshed; /* lines of a strip, all calls */
	struct stripes s;
} st;

/* So many regions that a home can serve its share of the cores in time. */
static uint32_t regions_shift(uint32_t count)
{
	uint32_t all = arith_mul(count, costs.serve);
	uint32_t shift = 0;

	while (shift < STRIPES_SHIFT && all > (costs.line + costs.store)
							<< shift) {
		shift++;
	}
	return shift;
}

static uint32_t flags(uint32_t count)
{
	return count + (UINT32_C(1) << regions_shift(count));
}

static uint32_t bytes(const struct rt_shape *shape, uint32_t left)
{
	(void)left;
	return shape->count > CORES ? 0 : rt_flag_bytes(flags(shape->count));
}

static void preset(void)
{
	st.refreshed = st.count;
	rt_flags_preset(st.taken, flags(arch_count()), st.count);
}

static void place(const struct rt_shape *shape, uint32_t offset, uint32_t size)
{
	if (size == 0) {
		return;
	}
	st.taken = offset;
	st.ready = rt_flag(offset, shape->count);
	st.count = st.refreshed = shape->epoch;
	if (shape->epoch != 0) {
		preset();
	}
	stripes_find(&st.s, shape->count, regions_shift(shape->count));
}

static const struct rt_feature feature = {
	.name = "striped",
	.bytes = bytes,
	.place = place,
};
RT_FEATURE(feature);

struct job {
	char *data;
	size_t size;
	uint32_t me, root;
	uint32_t base;  /* the count before the first line */
	uint32_t share; /* lines for each home */
	uint32_t pool;  /* lines of the chunk buffers */
	uint64_t deadline;
	/* The stripe under way: lines of each strip at .. end, in the buffers
	 * from line pos on. */
	uint32_t at, end, pos;
};

/*
 * A stripe's strips are equally long: a chunk buffer at most, so that there is
 * one to write while the other is read.  Where there are several homes they begin
 * short, so that no region waits long for its first.
 */
static bool next_stripe(struct job *job)
{
	uint32_t most = chunk_bytes() / ARCH_LINE, room, lines;

	job->pos += job->end - job->at;
	if (job->pos == job->pool) {
		job->pos = 0;
	}
	job->at = job->end;
	room = job->pool - job->pos;
	lines = st.s.shift == 0 || job->at > most ? most
		: job->at > STEP                  ? job->at
						  : STEP;
	lines = lines < room ? lines : room;
	if (lines < job->share - job->at) {
		job->end = job->at + lines;
	} else {
		job->end = job->share;
	}
	return job->end > job->at;
}

/* A part of strip i of the stripe under way. */
struct part {
	uint32_t i, at, end; /* its lines */
};

/* The root announces lines up to there next; all know where that is. */
static uint32_t next_step(const struct job *job, uint32_t at)
{
	uint32_t end = at < FIRST ? FIRST : (at | (STEP - 1)) + 1;

	return end < job->end ? end : job->end;
}

/* Where in the message a part begins, and its bytes; the last strips may be
 * short or empty. */
static size_t part_bytes(const struct job *job, const struct part *part,
			 size_t *from)
{
	uint32_t strips = arith_mul(job->end - job->at, part->i);
	size_t line = ((size_t)job->at << st.s.shift) + strips;
	size_t n = (size_t)(part->end - part->at) * ARCH_LINE;

	*from = (line + part->at - job->at) * ARCH_LINE;
	if (*from >= job->size) {
		return 0;
	}
	return job->size - *from < n ? job->size - *from : n;
}

static uint32_t part_offset(const struct job *job, const struct part *part)
{
	return chunk_buffer(0) + (job->pos + part->at - job->at) * ARCH_LINE;
}

static uint32_t writer(const void *of, uint32_t i)
{
	(void)of;
	return i;
}

/* All cores have read lines up to there. */
static int await_taken(const struct job *job, uint32_t line)
{
	return rt_await_all(st.taken, arch_count(), job->base + line,
			    job->deadline, writer, NULL, "lines taken");
}

static void take(const struct job *job, uint32_t rank, uint32_t line)
{
	arch_flag_write(rank, rt_flag(st.taken, job->me), job->base + line);
}

static int await_ready(const struct job *job, uint32_t i, uint32_t line)
{
	uint32_t home = st.s.home[i];
	uint32_t from = ARCH_REMOTE_AWAIT || home == job->me ? job->root : home;

	return rt_await_at(ARCH_REMOTE_AWAIT ? home : job->me,
			   rt_flag(st.ready, i), job->base + line,
			   job->deadline, from, "lines of a striped broadcast");
}

/* From the home to all others, where they cannot look there. */
static void pass_on(const struct job *job, uint32_t i, uint32_t line)
{
	uint32_t count = ARCH_REMOTE_AWAIT ? 0 : arch_count();

	for (uint32_t rank = 0; rank < count; rank++) {
		if (rank != job->me && rank != job->root) {
			arch_flag_write(rank, rt_flag(st.ready, i),
					job->base + line);
		}
	}
}

/* The root's part of a strip, into its home's MPB. */
static int put_part(const struct job *job, const struct part *part)
{
	uint32_t home = st.s.home[part->i];
	size_t from, n = part_bytes(job, part, &from);
	int error = WEFT_OK;

	if (n == 0) {
		return WEFT_OK;
	}
	if (part->at == 0 && home != job->me) {
		error = rt_await(rt_flag(st.taken, home), job->base,
				 job->deadline, home, "a home's entering");
	}
	if (error) {
		return error;
	}
	arch_put(home, ARCH_WINDOW_MPB, part_offset(job, part),
		 job->data + from, n);
	arch_flag_write(home, rt_flag(st.ready, part->i),
			job->base + part->end);
	if (!ARCH_REMOTE_AWAIT && home == job->me) {
		/* Seen by me, it is there for all. */
		error = await_ready(job, part->i, part->end);
		pass_on(job, part->i, part->end);
	}
	return error;
}

/* The root's stripe: a step for each home, and again. */
static int put_stripe(const struct job *job)
{
	struct part part = {.at = job->at};
	int error = WEFT_OK;

	if (job->end > job->pool) {
		error = await_taken(job, job->end - job->pool);
	}
	while (part.at < job->end && !error) {
		part.end = next_step(job, part.at);
		for (part.i = 0; part.i >> st.s.shift == 0 && !error;
		     part.i++) {
			error = put_part(job, &part);
		}
		part.at = part.end;
	}
	return error;
}

/* One strip into memory, as much at once as there is. */
static int get_strip(const struct job *job, uint32_t i)
{
	struct part part = {.i = i, .at = job->at};
	uint32_t home = st.s.home[i];
	uint32_t where = ARCH_REMOTE_AWAIT ? home : job->me;

	while (part.at < job->end) {
		size_t from, n;

		part.end =
			arch_flag_read(where, rt_flag(st.ready, i)) - job->base;
		if ((int32_t)(part.end - part.at) <= 0) {
			int error;

			part.end = next_step(job, part.at);
			if (part_bytes(job, &part, &from) == 0) {
				break;
			}
			error = await_ready(job, i, part.end);
			if (error) {
				return error;
			}
		}
		part.end = part.end < job->end ? part.end : job->end;
		if (home == job->me) {
			pass_on(job, i, part.end);
		}
		n = part_bytes(job, &part, &from);
		arch_get(job->data + from, home, ARCH_WINDOW_MPB,
			 part_offset(job, &part), n);
		RT_TRACE("part of a strip", home, n);
		part.at = part.end;
	}
	return WEFT_OK;
}

static int get_stripe(const struct job *job)
{
	uint32_t last = (UINT32_C(1) << st.s.shift) - 1;
	int error = WEFT_OK;

	for (uint32_t i = 0; i <= last && !error; i++) {
		error = get_strip(job, (st.s.mine + i) & last);
	}
	if (job->share > job->pool) {
		take(job, job->root, job->end);
	}
	return error;
}

/* Every core has read, or put, all: nobody may leave a home before. */
static int leave(const struct job *job)
{
	for (uint32_t i = 0; i >> st.s.shift == 0; i++) {
		take(job, st.s.home[i], job->share);
	}
	return st.s.home[st.s.mine] == job->me ? await_taken(job, job->share)
					       : WEFT_OK;
}

static int run(struct job *job)
{
	int error = WEFT_OK;

	if (job->me == job->root) {
		take(job, job->me, job->share); /* it reads nothing */
	} else if (st.s.home[st.s.mine] == job->me) {
		take(job, job->root, 0);
	}
	while (!error && next_stripe(job)) {
		error = job->me == job->root ? put_stripe(job)
					     : get_stripe(job);
	}
	return error ? error : leave(job);
}

static int refresh(uint64_t deadline)
{
	int error = WEFT_OK;

	if (st.count - st.refreshed >= REFRESH) {
		error = barrier_until(deadline);
		if (!error) {
			preset();
			error = barrier_until(deadline);
		}
	}
	return error;
}

int weft_bcast_striped(void *data, size_t size, weft_rank_t root,
		       weft_us_t within)
{
	struct job job = {.data = data, .size = size, .root = root};
	uint32_t last = (UINT32_C(1) << st.s.shift) - 1;
	int error = bcast_check(data, size, root);

	RT_THREAD_ONLY();
	if (!error && arch_count() > CORES) {
		error = WEFT_ERR_LIMIT;
	}
	if (error || size == 0 || arch_count() == 1) {
		return error;
	}
	job.deadline = rt_deadline(within);
	job.me = arch_rank();
	job.pool = chunk_pool_bytes() / ARCH_LINE;
	job.share = (uint32_t)(((size + ARCH_LINE - 1) / ARCH_LINE + last) >>
			       st.s.shift);
	error = refresh(job.deadline);
	job.base = st.count + 1;
	st.count = job.base + job.share;
	return error ? error : run(&job);
}

/* Announced and read for the first time; then readers decide, and the last word. */
uint32_t bcast_striped_cost(uint32_t size, uint32_t count)
{
	uint32_t lines = cost_lines(size);
	uint32_t first = lines < FIRST ? lines : FIRST;
	uint32_t parts = lines / STEP + 1;
	uint32_t crowd = arith_mul(count >> st.s.shift, costs.serve);
	uint32_t begin = costs.copy + cost_signal() + crowd +
			 arith_mul(first, costs.load + costs.line);
	uint32_t part = costs.copy + costs.line;
	uint32_t end = cost_signal() + crowd +
		       arith_mul(count / (ARCH_LINE / 4), costs.line);

	if (count > CORES) {
		return CHOOSE_CANNOT;
	}
	if (!ARCH_REMOTE_AWAIT) { /* the home tells all others */
		part += arith_mul(count, costs.flag + costs.line);
	}
	return begin + arith_mul(parts, part) +
	       arith_mul(lines, costs.line + costs.store) + end;
}
