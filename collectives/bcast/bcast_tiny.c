/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Broadcast of what fits a line beside a word: see collectives/bcast/tiny.h for the call
 * itself, collectives/bcast/slots.h for where it goes and when that is free again.
 */
#include "arch/arch.h"
#include "collectives/barrier/agree.h"
#include "collectives/bcast/checked.h"
#include "collectives/bcast/slots.h"
#include "collectives/bcast/tiny.h"
#include "collectives/cost.h"
#include "runtime/context.h"
#include "runtime/part.h"
#include "runtime/wait.h"

#include <weft/bcast.h>

enum {
	BANKS = 8,
	SLOTS = 8, /* of a bank */
	LEAST = 2,
	DEEP = 5,        /* lines after the first */
	SHARE_SHIFT = 4, /* of a window, that they may take */
	TEAM_BYTES = TINY_SLOT * (ARCH_REMOTE_AWAIT ? 2 : 8),
};

struct slots tiny_slots = {.size = TINY_SLOT, .fits = BCAST_LINES};

/* The best, and, if that is a pull, those of a push. */
static struct hubs tiny_hubs[ARCH_REMOTE_AWAIT ? 2 : 1];
#define pushed (&tiny_hubs[ARCH_REMOTE_AWAIT])

static ARCH_COLD_DATA const struct ring tiny_world = {&tiny_slots, tiny_hubs};

/* Made when they are asked for; of no regions, if there are no slots. */
static struct hubs *push(struct hubs *hubs, const struct slots *s)
{
	if (hubs->regions == 0 && s->lines > 0) {
		hubs_push(hubs, &s->barrier->team);
	}
	return hubs;
}

#if ARCH_REMOTE_AWAIT
static struct hubs *best(struct hubs *hubs, const struct slots *s)
{
	if (hubs->regions == 0 && s->lines > 0) {
		hubs_pull(hubs, &s->barrier->team, 1, BANKS);
	}
	return hubs;
}
#define best_form weft_bcast_tiny_pull
#else
#define best      push
#define best_form weft_bcast_tiny_push
#endif

/*
 * Bytes that it is chosen for: more than a line only where the line itself takes longer than
 * the calls and the wait for it, of which each line has its own.
 */
static ARCH_COLD uint32_t tiny_most(void)
{
	return costs.line + costs.store > costs.copy + costs.wait ? BCAST_LINES
								  : BCAST_TINY;
}

/* As many slots as there is room for, LEAST or more if there are any. */
static ARCH_COLD uint32_t tiny_part_bytes(const struct rt_run *run,
					  uint32_t offered)
{
	uint32_t most = arch_window_bytes(ARCH_WINDOW_MPB) >> SHARE_SHIFT;

	(void)run;
	offered = offered < SLOTS * TINY_SLOT ? offered : SLOTS * TINY_SLOT;
	offered = offered > LEAST * TINY_SLOT ? offered : LEAST * TINY_SLOT;
	return (offered < most ? offered : most) & -(uint32_t)TINY_SLOT;
}

static ARCH_COLD void tiny_part_place(const struct rt_run *run, uint32_t offset,
				      uint32_t size)
{
	barrier_best_world.team = team_world(); /* perhaps not yet placed */
	slots_place(&tiny_slots, &barrier_best_world, offset, size, run->epoch);
	hubs_place(tiny_hubs, sizeof(tiny_hubs) / sizeof(tiny_hubs[0]),
		   run->count);
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "tiny",
	.bytes = tiny_part_bytes,
	.placed = tiny_part_place,
};
RT_PART_DEALT(part);

static inline __attribute__((always_inline)) int
tiny(struct slots *s, struct hubs *hubs, void *data, size_t size, uint32_t root,
     weft_us_t within)
{
	int error = slots_enter(s, hubs, data, size, root, rt_deadline(within));

	if (error == WEFT_ERR_TIMEOUT) {
		return tiny_miss(s, data, size, error);
	}
	if (error) {
		return error == SLOTS_DONE ? WEFT_OK : error;
	}
	return root == s->barrier->team.me ? tiny_send(s, data, size, within)
					   : tiny_get(s, data, size, within);
}

static inline __attribute__((always_inline)) int
tiny_world_by(struct hubs *hubs, void *data, size_t size, uint32_t root,
	      weft_us_t within)
{
	RT_THREAD_ONLY();
	AGREE_BCAST(&within, hubs_pulled(hubs) ? "tiny_pull" : "tiny_push",
		    data, size, root, 0);
	return tiny(&tiny_slots, hubs, data, size, root, within);
}

