/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The barrier of a superstep, and what it tells.
 *
 * Before the barrier a process writes into each partner's MPB how much it has for that
 * partner, a word.  A barrier begins with quiet, so after it those words are there: who
 * has nothing for a core writes nothing, and an empty superstep is a barrier and a look
 * at those words.  It is the best barrier that the port has.
 *
 * A count says of which kind it is: of an even superstep, of an odd one, or of a call with
 * neighbours only.  A process may be one barrier ahead of another that has yet to look, never
 * two; so a count of the other kind is left for the next superstep.  One word is enough: who
 * has told something goes on only when it has been taken, and before anything is taken the
 * count has been read and cleared, and that has landed.
 *
 * A process has no count for itself.  In that place the process below it writes a check,
 * of what it has registered and the like, if there is something to check: if all
 * are as that of the process below them, then all are the same.  Nobody takes a check, so
 * there are two, for even and odd supersteps, and two marks, of which the writer changes one
 * each time; the reader remembers what it has seen.
 */
#include "arch/fence.h"
#include "bsp/chunk.h"
#include "bsp/state.h"
#include "collectives/barrier/barrier.h"
#include "runtime/console.h"
#include "runtime/panic.h"
#include "runtime/part.h"
#include "runtime/wait.h"

#include <weft/barrier.h>

/* Of which kind a count is, above its lower bits; the highest one is its own: sync.c. */
#define KIND_EVEN (UINT32_C(1) << 29)
#define KIND_ODD  (UINT32_C(1) << 30)
#define KIND_NOTE (KIND_EVEN | KIND_ODD)
#define KINDS     KIND_NOTE
#define CHECK     (KIND_EVEN - 1)
_Static_assert(BSP_BYTES_MOST >> 2 < KIND_EVEN, "there is room for kinds");

/* What I have last written as a check, and seen; the kinds' bits are marks. */
static uint32_t check_told, check_seen;

/* Of each core, in this order: counts first, so that they begin a line. */
static struct {
	uint32_t procs; /* as many as there may be */
	uint32_t counts, ready, reply, begin, barrier;
} words;

/* Of the processes, if they are not all cores. */
static struct barrier_best barrier;

static ARCH_COLD uint32_t most(const struct rt_run *run)
{
	return run->count < BSP_PROCS_MOST ? run->count : BSP_PROCS_MOST;
}

static ARCH_COLD uint32_t meet_bytes(const struct rt_run *run, uint32_t left)
{
	uint32_t n = most(run);

	(void)left;
	return rt_flag_bytes(2 * n + exchange_replies(n) + 1) +
	       barrier_best_bytes(n);
}

