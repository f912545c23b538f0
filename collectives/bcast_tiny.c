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
#include <string.h>

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
	LINES = 4,
	TELLS = 32, /* more than any place of the trees has below it, twice */
	SHARE_SHIFT = 4, /* of a window, that the slots may take */
	DONE = 1,        /* no error, and nothing to do */
};
_Static_assert(SLOT - WORD == BCAST_TINY, "a line, and its word");
/* Kept out of the few instructions that a broadcast takes. */
#define SLOW __attribute__((noinline))

static const uint32_t REFRESH = UINT32_C(1) << 30;

static const uint32_t NOBODY = UINT32_MAX;

static struct {
	uint32_t slots, lines; /* offset of the first, and how many a bank */
	uint32_t slot;         /* offset of the last call's */
	uint32_t left, banks;  /* of the turn: lines of this bank, banks */
	uint32_t call, refreshed;
} ring;

/*
 * What I have to do: kept while homes->root says for whom, which is NOBODY where
 * the next call cannot be like the last one.
 */
static struct {
	struct homes *homes;
	uint32_t bank;
	bool serves;    /* I am a home of some bank, and those have children */
	bool sends;     /* I am the root, or .. */
	uint32_t home;  /* .. that I watch */
	uint32_t tells; /* whom I tell */
	uint16_t tell[TELLS];
} role;

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
	pull.root = NOBODY;
#endif
	homes_push(&push, arch_rank(), shape->count);
	push.root = NOBODY;
}

static const struct rt_feature feature = {
	.name = "tiny",
	.bytes = bytes,
	.place = place,
};
RT_FEATURE(feature);

/* I tell the homes below a place; place 0 is that of region `top`. */
static void tell_below(const struct homes *homes, uint32_t place, uint32_t top)
{
	const struct shape_place *p = &homes->place[place];

	for (uint32_t i = 0; i < p->children; i++) {
		uint32_t region =
			arith_add_mod(p->first + i, top, homes->regions);

		role.tell[role.tells++] =
			(uint16_t)homes_rank(homes, role.bank, region);
	}
}

/*
 * A push begins at the root's own place.  The tree over the homes of a pull stays;
 * the root is in place 0's stead, and tells that home as well.
 */
static void take_role(const struct homes *homes, uint32_t root)
{
	uint32_t me = arch_rank(), top = homes->rank ? 0 : root;
	uint32_t place = arith_sub_mod(homes->mine, top, homes->regions);

	role.serves = homes->rank && place > 0 &&
		      homes->place[place].children > 0 &&
		      me - homes->rank[homes->mine] < homes->banks;
	role.sends = me == root;
	role.home = homes_rank(homes, role.bank, homes->mine);
	role.tells = 0;
	if (role.sends) {
		tell_below(homes, 0, top);
	}
	if (role.sends && homes->rank) {
		role.tell[role.tells++] =
			(uint16_t)homes_rank(homes, role.bank, 0);
	}
	if (role.home == me && place > 0) {
		tell_below(homes, place, top);
	}
}

/* All slots have been used, or other homes are: they are free from here on. */
static int next_turn(struct homes *homes, uint64_t deadline)
{
	int error = role.homes ? barrier_until(deadline) : WEFT_OK;

	if (ring.call - ring.refreshed >= REFRESH && !error) {
		preset();
		error = barrier_until(deadline);
	}
	role.homes = homes;
	role.bank = 0;
	ring.banks = homes->banks;
	return error;
}

/* Another root, other homes or another bank than in the last call. */
static SLOW int change_role(struct homes *homes, uint32_t root,
			    uint64_t deadline)
{
	int error = WEFT_OK;

	if (homes != role.homes) {
		if (role.homes) {
			role.homes->root = NOBODY;
		}
		ring.left = ring.banks = 0;
	}
	if (ring.left == 0) {
		if (ring.banks > 0) {
			role.bank++;
		} else {
			error = next_turn(homes, deadline);
		}
		ring.banks--;
		ring.left = ring.lines;
		ring.slot = ring.slots - SLOT;
	}
	take_role(homes, root);
	homes->root = root;
	return error;
}

