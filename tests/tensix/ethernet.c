/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two chips exchange raw packets: each one's tile drives its Ethernet tile over the network.
 * A packet has its number in each word, so that one that landed by half is seen.
 *
 * run: --chip wormhole --chips 2 --wire 0.8-1.0 --tiles 0,81
 * run: --chip wormhole --chips 2 --wire 0.8-1.0 --tiles 0,81 --seed 3
 * expect: 85 lost 0
 * run: --chip wormhole --chips 2 --wire 0.8-1.0 --tiles 0,81 --link loss=50000
 * run: --chip wormhole --chips 2 --wire 0.8-1.0 --tiles 0,81 --seed 4 --link loss=50000
 * expect: 85 lost 1
 * run: --chip wormhole --chips 2 --wire 0.8-1.0 --tiles 2
 * expect: 71 queue has not taken its last command
 * run: --chip wormhole --chips 2 --wire 0.8-1.0 --tiles 3
 * expect: 71 a queue that is in TT-link mode
 * run: --chip wormhole --chips 2 --wire 0.8-1.0 --tiles 4
 * expect: 71 packets that are split are not modelled
 * run: --chip wormhole --chips 2 --wire 0.8-1.0 --tiles 5
 * expect: 71 not in the Ethernet tile's L1
 * run: --chip wormhole --chips 2 --wire 0.8-1.0 --tiles 6
 * expect: 71 store to 0xffb91030 of an Ethernet tile: not modelled
 * run: --chip wormhole --chips 2 --wire 0.8-1.0 --tiles 7
 * expect: 71 TT-link are not modelled
 * run: --chip wormhole --chips 2 --wire 0.8-1.0 --tiles 8
 * expect: 71 reach beyond L1
 */
#include "chip.h"

enum {
	PACKETS = 100, /* one answers another */
	WORDS = 68,    /* of one */
	SLOTS = 8,
	TXQ = (int)0xffb91000, /* queue 1 */
	RXQ = (int)0xffb93000,
	SEND_FROM = 0x18000,
	RING = 0x20000,
	PATIENCE = 8000, /* clocks */
};

static volatile uint32_t box[WORDS] __attribute__((aligned(16)));
static volatile uint32_t word[4] __attribute__((aligned(16)));
static uint32_t ethernet, taken;

static void put_register(uint32_t at, uint32_t value)
{
	start_inline(ethernet, at, value);
	idle(0);
}

static uint32_t get_register(uint32_t at)
{
	read(ethernet, (void *)(uintptr_t)at, &word[at >> 2 & 3], 4);
	return word[at >> 2 & 3];
}

static void begin(void)
{
	put_register(TXQ + 0x00, 0); /* raw */
	put_register(TXQ + 0x0c, 1500);
	put_register(TXQ + 0x14, SEND_FROM);
	put_register(TXQ + 0x18, 4 * WORDS);
	put_register(RXQ + 0x0c, RING >> 4);
	put_register(RXQ + 0x10, SLOTS * WORDS * 4 >> 4);
	put_register(RXQ + 0x08, 0);
	put_register(RXQ + 0x00, 1 << 2); /* raw, and it wraps */
}

static void send(uint32_t number)
{
	for (unsigned i = 0; i < WORDS; i++) {
		box[i] = number;
	}
	landed(&box[WORDS - 1]);
	while (get_register(TXQ + 0x04)) {
	}
	write(box, ethernet, (void *)SEND_FROM, 4 * WORDS);
	put_register(TXQ + 0x04, 1);
}

/* The next packet's number; 0: none has come in time.  All of it is there. */
static uint32_t receive(void)
{
	uint32_t from = clock();

	while (get_register(RXQ + 0x08) == taken ||
	       get_register(RXQ + 0x50) > 0) {
		if (clock() - from > PATIENCE) {
			return 0;
		}
	}
	read(ethernet, (void *)(uintptr_t)(RING + taken), box, 4 * WORDS);
	taken += 4 * WORDS;
	taken = taken == SLOTS * WORDS * 4 ? 0 : taken;
	for (unsigned i = 1; i < WORDS; i++) {
		if (box[i] != box[0]) {
			return UINT32_MAX;
		}
	}
	return box[0];
}

/* It says each number again until that is answered. */
static int asks(void)
{
	uint32_t lost = 0, got;

	for (uint32_t n = 1; n <= PACKETS; n++) {
		do {
			send(n);
			got = receive();
			lost += got == 0;
			CHECK(got != UINT32_MAX);
		} while (got != n);
	}
	CHECK(get_register(RXQ + 0x28) >= PACKETS);
	CHECK(get_register(TXQ + 0x30) == PACKETS + lost);
	put_text(lost ? "lost 1\n" : "lost 0\n");
	return PASS;
}

static int answers(void)
{
	for (;;) {
		uint32_t got = receive();

		CHECK(got <= PACKETS);
		if (got) {
			send(got);
		}
	}
}

/* What a tile does wrong, by its number. */
static int errs(uint32_t which)
{
	switch (which) {
	case 2:
		put_register(TXQ + 0x18, 1488);
		start_inline(ethernet, TXQ + 0x04, 1);
		start_inline(ethernet, TXQ + 0x18, 16);
		break;
	case 3:
		put_register(TXQ + 0x00, 1);
		put_register(TXQ + 0x04, 1);
		break;
	case 4:
		put_register(TXQ + 0x18, 1501);
		put_register(TXQ + 0x04, 1);
		break;
	case 5:
		put_register(TXQ + 0x14, 0x40000 - 16);
		put_register(TXQ + 0x04, 1);
		break;
	case 6:
		put_register(TXQ + 0x30, 0);
		break;
	case 7:
		put_register(TXQ + 0x04, 2);
		break;
	default:
		write(box, ethernet, (void *)(0x40000 - 16), 32);
	}
	return PASS;
}

int main(void)
{
	uint32_t which = my_index();

	ethernet = which != 1 ? 25 | 17 << 6 : 25 | 16 << 6;
	begin();
	if (which > 1) {
		return errs(which);
	}
	return which ? answers() : asks();
}