int weft_bcast_tiny_push(void *data, size_t size, weft_rank_t root,
			 weft_us_t within)
{
	CHECKED(weft_bcast_tiny_push, data, size, root, within);
	return tiny_world_by(push(pushed, &tiny_slots), data, size, root,
			     within);
}

#if ARCH_REMOTE_AWAIT
int weft_bcast_tiny_pull(void *data, size_t size, weft_rank_t root,
			 weft_us_t within)
{
	CHECKED(weft_bcast_tiny_pull, data, size, root, within);
	return tiny_world_by(best(tiny_hubs, &tiny_slots), data, size, root,
			     within);
}
#endif

void tiny_choose(bcast_fn *form, uint32_t bytes)
{
	if (form == best_form && bytes > tiny_slots.fast) {
		tiny_slots.chosen = best(tiny_hubs, &tiny_slots);
		tiny_slots.fast = bytes;
		tiny_slots.kept = false;
	}
}

/* What a line more takes a core that reads it, and the hub that tells most others. */
static ARCH_COLD uint32_t tiny_reads(void)
{
	return costs.wait + costs.copy + costs.line + costs.store;
}

static ARCH_COLD uint32_t tiny_tells(const struct hubs *hubs)
{
	uint32_t most = 0;

	for (uint32_t i = 1; i < hubs->regions; i++) {
		uint32_t n = hubs->place[i].children;

		most = n > most ? n : most;
	}
	return arith_mul(most, costs.copy + 2 * costs.line + costs.flag);
}

/*
 * Chosen, and on teams: by the best hubs.  Where some hub tells so many others that it keeps
 * them waiting for each line, strips are faster from DEEP lines on.
 */
static ARCH_COLD uint32_t tiny_cost(uint32_t bytes, uint32_t count,
				    const void *object)
{
	const struct ring *ring = object;
	uint32_t lines = 0, tells, reads = tiny_reads();
	const struct hubs *hubs;

	(void)count;
	if (!ring->slots || bytes > tiny_most()) {
		return CHOOSE_CANNOT;
	}
	hubs = best(ring->hubs, ring->slots);
	if (hubs->regions == 0) {
		return CHOOSE_CANNOT;
	}
	if (bytes <= BCAST_TINY) {
		return hubs->cost;
	}
	for (; bytes > BCAST_TINY; bytes -= BCAST_TINY) {
		lines++;
	}
	tells = tiny_tells(hubs);
	if (lines >= DEEP && tells > reads + (reads >> 1)) {
		return CHOOSE_CANNOT;
	}
	return hubs->cost + arith_mul(lines, reads + tells);
}

static ARCH_COLD uint32_t tiny_bytes(uint32_t count)
{
	(void)count;
	return TEAM_BYTES;
}

static ARCH_COLD void tiny_place(void *object, struct barrier_best *barrier,
				 uint32_t offset, uint32_t epoch)
{
	ring_place(object,
		   (struct slots){.size = TINY_SLOT, .fits = BCAST_LINES},
		   barrier, offset, TEAM_BYTES, epoch);
}

static int tiny_run(void *object, void *data, size_t size, uint32_t root,
		    weft_us_t within)
{
	const struct ring *ring = object;

	return tiny(ring->slots, best(ring->hubs, ring->slots), data, size,
		    root, within);
}

#if ARCH_REMOTE_AWAIT
#define best_is   bcast_is_tiny_pull
#define best_as   bcast_form_tiny_pull
#define best_name "tiny_pull"
const struct bcast bcast_is_tiny_push = {
	.choose =
		{
			.name = "tiny_push",
			.bytes = BCAST_TINY,
		},
	.all = weft_bcast_tiny_push,
};
#else
#define best_is   bcast_is_tiny_push
#define best_as   bcast_form_tiny_push
#define best_name "tiny_push"
#endif

const struct bcast best_is = {
	.choose =
		{
			.name = best_name,
			.cost = tiny_cost,
			.bytes = BCAST_LINES,
			.world = &tiny_world,
		},
	.all = best_form,
};

const struct bcast_form best_as = {
	.wide = true,
	.bytes = tiny_bytes,
	.memory = sizeof(struct made_ring),
	.more = hubs_room,
	.place = tiny_place,
	.run = tiny_run,
};
