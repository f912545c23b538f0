/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All tiles of a chip meet many times: dissemination by flags, each a word that
 * one other tile writes.
 *
 * run: --chip wormhole --tiles 0-79 --seed 1 --spread 3000
 * run: --chip blackhole --tiles 0-139 --seed 2
 * expect: 85 clocks
 */
#include "chip.h"

enum {
	TURNS = 20,
	ROUNDS = 8,
	COUNT = WORMHOLE ? 80 : 140,
};

static struct {
	volatile uint32_t word[4];
} flag[ROUNDS] __attribute__((aligned(16))),
	value[ROUNDS] __attribute__((aligned(16)));
static volatile uint32_t arrived[4] __attribute__((aligned(16)));
static volatile uint32_t other[4] __attribute__((aligned(16)));

static void barrier(uint32_t me, uint32_t turn)
{
	for (uint32_t k = 0; 1u << k < COUNT; k++) {
		uint32_t to = me + (1u << k);

		to = to < COUNT ? to : to - COUNT;
		value[k].word[0] = turn;
		landed(&value[k].word[0]);
		start_write(WRITE, &value[k], place_of(to), &flag[k], 4);
		await(&flag[k].word[0], turn);
	}
	idle(0);
}

int main(void)
{
	uint32_t me = my_index(), start = 0;

	for (uint32_t i = 1; i <= TURNS; i++) {
		arrived[0] = i;
		landed(&arrived[0]);
		barrier(me, 2 * i);
		start = i == 1 ? clock() : start;
		read(place_of(me * 7 % COUNT), arrived, other, 4);
		CHECK(other[0] == i);
		barrier(me, 2 * i + 1);
	}
	if (me) {
		return GO_ON;
	}
	say("clocks ", (clock() - start) / (2 * TURNS - 1));
	return PASS;
}
