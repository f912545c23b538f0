/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which way a reduction or a scan goes, once for each team and class of sizes.
 */
#include "collectives/choose.h"
#include "collectives/cost.h"
#include "collectives/reduce/job.h"

/* For so much, of so much each. */
static ARCH_COLD uint32_t rounds(uint32_t all, uint32_t each)
{
	uint32_t rest;

	return arith_div(all + each - 1, each, &rest);
}

/* A value that is written, waited for, read and combined, in each step. */
static ARCH_COLD uint32_t pairs(uint32_t bytes, uint32_t count)
{
	uint32_t value =
		arith_mul(cost_lines(bytes), 2 * costs.line + costs.sum);

	return arith_mul(arith_log2_ceil(count),
			 cost_signal() + costs.copy + value);
}

static ARCH_COLD uint32_t reduce_choice_meet(uint32_t count)
{
	return arith_mul(ARCH_REMOTE_AWAIT ? rows_steps(count)
					   : arith_log2_ceil(count),
			 cost_signal());
}

static ARCH_COLD uint32_t exchange_cost(uint32_t bytes, uint32_t count,
					const void *objects)
{
	const struct exchange *x = objects;
	uint32_t fits = x->fits, each = bytes < fits ? bytes : fits;
	uint32_t step = cost_signal() + costs.copy;

	if (fits == 0) {
		return CHOOSE_CANNOT;
	}
	if (!ARCH_REMOTE_AWAIT) {
		return arith_mul(rounds(bytes, fits), pairs(each, count));
	}
	step += arith_mul(cost_lines(each), costs.line) +
		arith_mul(cost_lines(each << ROWS_LOG2),
			  costs.line + costs.sum);
	return arith_mul(rounds(bytes, fits),
			 arith_mul(rows_steps(count), step));
}

static ARCH_COLD uint32_t pairs_cost(uint32_t bytes, uint32_t count,
				     const void *objects)
{
	uint32_t piece = UINT32_C(1) << exchange_piece(objects);
	uint32_t most = bytes < piece ? bytes : piece;

	if (piece == 1) {
		return CHOOSE_CANNOT;
	}
	return reduce_choice_meet(count) +
	       arith_mul(rounds(bytes, piece), pairs(most, count));
}

/* Of one chunk: as shares.c cuts it. */
static ARCH_COLD uint32_t chunk_lines(uint32_t count)
{
	uint32_t pool = chunk_pool_bytes() / ARCH_LINE, rest;
	uint32_t each = arith_div(pool, count + 1, &rest);

	return each > 0 ? arith_mul(each, count) : pool - 1;
}

/*
 * Two barriers a chunk, and one; for each chunk a piece from all cores, and a result from
 * those that have some.
 */
static ARCH_COLD uint32_t shares_cost(uint32_t bytes, uint32_t count,
				      const void *objects)
{
	uint32_t lines = cost_lines(bytes), all = reduce_choice_meet(count),
		 rest;
	uint32_t far = costs.read > 0 ? costs.read : costs.line;
	uint32_t each = arith_mul(rounds(lines, count), count);
	uint32_t copies = 1 + count + (lines < count ? lines : count);

	(void)objects;
	rest = 2 * reduce_choice_meet(count) + arith_mul(copies, costs.copy);
	all += arith_mul(rounds(lines, chunk_lines(count)), rest);
	all += arith_mul(each, far + costs.sum);
	return all + arith_mul(lines, costs.load + costs.line + far);
}

/* In the order of enum job_way. */
static ARCH_COLD_DATA const struct choose_candidate
	exchange = {.name = "exchange", .cost = exchange_cost},
	by_pairs = {.name = "pairs", .cost = pairs_cost},
	shares = {.name = "shares", .cost = shares_cost};
static ARCH_COLD_DATA const struct choose_candidate *const list[] = {
	&exchange, &by_pairs, &shares};
static ARCH_COLD_DATA const uint32_t end = sizeof(list) / sizeof(list[0]);

static ARCH_COLD uint8_t choose_way(struct exchange *x, uint32_t bytes)
{
	static ARCH_COLD_DATA const struct choose choice = {
		.what = "reduce",
		.variable = "WEFT_REDUCE",
		.list = list,
		.end = &end,
	};
	void *const objects[] = {x, x, x};

	return (uint8_t)(JOB_EXCHANGE +
			 (choose(&choice, objects, bytes, x->team.size) -
			  list));
}

/* An element is too large for what is best for as many bytes of small ones. */
static ARCH_COLD enum job_way for_large(const struct exchange *x, uint32_t e,
					enum job_way way)
{
	if (way == JOB_EXCHANGE) {
		way = JOB_PAIRS;
	}
	return e > UINT32_C(1) << exchange_piece(x) ? JOB_SHARES : way;
}

/* Classes: what one exchange has room for, or a word, twice that, and so on. */
enum job_way job_way(const struct job *job, size_t count)
{
	struct exchange *x = job->exchange;
	uint32_t e = job->op->bytes, most, doublings = 0, bytes;
	enum job_way way;

	if (count > EXCHANGE_LARGEST) {
		return JOB_SHARES;
	}
	bytes = job_bytes(job, (uint32_t)count);
	most = x->fits ? x->fits : EXCHANGE_LEAST;
	for (; most < bytes; most <<= 1) {
		doublings++;
	}
	if (most > EXCHANGE_LARGEST) {
		return JOB_SHARES;
	}
	if (!x->way[doublings]) {
		x->way[doublings] = choose_way(x, most);
	}
	way = (enum job_way)x->way[doublings];
	return e > x->fits ? for_large(x, e, way) : way;
}
