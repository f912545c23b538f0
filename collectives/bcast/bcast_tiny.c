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
#include "runtime/trace.h"
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

static struct hubs tiny_hubs;
#if ARCH_REMOTE_AWAIT
static struct hubs pushed;
#else
#define pushed tiny_hubs /* the best is a push */
#endif

static ARCH_COLD_DATA const struct ring tiny_world = {&tiny_slots, &tiny_hubs};

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
	hubs_place(&tiny_hubs, run->count);
#if ARCH_REMOTE_AWAIT
	hubs_place(&pushed, run->count);
#endif
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "tiny",
	.bytes = tiny_part_bytes,
	.placed = tiny_part_place,
};
RT_PART_DEALT(part);

/* The next slot of a message that is under way, which may be another bank's. */
static inline int tiny_goes_on(struct slots *s, const void *data, size_t size,
			       uint64_t deadline)
{
	return s->kept ? WEFT_OK
		       : slots_prepare(s, s->hubs, data, size, s->root,
				       deadline);
}

int tiny_send_lines(struct slots *s, const char *data, size_t size,
		    weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	size_t n = BCAST_TINY;
	bool cached = false;
	int error = WEFT_OK;

	while (!error) {
		n = size < n ? size : n;
		tiny_send_line(s, data, n, cached);
		size -= n;
		data += n;
		if (size == 0) {
			break;
		}
		/* Is all of the rest in a line of memory that has been put? */
		cached = (((uintptr_t)data - 1) ^
			  ((uintptr_t)data + size - 1)) < ARCH_LINE;
		error = tiny_goes_on(s, data, size, deadline);
	}
	return error;
}

/* A line that has come, to those who follow me. */
static void tiny_tell(const struct slots *s, uint32_t word, uint32_t call,
		      size_t size)
{
	struct arch_addr to = {0, ARCH_WINDOW_MPB, word + TINY_WORD};
	struct arch_addr from = {s->hub, ARCH_WINDOW_MPB, to.offset};

	for (uint32_t i = 0; i < s->tells; i++) {
		to.rank = s->tell[i];
		arch_copy(to, from, size);
		arch_flag_write(to.rank, word, call);
	}
}

/*
 * Lines of the bank under way, as many as it has; returns their bytes.  Those that come too
 * late have used their slots, as at other cores.
 */
static inline size_t get_of_bank(struct slots *s, char *data, size_t size,
				 uint64_t deadline, int *error)
{
	uint32_t hub = s->hub, word = s->word, call = s->call, left = s->left;
	size_t n = BCAST_TINY, rest = size;

	RT_TRACE("tiny broadcast", call, word);
	do {
		int late = rt_await_at(hub, word, call, deadline, s->from,
				       "a tiny broadcast");

		n = rest < n ? rest : n;
		if (late) {
			*error = late;
		} else {
			if (s->tells > 0) {
				tiny_tell(s, word, call, n);
			}
			arch_get(data, hub, ARCH_WINDOW_MPB, word + TINY_WORD,
				 n);
		}
		word += TINY_SLOT;
		call++;
		data += n;
		rest -= n;
	} while (--left > 0 && rest > 0);
	s->word = word;
	s->call = call;
	s->left = left;
	return size - rest;
}

int tiny_get_lines(struct slots *s, char *data, size_t size, weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	int error = WEFT_OK, late = WEFT_OK;

	for (;;) {
		size_t n = get_of_bank(s, data, size, deadline, &error);

		if (s->left == 0) {
			slots_bank(s);
		}
		data += n;
		size -= n;
		if (size == 0) {
			return error;
		}
		late = tiny_goes_on(s, data, size, deadline);
		if (late) {
			return late;
		}
	}
}

static inline __attribute__((always_inline)) int
tiny(struct slots *s, struct hubs *hubs, void *data, size_t size, uint32_t root,
     weft_us_t within)
{
	int error = slots_enter(s, hubs, data, size, root, rt_deadline(within));

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
	return tiny_world_by(push(&pushed, &tiny_slots), data, size, root,
			     within);
}

#if ARCH_REMOTE_AWAIT
int weft_bcast_tiny_pull(void *data, size_t size, weft_rank_t root,
			 weft_us_t within)
{
	CHECKED(weft_bcast_tiny_pull, data, size, root, within);
	return tiny_world_by(best(&tiny_hubs, &tiny_slots), data, size, root,
			     within);
}
#endif

void tiny_choose(bcast_fn *form, uint32_t bytes)
{
	if (form == best_form && bytes > tiny_slots.fast) {
		tiny_slots.chosen = best(&tiny_hubs, &tiny_slots);
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
	for (; bytes > BCAST_TINY; bytes -= BCAST_TINY) {
		lines++;
	}
	tells = tiny_tells(hubs);
	if (lines >= DEEP && tells > reads + (reads >> 1)) {
		return CHOOSE_CANNOT;
	}
	return hubs->cost + (lines > 0 ? arith_mul(lines, reads + tells) : 0);
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
