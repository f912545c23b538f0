/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Broadcast of a few lines: as a tiny one (bcast_tiny.c), but the payload has lines
 * of its own in the slot, after that of the word.
 *
 * A port with fast copies and dear flags (ARCH_SHORT_BYTES) has slots for longer ones, as far
 * as there is room, and all goes in one part.
 *
 * From three lines on it goes in two parts, so that the others begin with the first
 * quarter while the root still puts the rest; the word counts both: a call is two
 * numbers.  Hubs are fewer than for tiny ones, since telling one more costs as
 * many lines, and each serves more cores, since these write to memory in between.
 */
#include "arch/arch.h"
#include "collectives/barrier/agree.h"
#include "collectives/bcast/checked.h"
#include "collectives/bcast/bcast_choice.h"
#include "collectives/cost.h"
#include "collectives/bcast/slots.h"
#include "runtime/context.h"
#include "runtime/part.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/bcast.h>

#if ARCH_REMOTE_AWAIT

enum {
	SLOT = ARCH_LINE + BCAST_SHORT,
	LONGEST = ARCH_LINE + BCAST_LONGEST_SHORT,
	PARTS = 2,
	USUAL = 4, /* lines that the hubs are chosen for */
	BANKS = 8,
	SHARE_SHIFT = 4, /* of a window, that the slots may take */
};

static struct slots short_slots;
static struct hubs short_hubs;
static ARCH_COLD_DATA const struct ring short_world = {&short_slots,
						       &short_hubs};

struct call {
	const struct slots *slots;
	char *data;
	bool root;                /* it is me */
	uint32_t from, word, hub; /* from: the root; word: where it is, there */
	uint64_t deadline;
};

/* Of the MPB, for a slot; 0: it is too small for one. */
static ARCH_COLD uint32_t short_bytes(uint32_t count)
{
	uint32_t most = arch_window_bytes(ARCH_WINDOW_MPB) >> SHARE_SHIFT;

	(void)count;
	return SLOT > most ? 0 : SLOT;
}

/* A slot, the longest that is offered, or none: weft_bcast has others then. */
static ARCH_COLD uint32_t short_part_bytes(const struct rt_run *run,
					   uint32_t offered)
{
	uint32_t least = short_bytes(run->count);
	uint32_t best = offered < LONGEST ? offered : LONGEST;

	best &= -(uint32_t)ARCH_LINE;
	return least == 0 || best < least ? 0 : best;
}

