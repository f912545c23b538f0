/* SPDX-License-Identifier: Apache-2.0 */
/* The root puts its bytes into the MPB of each core of the team, between two barriers. */
#include "runtime/mpb_map.h"
#include "runtime/part.h"
#include "runtime/wait.h"

#include "tests/target/bcast/invented/invented.h"

struct own {
	struct barrier_best *barrier;
	uint32_t room; /* offset */
};

static struct own world;
uint32_t invented_runs, invented_cost;

static uint32_t words(uint32_t count)
{
	(void)count;
	return rt_to_line(INVENTED_BYTES);
}

static void place(void *object, struct barrier_best *barrier, uint32_t offset,
		  uint32_t epoch)
{
	struct own *own = object;

	(void)epoch; /* it is no flag that anybody waits for */
	*own = (struct own){barrier, offset};
}

static uint32_t bytes(const struct rt_run *run, uint32_t offered)
{
	(void)offered;
	return words(run->count);
}

static void placed(const struct rt_run *run, uint32_t offset, uint32_t size)
{
	(void)size;
	barrier_best_world.team = team_world(); /* perhaps not yet placed */
	place(&world, &barrier_best_world, offset, run->epoch);
}

static const struct rt_part part = {
	.name = "invented", .bytes = bytes, .placed = placed};
RT_PART(part);

static int run(void *object, void *data, size_t size, uint32_t root,
	       weft_us_t within)
{
	struct own *own = object;
	const struct team *team = &own->barrier->team;
	uint64_t deadline = rt_deadline(within);
	int error;

	invented_runs++;
	for (uint32_t i = 0; team->me == root && i < team->size; i++) {
		arch_put(team_rank(team, i), ARCH_WINDOW_MPB, own->room, data,
			 size);
	}
	error = barrier_until(own->barrier, deadline);
	if (error) {
		return error;
	}
	arch_get(data, arch_rank(), ARCH_WINDOW_MPB, own->room, size);
	return barrier_until(own->barrier, deadline);
}

static int of_all(void *data, size_t size, weft_rank_t root, weft_us_t within)
{
	return size == 0 || arch_count() == 1
		       ? WEFT_OK
		       : run(&world, data, size, root, within);
}

static uint32_t cost(uint32_t size, uint32_t count, const void *object)
{
	(void)size;
	(void)count;
	(void)object;
	return invented_cost;
}

const struct bcast bcast_is_invented = {
	.choose =
		{
			.name = "invented",
			.cost = cost,
			.bytes = INVENTED_BYTES,
			.cores = INVENTED_CORES,
			.world = &world,
		},
	.all = of_all,
};

const struct bcast_form bcast_form_invented = {
	.bytes = words,
	.memory = sizeof(struct own),
	.place = place,
	.run = run,
};
