/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Broadcast of what fits a line beside a word: the payload travels with the flag.
 *
 * All cores count the calls.  Call n has a slot, a line of MPB, in the homes of
 * its bank (collectives/homes.h): the root puts the payload there, then n; a home
 * that others follow passes both on; everybody waits for n at the home of the own
 * region, and gets the payload from there.  The word goes last, so who sees n
 * sees the payload.  A slot has one writer a call: the root, or the home above it.
 *
 * A slot is used again a turn later: as many calls as slots.  Before that comes a
 * barrier: when it is over, all have got the payloads of the turn, and all writes
 * to its slots have landed, whoever the roots were.
 *
 * A core's own slot is not written while it is the root of a push.  So that no
 * word is ever 2^31 calls old and looks new, every REFRESH calls all cores write
 * their own, between two barriers.
 */
#include "arch/arch.h"
#include "collectives/barrier.h"
#include "collectives/bcast_choice.h"
#include "collectives/homes.h"
#include "runtime/arith.h"
#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/bcast.h>

enum {
	SLOT = 32,
	WORD = 4, /* the call's number, before the payload */
	LINES = 8,
	SHARE_SHIFT = 4, /* of a window, that the slots may take */
};
_Static_assert(SLOT - WORD == BCAST_TINY, "a line, and its word");
static const uint32_t REFRESH = UINT32_C(1) << 30;

static struct {
	uint32_t slots, lines; /* offset of the first, and how many a bank */
	uint32_t slot;         /* offset of the last call's */
	uint32_t left, banks;  /* of the turn: lines of this bank, banks */
	uint32_t bank_at;      /* where the bank's homes are in their table */
	uint32_t call, refreshed;
	const struct homes *homes; /* of the last call */
} ring;

static struct homes push;
#if ARCH_REMOTE_AWAIT
static struct homes pull;
#endif

static ARCH_COLD uint32_t bytes(const struct rt_shape *shape, uint32_t left)
{
	uint32_t most = arch_window_bytes(ARCH_WINDOW_MPB) >> SHARE_SHIFT;

	(void)shape;
	(void)left;
	return LINES * SLOT < most ? LINES * SLOT : most & -(uint32_t)SLOT;
}

/* My own words: as old as can be, so that the next call is ahead of them. */
static ARCH_COLD void preset(void)
{
	ring.refreshed = ring.call;
	for (uint32_t i = 0; i < ring.lines; i++) {
		arch_flag_write(arch_rank(), ring.slots + i * SLOT, ring.call);
	}
}

static ARCH_COLD void place(const struct rt_shape *shape, uint32_t offset,
			    uint32_t size)
{
	ring.slots = offset;
	ring.lines = size / SLOT;
	ring.call = ring.refreshed = shape->epoch;
	if (shape->epoch != 0) {
		preset();
	}
#if ARCH_REMOTE_AWAIT
	homes_pull(&pull, arch_rank(), shape->count);
#endif
	homes_push(&push, arch_rank(), shape->count);
}

static const struct rt_feature feature = {
	.name = "tiny",
	.bytes = bytes,
	.place = place,
};
RT_FEATURE(feature);

/* All slots have been used, or other homes are: begin anew. */
static int next_turn(const struct homes *homes, uint64_t deadline)
{
	int error = WEFT_OK;

	if (ring.homes) {
		error = barrier_until(deadline);
	}
	if (ring.call - ring.refreshed >= REFRESH && !error) {
		preset();
		error = barrier_until(deadline);
	}
	ring.homes = homes;
	ring.banks = homes->banks;
	ring.bank_at = 0;
	return error;
}

/* The slot of this call, free at all its homes. */
static int next_slot(const struct homes *homes, uint64_t deadline)
{
	int error = WEFT_OK;

	ring.call++;
	if (ring.left > 0 && homes == ring.homes) {
		ring.left--;
		ring.slot += SLOT;
		return WEFT_OK;
	}
	if (ring.banks > 0 && homes == ring.homes) {
		ring.bank_at += homes->regions;
	} else {
		error = next_turn(homes, deadline);
	}
	ring.banks--;
	ring.left = ring.lines - 1;
	ring.slot = ring.slots;
	return error;
}