static ARCH_COLD void short_part_place(const struct rt_run *run,
				       uint32_t offset, uint32_t size)
{
	barrier_best_world.team = team_world(); /* perhaps not yet */
	if (size > 0) {
		short_slots.size = size;
		short_slots.fits = size - ARCH_LINE;
		slots_place(&short_slots, &barrier_best_world, offset, size,
			    run->epoch);
		hubs_place(&short_hubs, 1, run->count);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "short",
	.bytes = short_part_bytes,
	.placed = short_part_place,
};
RT_PART_DEALT(part);

/* Made when they are asked for; of no regions, if there are no slots. */
static struct hubs *made(struct hubs *hubs, const struct slots *s)
{
	if (hubs->regions == 0 && s->lines > 0) {
		hubs_pull(hubs, &s->barrier->team, USUAL, BANKS);
	}
	return hubs;
}

/* Bytes of the first part of so many; 0: all goes at once. */
static uint32_t first_part(uint32_t size)
{
	uint32_t lines = (size + ARCH_LINE - 1) / ARCH_LINE;

	/* Not where a flag is dear. */
	return lines > 2 && LONGEST == SLOT ? ((lines + 2) >> 2) * ARCH_LINE
					    : 0;
}

/* To all that I tell: my bytes from..to, or those of my own slot, and the word. */
static void short_tell(const struct call *call, uint32_t from, uint32_t to,
		       uint32_t number)
{
	uint32_t me = arch_rank(), offset = call->word + ARCH_LINE + from;
	struct arch_addr mine = {me, ARCH_WINDOW_MPB, offset};

	for (uint32_t i = 0; i < call->slots->tells; i++) {
		struct arch_addr at = {call->slots->tell[i], ARCH_WINDOW_MPB,
				       offset};

		if (call->root) {
			arch_put(at.rank, at.window, at.offset,
				 call->data + from, to - from);
		} else {
			arch_copy(at, mine, to - from);
		}
		arch_flag_write(at.rank, call->word, number);
	}
}

static int short_move(const struct call *call, uint32_t from, uint32_t to,
		      uint32_t number)
{
	int error;

	if (call->root) {
		short_tell(call, from, to, number);
		return WEFT_OK;
	}
	error = rt_await_at(call->hub, call->word, number, call->deadline,
			    call->from, "a short broadcast");
	if (error) {
		return error;
	}
	short_tell(call, from, to, number);
	arch_get(call->data + from, call->hub, ARCH_WINDOW_MPB,
		 call->word + ARCH_LINE + from, to - from);
	return WEFT_OK;
}

static inline int short_run_job(struct slots *s, struct hubs *hubs, void *data,
				size_t size, uint32_t root, weft_us_t within)
{
	struct call call = {.slots = s, .data = data};
	uint32_t first = first_part((uint32_t)size), number;
	uint64_t deadline = rt_deadline(within);
	int error = slots_enter(s, made(hubs, s), data, size, root, deadline);

	if (error == WEFT_ERR_TIMEOUT) {
		slots_next(s, s->size, PARTS); /* the call is over here, too */
	}
	if (error) {
		return error == SLOTS_DONE ? WEFT_OK : error;
	}
	call.root = root == s->barrier->team.me;
	call.from = team_rank(&s->barrier->team, root);
	call.word = s->word;
	call.hub = s->hub;
	call.deadline = deadline;
	number = s->call;
	RT_TRACE("short broadcast", number, call.word);
	if (first > 0) {
		error = short_move(&call, 0, first, number);
	}
	if (!error) {
		error = short_move(&call, first, (uint32_t)size, number + 1);
	}
	slots_next(s, s->size, PARTS);
	return error;
}

int weft_bcast_short(void *data, size_t size, weft_rank_t root,
		     weft_us_t within)
{
	RT_THREAD_ONLY();
	CHECKED(weft_bcast_short, data, size, root, within);
	AGREE_BCAST(&within, "short", data, size, root, 0);
	return short_run_job(&short_slots, &short_hubs, data, size, root,
			     within);
}

/*
 * The first part, seen by all, with a line for the word; then readers decide.
 * What the hubs cost is for the usual number of lines.
 */
static ARCH_COLD uint32_t short_cost(uint32_t size, uint32_t count,
				     const void *object)
{
	const struct ring *ring = object;
	uint32_t lines = cost_lines(size);
	uint32_t first = cost_lines(first_part(size));
	const struct hubs *hubs;

	(void)count;
	if (!ring->slots || size > ring->slots->fits) {
		return CHOOSE_CANNOT;
	}
	hubs = made(ring->hubs, ring->slots);
	if (hubs->regions == 0) {
		return CHOOSE_CANNOT;
	}
	first = first > 0 ? first : lines;
	return hubs->cost + costs.flag + 2 * costs.line +
	       arith_mul(first - 1, costs.load + costs.line) +
	       arith_mul(lines, costs.line + costs.store) -
	       USUAL * (costs.line + costs.store) +
	       (first < lines ? costs.copy + costs.wait : 0);
}

static ARCH_COLD void short_place(void *object, struct barrier_best *barrier,
				  uint32_t offset, uint32_t epoch)
{
	ring_place(object, (struct slots){.size = SLOT, .fits = BCAST_SHORT},
		   barrier, offset, SLOT, epoch);
}

static int short_run(void *object, void *data, size_t size, uint32_t root,
		     weft_us_t within)
{
	const struct ring *ring = object;

	return short_run_job(ring->slots, ring->hubs, data, size, root, within);
}

BCAST_TINIEST_WEAK;

const struct bcast bcast_is_short = {
	.choose =
		{
			.name = "short",
			.cost = short_cost,
			.bytes = BCAST_LONGEST_SHORT,
			.world = &short_world,
			.better = &BCAST_TINIEST.choose,
		},
	.all = weft_bcast_short,
};

const struct bcast_form bcast_form_short = {
	.wide = true,
	.bytes = short_bytes,
	.memory = sizeof(struct made_ring),
	.more = hubs_room,
	.place = short_place,
	.run = short_run,
};

#endif
