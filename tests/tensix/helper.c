/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NCRISC beside BRISC: its reset vector, own local RAM, common L1, common counters of a NIU;
 * held and let go by its own tile and by another one.
 *
 * run: --chip wormhole --tiles 0,9
 * run: --chip wormhole --tiles 0,9 --seed 1
 * run: --chip blackhole --tiles 0,9
 * run: --chip blackhole --tiles 0,9 --seed 1
 * expect: 85
 */
#include "chip.h"

enum {
	TURNS = 50,
	HOLD_NC = 0x47000,
	HOLD_BOTH = 0x47800,
	HOLD_NONE = 0x07000,
	BURST = 8,    /* stores, of which the last lands late */
	BURSTS = 200, /* .. answered by one of the helper's */
};

extern char helper_start[];
void helper(void);

static volatile uint32_t ask[4] __attribute__((aligned(16)));
static volatile uint32_t answer[4] __attribute__((aligned(16)));
static volatile uint32_t starts[4] __attribute__((aligned(16)));
static volatile uint32_t sum[4] __attribute__((aligned(16)));
static volatile uint32_t old[4] __attribute__((aligned(16)));
static volatile uint32_t burst[BURST][4];

static void add(uint32_t tag, volatile uint32_t *to, uint32_t initiator)
{
	go(&(struct request){.initiator = initiator,
			     .ctrl = ATOMIC,
			     .tag = tag,
			     .length = INCREMENT,
			     .data = 1,
			     .targ = (uint32_t)(uintptr_t)sum,
			     .targ_place = my_place(),
			     .ret = (uint32_t)(uintptr_t)to,
			     .ret_place = my_place()});
	idle(tag);
}

void helper(void)
{
	volatile uint32_t local = 4711; /* at BRISC's stack's address */
	uint32_t done = 0;

	fence();
	starts[0] = starts[0] + 1;
	for (;;) {
		await(&ask[0], done + 1);
		done = ask[0];
		if (done > BURSTS) {
			add(5, &old[1], 1);
		}
		answer[0] = done + (local == 4711 ? 0 : 1000);
	}
}

static void let_go(void)
{
	uint32_t pc = (uint32_t)(uintptr_t)helper_start;

	if (WORMHOLE) {
		WORD(0xffef0000 + 4 * 162) = pc;
		WORD(0xffef0000 + 4 * 163) = 1;
		use(WORD(0xffef0000 + 4 * 163));
	} else {
		WORD(0xffb12238) = pc;
		WORD(0xffb1223c) = 1;
		use(WORD(0xffb1223c));
	}
	WORD(SOFT_RESET) = HOLD_NONE;
}

static int work(uint32_t from)
{
	volatile uint32_t mine = 815;

	for (uint32_t i = from; i < from + TURNS; i++) {
		ask[0] = i;
		add(6, &old[0], 0);
		await(&answer[0], i);
		CHECK(answer[0] == i);
		CHECK(mine == 815);
	}
	return PASS;
}

/* Both poll for what the other one's store will have changed, and that lands late. */
static int bursts(void)
{
	for (uint32_t i = 1; i <= BURSTS; i++) {
		for (unsigned k = 0; k < BURST; k++) {
			burst[k][0] = i;
		}
		ask[0] = i;
		await(&answer[0], i);
	}
	return PASS;
}

int main(void)
{
	uint32_t other = place_of(9);

	ask[0] = answer[0] = starts[0] = sum[0] = 0;
	landed(&sum[0]);
	if (my_index() == 9) {
		let_go();
		return GO_ON;
	}
	CHECK(WORD(SOFT_RESET) == HOLD_NC);
	let_go();
	CHECK(bursts() == PASS);
	CHECK(work(BURSTS + 1) == PASS);
	CHECK(starts[0] == 1);
	CHECK(sum[0] == 2 * TURNS);
	WORD(SOFT_RESET) = HOLD_NC;
	use(WORD(SOFT_RESET));
	ask[0] = 0;
	WORD(SOFT_RESET) = HOLD_NONE;
	CHECK(work(BURSTS + TURNS + 1) == PASS);
	fence();
	CHECK(starts[0] == 2);
	CHECK(sum[0] == 4 * TURNS);
	/* The other tile's: held, it does not answer; BRISC begins anew. */
	old[0] = 1;
	landed(&old[0]);
	do {
		read(other, starts, old, 16);
	} while (old[0] != 1);
	start_inline(other, SOFT_RESET, HOLD_BOTH);
	idle(0);
	old[0] = 77;
	landed(&old[0]);
	write(&old[0], other, &starts[0], 4);
	for (uint32_t i = 0; i < TURNS; i++) {
		read(other, starts, old, 16);
		CHECK(old[0] == 77);
	}
	start_inline(other, SOFT_RESET, HOLD_NC);
	do {
		read(other, starts, old, 16);
	} while (old[0] != 1);
	return PASS;
}