/* The payload, then the word; of a root or, without data, from my own slot. */
static void tell(uint32_t rank, const void *data, uint32_t size)
{
	struct arch_place to = {rank, ARCH_WINDOW_MPB, ring.slot + WORD};
	struct arch_place from = {arch_rank(), ARCH_WINDOW_MPB, to.offset};

	if (data) {
		arch_put(rank, ARCH_WINDOW_MPB, to.offset, data, size);
	} else {
		arch_copy(to, from, size);
	}
	arch_flag_write(rank, ring.slot, ring.call);
}

/* The homes below a place; place 0 is that of region `top`. */
static void tell_below(const struct homes *homes, uint32_t place, uint32_t top,
		       const void *data, uint32_t size)
{
	const struct shape_place *p = &homes->place[place];

	for (uint32_t i = 0; i < p->children; i++) {
		uint32_t region =
			arith_add_mod(p->first + i, top, homes->regions);

		tell(homes_rank(homes, ring.bank_at, region), data, size);
	}
}

/*
 * A push begins at the root's own place.  The tree over the homes of a pull stays;
 * the root is in place 0's stead, and tells that home as well.
 */
static void tell_first(const struct homes *homes, uint32_t me, const void *data,
		       uint32_t size)
{
	if (!homes->rank) {
		tell_below(homes, 0, me, data, size);
		return;
	}
	tell_below(homes, 0, 0, data, size);
	tell(homes_rank(homes, ring.bank_at, 0), data, size);
	if (homes->mine > 0 &&
	    homes_rank(homes, ring.bank_at, homes->mine) == me) {
		tell_below(homes, homes->mine, 0, data, size);
	}
}

static int receive(const struct homes *homes, uint32_t me, uint32_t root,
		   void *data, uint32_t size, uint64_t deadline)
{
	uint32_t home = homes_rank(homes, ring.bank_at, homes->mine);
	int error = rt_await_at(home, ring.slot, ring.call, deadline, root,
				"a tiny broadcast");

	if (error) {
		return error;
	}
	if (home == me) {
		uint32_t top = homes->rank ? 0 : root;
		uint32_t place =
			arith_sub_mod(homes->mine, top, homes->regions);

		if (place > 0) {
			tell_below(homes, place, top, NULL, size);
		}
	}
	arch_get(data, home, ARCH_WINDOW_MPB, ring.slot + WORD, size);
	return WEFT_OK;
}

static int tiny(const struct homes *homes, void *data, size_t size,
		uint32_t root, weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	uint32_t me = arch_rank(), count = arch_count();
	int error;

	RT_THREAD_ONLY();
	if (root >= count) {
		return WEFT_ERR_RANK;
	}
	if (size > BCAST_TINY) {
		return WEFT_ERR_SIZE;
	}
	if (homes->regions == 0) {
		return WEFT_ERR_LIMIT;
	}
	if (size > 0 && !data) {
		return WEFT_ERR_NULL;
	}
	if (size == 0 || count == 1) {
		return WEFT_OK;
	}
	error = next_slot(homes, deadline);
	if (error) {
		return error;
	}
	RT_TRACE("tiny broadcast", ring.call, ring.slot);
	if (me != root) {
		return receive(homes, me, root, data, (uint32_t)size, deadline);
	}
	tell_first(homes, me, data, (uint32_t)size);
	return WEFT_OK;
}

int weft_bcast_tiny_push(void *data, size_t size, weft_rank_t root,
			 weft_us_t within)
{
	return tiny(&push, data, size, root, within);
}

#if ARCH_REMOTE_AWAIT
int weft_bcast_tiny_pull(void *data, size_t size, weft_rank_t root,
			 weft_us_t within)
{
	return tiny(&pull, data, size, root, within);
}
#endif

uint32_t bcast_tiny_cost(uint32_t bytes, uint32_t count)
{
#if ARCH_REMOTE_AWAIT
	const struct homes *homes = &pull;
#else
	const struct homes *homes = &push;
#endif

	(void)count;
	return bytes > BCAST_TINY || homes->regions == 0 ? CHOOSE_CANNOT
							 : homes->cost;
}
