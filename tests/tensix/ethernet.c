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

int main(void)
{
	bool first = my_index() == 0;

	ethernet = first ? 25 | 17 << 6 : 25 | 16 << 6;
	begin();
	return first ? asks() : answers();
}
