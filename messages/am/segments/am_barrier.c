/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All cores meet, and serve meanwhile.  In round k each tells the one 2^k further on (D.
 * Hensgen, R. Finkel, U. Manber, "Two Algorithms for Barrier Synchronization", 1988).
 *
 * Each core counts, by rounds, how often it has been told; only one core tells it in a
 * round.  So a barrier that ran out of time goes on where it was.
 *
 * Cores are watched by whoever has a request there that is not handled.  Whoever
 * waits long for a core that it has sent nothing sends it a request for that reason
 * alone.  Whoever learns of a core that has stopped says so in the rounds that are left,
 * since others wait for it, not for the core that has stopped.
 */
#include "arch/arch.h"
#include "messages/am/segments/am_library.h"
#include "runtime/wait.h"

weft_am_handler am_on_met;

enum {
	ROUNDS = 8, /* for 255 cores */
	JUST_ASKED = ROUNDS,
	PATIENCE = 20000, /* us, before a core is asked */
};

static struct {
	volatile uint32_t told[ROUNDS]; /* so often, by round */
	uint32_t met;                   /* barriers that are over */
	uint32_t round;                 /* of the next one */
	bool said;                      /* .. in which I have told */
} barrier;

void am_on_met(struct weft_am_message *m)
{
	if (m->count == AM_WORD_MORE + 1 && m->word[AM_WORD_OFFSET] < ROUNDS) {
		am.mode.lost |= m->word[AM_WORD_MORE] != 0;
		barrier.told[m->word[AM_WORD_OFFSET]]++;
	}
}

static bool is_told(void *what)
{
	uint32_t round = *(const uint32_t *)what;

	return (int32_t)(barrier.told[round] - barrier.met) > 0 || am.mode.lost;
}

static int am_barrier_say(uint32_t rank, uint32_t round, uint64_t deadline)
{
	uint32_t words[AM_WORD_MORE + 1] = {round, am_head_alone(AM_HEAD_BYTE)};

	words[AM_WORD_MORE] = am.mode.lost;
	return am_post(rank, AM_ON_MET, words, AM_WORD_MORE + 1, deadline);
}

static int wait_for(uint32_t rank, uint64_t deadline)
{
	int error;

	do {
		uint64_t patience = rt_deadline(PATIENCE);

		error = am_serve_until(
			is_told, &barrier.round,
			patience < deadline ? patience : deadline, rank,
			"a core in a barrier of active messages");
		if (error && am_has_room(rank)) {
			am_barrier_say(rank, JUST_ASKED, deadline);
		}
	} while (error && arch_cycles() < deadline);
	return error;
}

/* One that fails for a core that has stopped is over for this one, too. */
static int one_round(uint64_t deadline)
{
	uint32_t step = UINT32_C(1) << barrier.round, to = am.me + step;
	uint32_t from = am.me < step ? am.me + am.count - step : am.me - step;
	int error = WEFT_OK;

	to = to < am.count ? to : to - am.count;
	if (!barrier.said) {
		error = am_barrier_say(to, barrier.round, deadline);
		error = error == WEFT_ERR_DEAD ? WEFT_OK : error;
		barrier.said = !error;
	}
	if (!error && !am.mode.lost) {
		error = wait_for(from, deadline);
	}
	if (!error) {
		barrier.said = false;
		barrier.round++;
	}
	return error;
}

static int am_barrier_meet(uint64_t deadline)
{
	int error = WEFT_OK;

	while (!error && UINT32_C(1) << barrier.round < am.count) {
		error = am.mode.evicted ? WEFT_ERR_DEAD : one_round(deadline);
	}
	if (error) {
		return error;
	}
	barrier.round = 0;
	barrier.met++;
	return am.mode.lost ? WEFT_ERR_DEAD : WEFT_OK;
}

int weft_am_barrier(weft_us_t within)
{
	int error = am_library();

	return error ? error : am_barrier_meet(rt_deadline(within));
}

/* Somebody may have learnt of me, and be through, so that it serves nothing any more. */
static ARCH_COLD bool has_begun(void)
{
	return barrier.said || barrier.round > 0;
}

/*
 * What I have sent is stored once it is freed; then so is what all have.  A call that goes
 * on has seen to that: of what was sent since, questions to those who are through, nobody
 * may take any notice.
 */
int weft_am_all_store_sync(weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	int error = am_library();

	for (uint32_t i = 0; i < am.count && !error && !has_begun(); i++) {
		error = am_await_freed(i, am.peer[i].sent[AM_REQUEST],
				       deadline);
	}
	return error ? error : am_barrier_meet(deadline);
}
