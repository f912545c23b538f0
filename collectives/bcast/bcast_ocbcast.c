/* SPDX-License-Identifier: Apache-2.0 */
/* OC-Bcast with the run's degree, which is what weft_bcast and teams choose from. */
#include "collectives/bcast/bcast.h"
#include "collectives/bcast/ocbcast.h"
#include "collectives/cost.h"
#include "messages/chunk_pool.h"
#include "runtime/wait.h"

enum {
	TEAM_DEGREE = 7 /* at most */
};

static int ocbcast_usual(void *data, size_t size, weft_rank_t root,
			 weft_us_t within)
{
	return weft_bcast_ocbcast(data, size, root, ocbcast_world.usual,
				  within);
}

/* Levels of the k-ary tree below the root. */
static ARCH_COLD uint32_t levels(uint32_t count, uint32_t k)
{
	uint32_t level = 1, all = 1, n = 0;

	while (all < count) {
		level = arith_mul(level, k);
		all += level;
		n++;
	}
	return n;
}

/*
 * The first chunk through all levels, then a chunk per loop of an inner core
 * (D. Petrovic, EPFL thesis 6552, section 3.4).
 */
static ARCH_COLD uint32_t ocbcast_cost(uint32_t bytes, uint32_t count,
				       const void *object)
{
	const struct ocbcast *own = object;
	uint32_t k = own->usual, lines = cost_lines(bytes);
	uint32_t most = chunk_bytes() / ARCH_LINE;
	uint32_t first = lines < most ? lines : most;
	uint32_t notify = arith_mul(arith_log2_ceil(k + 1), cost_signal());
	uint32_t root = costs.copy + arith_mul(first, costs.load + costs.line);
	uint32_t level = notify + costs.copy + arith_mul(first, 2 * costs.line);
	uint32_t last = costs.copy + arith_mul(first, costs.line + costs.store);
	uint32_t done = arith_mul(k, costs.line + costs.wait);

	return root + arith_mul(levels(count, k), level) + last + done +
	       arith_mul(lines - first, 3 * costs.line + costs.store);
}

static ARCH_COLD uint32_t ocbcast_words(uint32_t count)
{
	(void)count;
	return ocbcast_bytes(TEAM_DEGREE);
}

static ARCH_COLD void ocbcast_team(void *object, struct barrier_best *barrier,
				   uint32_t offset, uint32_t epoch)
{
	ocbcast_place(object, barrier, TEAM_DEGREE, offset, epoch);
}

static int ocbcast_run(void *object, void *data, size_t size, uint32_t root,
		       weft_us_t within)
{
	struct ocbcast *own = object;
	struct ocbcast_call call = {data, size, root, own->usual,
				    rt_deadline(within)};

	return ocbcast(own, &call);
}

BCAST_TINIEST_WEAK;

const struct bcast bcast_is_ocbcast = {
	.choose =
		{
			.name = "ocbcast",
			.cost = ocbcast_cost,
			.world = &ocbcast_world,
			.better = &BCAST_TINIEST.choose,
		},
	.all = ocbcast_usual,
};

const struct bcast_form bcast_form_ocbcast = {
	.bytes = ocbcast_words,
	.memory = sizeof(struct ocbcast),
	.place = ocbcast_team,
	.run = ocbcast_run,
};