/*
 * A slot is used.  Most cores play the same role in the next bank, with its homes,
 * which are the next ranks.
 */
static SLOW void change_bank(struct homes *homes)
{
	if (ring.banks == 0 || role.serves) {
		homes->root = NOBODY;
		return;
	}
	ring.banks--;
	ring.left = ring.lines;
	ring.slot = ring.slots - SLOT;
	role.bank++;
	role.home++;
	for (uint32_t i = 0; i < role.tells; i++) {
		role.tell[i]++;
	}
}

/*
 * The payload, then the word.  Once it has been put the payload is in my cache, and
 * a few words are cheaper than another copy.
 */
static inline void send(uint32_t slot, const void *data, uint32_t size)
{
	uint32_t words[SLOT / sizeof(uint32_t)] = {ring.call};

	arch_put(role.tell[0], ARCH_WINDOW_MPB, slot + WORD, data, size);
	arch_flag_write(role.tell[0], slot, words[0]);
	if (role.tells > 1) {
		memcpy(words + 1, data, size);
	}
	for (uint32_t i = 1; i < role.tells; i++) {
		arch_flags_write(role.tell[i], slot, words,
				 (WORD + size + 3) >> 2);
	}
}

/* The same from my own slot. */
static SLOW void pass_on(uint32_t slot, uint32_t size)
{
	struct arch_place to = {0, ARCH_WINDOW_MPB, slot + WORD};
	struct arch_place from = {arch_rank(), ARCH_WINDOW_MPB, to.offset};

	for (uint32_t i = 0; i < role.tells; i++) {
		to.rank = role.tell[i];
		arch_copy(to, from, size);
		arch_flag_write(to.rank, slot, ring.call);
	}
}

/* What a call like the last one need not look at. */
static SLOW int prepare(struct homes *homes, const void *data, size_t size,
			uint32_t root, weft_us_t within)
{
	if (root >= arch_count()) {
		return WEFT_ERR_RANK;
	}
	if (size > BCAST_TINY) {
		return WEFT_ERR_SIZE;
	}
	if (size > 0 && !data) {
		return WEFT_ERR_NULL;
	}
	if (homes->regions == 0) {
		return WEFT_ERR_LIMIT;
	}
	if (size == 0 || arch_count() == 1) {
		return DONE;
	}
	return root == homes->root
		       ? WEFT_OK
		       : change_role(homes, root, rt_deadline(within));
}

/* Written for few instructions: a microsecond is 350 of them on the SCC. */
static inline __attribute__((always_inline)) int tiny(struct homes *homes,
						      void *data, size_t size,
						      uint32_t root,
						      weft_us_t within)
{
	uint32_t slot, home;
	int error;

	RT_THREAD_ONLY();
	if (root != homes->root || root == NOBODY || size - 1 >= BCAST_TINY ||
	    !data) {
		error = prepare(homes, data, size, root, within);
		if (error) {
			return error == DONE ? WEFT_OK : error;
		}
	}
	slot = ring.slot += SLOT;
	home = role.home;
	ring.call++;
	RT_TRACE("tiny broadcast", ring.call, slot);
	if (role.sends) {
		send(slot, data, (uint32_t)size);
		if (--ring.left == 0) {
			change_bank(homes);
		}
		return WEFT_OK;
	}
	if (--ring.left == 0) {
		change_bank(homes);
	}
	error = rt_await_at(home, slot, ring.call, rt_deadline(within), root,
			    "a tiny broadcast");
	if (error) {
		return error;
	}
	if (role.tells > 0) {
		pass_on(slot, (uint32_t)size);
	}
	arch_get(data, home, ARCH_WINDOW_MPB, slot + WORD, size);
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
