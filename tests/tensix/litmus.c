/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which pairs of requests come in order, and which need not: each reordering that is
 * allowed is seen, none that is not.  Tile 0 sends; tile 1 waits for what is sent
 * second, and looks whether what was sent first is there.
 *
 * run: --chip wormhole --tiles 0-1 --seed 1
 * run: --chip wormhole --tiles 0-1 --seed 2
 * run: --chip blackhole --tiles 0-1 --seed 3 --delay 400
 * run: --chip blackhole --tiles 0-1 --seed 4 --delay 400
 * expect: 85
 */
#include "chip.h"

enum {
	TURNS = 200
};

enum pair {
	WRITE_WRITE,
	WRITE_ATOMIC,
	REGISTER_REGISTER,
	WRITE_REGISTER,
	UNITS, /* of one packet */
	UNIT,  /* words of one */
	OBSERVED,
};
static const bool may_swap[] = {true, true, false, true, true, false};

static struct {
	volatile uint32_t word[4];
} data[16] __attribute__((aligned(64))), from[16] __attribute__((aligned(64))),
	old[4] __attribute__((aligned(64)));
static volatile uint32_t turn
	__attribute__((aligned(16))); /* tile 1 is there */

static uint32_t other, tag;

/* Not waited for: neither the first nor the second. */
static void send_word(uint32_t ctrl, uint32_t niu, volatile uint32_t *what,
		      void *to)
{
	go(&(struct request){.niu = niu,
			     .ctrl = ctrl,
			     .tag = tag,
			     .length = 4,
			     .targ = (uint32_t)(uintptr_t)what,
			     .targ_place = my_place(),
			     .ret = (uint32_t)(uintptr_t)to,
			     .ret_place = other});
}

static void set(unsigned i, uint32_t value)
{
	from[i].word[0] = from[i].word[3] = value;
	landed(&from[i].word[0]);
	landed(&from[i].word[3]);
}

static void settle(void)
{
	idle(0);
	idle(1);
	while (WORD(NIU(1) + OUTSTANDING(0))) {
	}
	fence();
}

/* Both are the turn's number; the second is looked at first. */
static void send(enum pair pair, uint32_t i)
{
	for (unsigned n = 0; n < 4; n++) {
		set(n, i);
	}
	switch (pair) {
	case WRITE_WRITE:
		send_word(WRITE, 0, from[0].word, &data[0]);
		send_word(WRITE, 0, from[1].word, &data[1]);
		break;
	case WRITE_ATOMIC:
		send_word(WRITE, 0, from[0].word, &data[2]);
		start_atomic(ATOMIC, other, &data[3], 1, old[0].word);
		break;
	case REGISTER_REGISTER:
		start_inline(other, STREAM(20), i);
		start_inline(other, STREAM(21), i);
		break;
	case WRITE_REGISTER:
		send_word(WRITE, 0, from[0].word, &data[4]);
		start_inline(other, STREAM(22), i);
		break;
	case UNITS:
		start_write(WRITE, from, other, &data[8], 64);
		break;
	default:
		start_write(WRITE, from, other, &data[12], 16);
	}
}

static bool swapped(enum pair pair, uint32_t i)
{
	static volatile uint32_t *const place[][2] = {
		{data[0].word, data[1].word},
		{data[2].word, data[3].word},
		{(uint32_t *)STREAM(20), (uint32_t *)STREAM(21)},
		{data[4].word, (uint32_t *)STREAM(22)},
		{data[8].word, data[11].word},
		{data[12].word, &data[12].word[3]},
	};

	await(place[pair][1], i);
	return *place[pair][0] != i;
}

static int observe(void)
{
	for (enum pair pair = 0; pair < OBSERVED; pair++) {
		uint32_t seen = 0;

		for (uint32_t i = 1; i <= TURNS; i++) {
			seen += swapped(pair, i);
			set(0, pair * TURNS + i);
			send_word(WRITE, 0, from[0].word, (void *)&turn);
			idle(0);
		}
		say("observed ", seen);
		CHECK((seen > 0) == may_swap[pair]);
	}
	return PASS;
}

/* What the sender itself sees. */
static bool write_read(void)
{
	send_word(WRITE, 0, from[0].word, &data[5]);
	start_read(READ, other, &data[5], &old[0], 4);
	settle();
	return old[0].word[0] != from[0].word[0];
}

static bool read_write(uint32_t ctrl)
{
	start_read(READ | ctrl, other, &data[5], &old[0], 4);
	send_word(WRITE, 0, from[0].word, &data[5]);
	settle();
	return old[0].word[0] == from[0].word[0];
}

static bool overlapping(uint32_t ctrl, uint32_t niu)
{
	send_word(WRITE, 0, from[1].word, &data[5]);
	send_word(ctrl, niu, from[0].word, &data[5]);
	settle();
	start_read(READ, other, &data[5], &old[0], 4);
	settle();
	return old[0].word[0] != from[0].word[0];
}

static bool atomic_atomic(void)
{
	start_atomic(ATOMIC, other, &data[6], 1, old[1].word);
	start_atomic(ATOMIC, other, &data[6], 1, old[2].word);
	settle();
	return old[1].word[0] > old[2].word[0];
}

static bool register_reads(void)
{
	start_read(READ, other, (void *)CLOCK_LOW, old[1].word, 4);
	start_read(READ, other, (void *)CLOCK_LOW, old[2].word, 4);
	settle();
	return (int32_t)(old[2].word[0] - old[1].word[0]) < 0;
}

static bool acknowledgements(void)
{
	bool late;

	send_word(WRITE, 0, from[0].word, &data[5]);
	tag = 1;
	send_word(WRITE, 0, from[0].word, &data[7]);
	tag = 0;
	while (counter(OUTSTANDING(1))) {
	}
	late = counter(OUTSTANDING(0));
	settle();
	return late;
}

static bool once(unsigned which)
{
	switch (which) {
	case 0:
		return write_read();
	case 1:
		return read_write(LINKED);
	case 2:
		return overlapping(WRITE, 0);
	case 3:
		return atomic_atomic();
	case 4:
		return register_reads();
	case 5:
		return read_write(0);
	case 6:
		return overlapping(WRITE | OTHER_VC, 0);
	case 7:
		return overlapping(WRITE, 1);
	default:
		return acknowledgements();
	}
}

static int sender(void)
{
	for (unsigned which = 0; which < 9; which++) {
		uint32_t seen = 0;

		for (uint32_t i = 1; i <= TURNS; i++) {
			set(0, i + 1000 * which);
			set(1, 7);
			seen += once(which);
		}
		say("own ", seen);
		CHECK((seen > 0) == (which >= 5));
	}
	return PASS;
}

int main(void)
{
	uint32_t me = my_index();

	other = place_of(!me);
	if (me) {
		/* Judged by this tile only if it finds fault. */
		return observe() ? 1 : GO_ON;
	}
	for (enum pair pair = 0; pair < OBSERVED; pair++) {
		for (uint32_t i = 1; i <= TURNS; i++) {
			send(pair, i);
			await(&turn, pair * TURNS + i);
			settle();
		}
	}
	return sender();
}
