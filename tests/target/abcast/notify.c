/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 boards=scc-sim,scc-qemu,arm-qemu env=WEFT_TICK_US=0
   time-out=120 */
/* weft-test: cores=48 boards=scc-sim env=WEFT_TICK_US=0 */
/* weft-test: cores=17 boards=scc-sim modes=strict o=irq=gic env=WEFT_TICK_US=0 */
/* weft-test: cores=3 boards=epiphany-emu env=WEFT_TICK_US=0 time-out=120 */
/*
 * Two invented clients of notices and turns, at the same time.  Both announce a number
 * to all others: the first by a notice board (where chips have none, by bells), the
 * second by bells, and both serve who has announced by turns, with a burst of one
 * piece of work.  There is no tick, so nothing that is lost is made good.
 */
#include <weft/weft.h>

#include "collectives/abcast/board.h"
#include "messages/notify.h"
#include "collectives/abcast/turns.h"
#include "runtime/park.h"
#include "runtime/part.h"
#include "runtime/progress.h"

#include "tests/target/tap.h"

enum {
	TURNS = 300, /* more than a byte counts */
	CORES = 64,
};

struct client {
	uint32_t word; /* offset: what this core has announced */
	uint32_t channel;
	struct turns turns;
	uint32_t got[CORES];  /* of each core: its last */
	uint32_t wrong;       /* numbers that were not the next */
	uint32_t most_served; /* in a round */
};

static struct client first, second;
static struct board board;
static uint32_t me, cores;

static bool has_board(void)
{
	return BOARD_FITS && cores <= BOARD_CORES;
}

static uint32_t word_bytes(void)
{
	return (rt_flag_bytes(1) + ARCH_LINE - 1) & ~(uint32_t)(ARCH_LINE - 1);
}

static uint32_t first_bytes(const struct rt_run *run, uint32_t left)
{
	(void)left;
	return run->count > CORES ? 0 : word_bytes() + board_bytes(run->count);
}

static uint32_t second_bytes(const struct rt_run *run, uint32_t left)
{
	(void)left;
	return run->count > CORES ? 0 : word_bytes();
}

/* What that core has announced last, a piece of work; once more is no news. */
static bool serve(struct client *client, uint32_t core)
{
	uint32_t number = arch_flag_read(core, client->word);

	if (number == client->got[core]) {
		return true;
	}
	if (!turns_take(&client->turns)) {
		return false;
	}
	client->wrong += number != client->got[core] + 1;
	client->got[core] = number;
	rt_worked = true;
	return true;
}

static bool first_serve(uint32_t core)
{
	return serve(&first, core);
}

static bool second_serve(uint32_t core)
{
	return serve(&second, core);
}

static void first_placed(const struct rt_run *run, uint32_t offset,
			 uint32_t bytes)
{
	(void)bytes;
	cores = run->count;
	first.word = offset;
	turns_init(&first.turns, first_serve, 1);
	if (has_board()) {
		board_place(&board, offset + word_bytes());
	}
}

static void second_placed(const struct rt_run *run, uint32_t offset,
			  uint32_t bytes)
{
	(void)run;
	(void)bytes;
	second.word = offset;
	turns_init(&second.turns, second_serve, 1);
	rt_bells_used = true;
}

/* In turn behind those that wait, else at once. */
static void rung(struct client *client, uint32_t from)
{
	if (turns_any(&client->turns)) {
		turns_mark(&client->turns, from);
	} else {
		turns_serve(&client->turns, from);
	}
}

static void first_rung(uint32_t from, uint32_t times)
{
	(void)times;
	rung(&first, from);
}

static void second_rung(uint32_t from, uint32_t times)
{
	(void)times;
	rung(&second, from);
}

static bool end_round(struct client *client)
{
	bool more = turns_go_on(&client->turns);

	if (client->turns.taken > client->most_served) {
		client->most_served = client->turns.taken;
	}
	turns_end(&client->turns);
	return more;
}

static bool first_round(enum rt_round why)
{
	(void)why;
	if (has_board()) {
		do {
			uint32_t core = board_look(&board, &first.turns);

			if (core != BOARD_NOBODY) {
				rung(&first, core);
			}
		} while (board_more(&board));
		board_end(&board);
	}
	return end_round(&first);
}

static bool second_round(enum rt_round why)
{
	(void)why;
	return end_round(&second);
}

static const struct rt_part first_part = {
	.name = "first",
	.bytes = first_bytes,
	.placed = first_placed,
	.round = first_round,
	.notified = first_rung,
	.channel = &first.channel,
};
RT_PART(first_part);

static const struct rt_part second_part = {
	.name = "second",
	.bytes = second_bytes,
	.placed = second_placed,
	.round = second_round,
	.notified = second_rung,
	.channel = &second.channel,
};
RT_PART(second_part);

static void announce(struct client *client, uint32_t number)
{
	arch_irq_state state = arch_irq_save();

	arch_flag_write(me, client->word, number);
	arch_settle(me);
	if (client == &first && has_board()) {
		board_tell(&board);
	} else if (cores > 1) {
		notify_ring(me + 1 < cores ? me + 1 : 0, cores - 1,
			    client->channel);
	}
	arch_irq_restore(state);
}

/* What all have announced by now; who does is the same for all to know. */
static uint32_t expected[2][CORES];

static bool all_come(void *none)
{
	(void)none;
	for (uint32_t i = 0; i < cores; i++) {
		if (i != me && (first.got[i] != expected[0][i] ||
				second.got[i] != expected[1][i])) {
			return false;
		}
	}
	return true;
}

static bool turns(uint32_t n)
{
	bool ok = true;

	for (uint32_t turn = 0; turn < n; turn++) {
		uint32_t who[2] = {tap_random(), tap_random()};

		for (uint32_t i = 0; i < cores; i++) {
			expected[0][i] += who[0] >> (i & 31) & 1;
			expected[1][i] += who[1] >> (i & 31) & 1;
		}
		tap_delay(tap_below(tap_own_random(), 3000));
		if (who[0] >> (me & 31) & 1) {
			announce(&first, expected[0][me]);
		}
		if (who[1] >> (me & 31) & 1) {
			announce(&second, expected[1][me]);
		}
		ok &= !rt_park(all_come, NULL, ARCH_NEVER, WEFT_ANYONE,
			       "all that was announced");
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
	return ok;
}

int main(void)
{
	me = weft_rank();
	cores = weft_size();
	tap_begin();
	tap_cores(CORES);
	tap_ok(turns(cores > 16 ? TURNS / 8 : TURNS), "all is announced");
	tap_ok(first.wrong == 0 && second.wrong == 0, "each once, in order");
	tap_ok(first.most_served <= 1 && second.most_served <= 1,
	       "no more in a round than a burst");
	return tap_end();
}