static ARCH_COLD void place(const struct rt_run *run, uint32_t offset,
			    uint32_t size)
{
	uint32_t n = most(run);

	words.procs = n;
	words.counts = offset;
	words.ready = rt_flag(offset, n);
	words.reply = rt_flag(words.ready, n);
	words.begin = rt_flag(words.reply, exchange_replies(n));
	words.barrier = rt_flag(words.begin, 1);
	if (run->epoch != 0 && size > 0) {
		rt_flags_preset(words.ready, n, chunk_least(0));
		arch_flag_write(arch_rank(), rt_flag(words.ready, arch_rank()),
				0);
		rt_flags_preset(words.reply, exchange_replies(n),
				exchange_first_reply());
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "bsp",
	.bytes = meet_bytes,
	.placed = place,
	.finish = bsp_finish,
};
RT_PART(part);

uint32_t meet_cores(void)
{
	return words.procs;
}

ARCH_COLD void meet_begin(uint32_t procs, uint32_t cores)
{
	for (uint32_t i = 1; i < cores; i++) {
		arch_flag_write(i, words.begin, procs);
	}
}

ARCH_COLD uint32_t meet_hear(void)
{
	rt_await(words.begin, 1, ARCH_NEVER, 0, "bsp_begin of process 0");
	return arch_flag_read(arch_rank(), words.begin);
}

uint32_t meet_ready(uint32_t partner)
{
	return rt_flag(words.ready, partner);
}

uint32_t meet_reply(uint32_t i)
{
	return rt_flag(words.reply, i);
}

/* By each process, at its bsp_begin: its words are as they were at the start. */
ARCH_COLD void meet_place(void)
{
	struct team team = {.me = bsp.me, .size = bsp.procs};

	barrier_best_place(&barrier, team, words.barrier, 0);
}

static uint32_t kind(void)
{
	return bsp.superstep & 1 ? KIND_ODD : KIND_EVEN;
}

static void tell(uint32_t partner, uint32_t word)
{
	arch_flag_write(partner, rt_flag(words.counts, bsp.me), word);
}

void meet_tell(uint32_t partner, uint32_t word)
{
	tell(partner, word | kind());
}

void meet_note(uint32_t partner, uint32_t word)
{
	tell(partner, word | KIND_NOTE);
}

static void clear(uint32_t partner)
{
	arch_flag_write(bsp.me, rt_flag(words.counts, partner), 0);
}

uint32_t meet_noted(uint32_t partner)
{
	uint32_t word = arch_flag_read(bsp.me, rt_flag(words.counts, partner));

	clear(partner);
	return word & ~KINDS;
}

/* Pairs with tell() of partners: they write here again once I am heard. */
void meet_settle(void)
{
	FENCE(bsp_cleared, arch_settle(bsp.me));
}

/* The check of an even superstep is beside the marks, that of an odd one elsewhere. */
static void tell_check(uint32_t check)
{
	uint32_t above = bsp.me + 1 < bsp.procs ? bsp.me + 1 : 0;

	if (bsp.superstep & 1) {
		arch_flag_write(above, meet_ready(above), check);
	} else {
		check_told = (check_told & KINDS) | check;
	}
	check_told ^= kind();
	arch_flag_write(above, rt_flag(words.counts, above), check_told);
}

/* That of the process below, whose word has changed; or 0. */
static uint32_t check_below(uint32_t word)
{
	uint32_t is_new = (word ^ check_seen) & kind();

	check_seen ^= is_new;
	if (!is_new) {
		return 0;
	}
	if (bsp.superstep & 1) {
		return arch_flag_read(bsp.me, meet_ready(bsp.me));
	}
	check_seen = (check_seen & KINDS) | (word & ~KINDS);
	return word & ~KINDS;
}

static ARCH_COLD _Noreturn void differ(uint32_t mine, uint32_t below)
{
	rt_panic("bsp_sync of process %u: the process below it %s", bsp.me,
		 mine == MEET_END || below == MEET_END
			 ? "has called bsp_end, or this one has"
			 : "has not registered, popped and set the size "
			   "of tags alike");
}

/* Mostly there is nothing, which is to take little time. */
static bool any_of(const uint32_t *told, uint32_t n)
{
	for (; n >= 4; n -= 4, told += 4) {
		if (told[0] | told[1] | told[2] | told[3]) {
			return true;
		}
	}
	for (; n > 0; n--) {
		if (*told++) {
			return true;
		}
	}
	return false;
}

/* What there is of this superstep. */
static void meet_take(void)
{
	uint32_t *told = bsp.told, now = kind();
	bool any = false;

	for (uint32_t i = 0; i < bsp.procs; i++) {
		if ((told[i] & KINDS) != now) {
			told[i] = 0;
		}
		if (told[i] != 0) {
			told[i] &= ~KINDS;
			clear(i);
			any = true;
		}
	}
	bsp.any |= any;
	if (any) {
		meet_settle();
	}
}

/* What has been told me; and the check. */
static uint32_t meet_look(void)
{
	uint32_t procs = bsp.procs, *told = bsp.told, check = 0;

	if (ARCH_FLAG_STRIDE == sizeof(uint32_t)) {
		arch_flags_read(told, bsp.me, words.counts, procs);
	}
	for (uint32_t i = 0; ARCH_FLAG_STRIDE != sizeof(uint32_t) && i < procs;
	     i++) {
		told[i] = arch_flag_read(bsp.me, rt_flag(words.counts, i));
	}
	if (told[bsp.me] != check_seen) {
		check = check_below(told[bsp.me]);
	}
	told[bsp.me] = 0;
	if (any_of(told, procs)) {
		meet_take();
	}
	return check;
}

void meet(uint32_t check)
{
	uint32_t below;

	if (check != 0) {
		/* None of something is none of nothing. */
		check = (check & CHECK) | MEET_END;
		tell_check(check);
	}
	if (bsp.procs == arch_count()) {
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	} else {
		barrier_until(&barrier, ARCH_NEVER);
	}
	below = meet_look();
	if (below != check) {
		differ(check, below);
	}
}
