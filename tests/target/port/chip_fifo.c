/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=tile36-sim cores=2,17,36 seeds=3 */
/*
 * The chip's own message FIFOs (arch/fifo.h): what many cores send to one arrives whole, in
 * each sender's order, and all of it, though it is more than there is room for; a core that
 * finds no room waits, and no other whose way is another one: messages that found no room stand on
 * their links.  With argument cycle, cores that each have room for what they are sent stop each
 * other so.  With argument costs (tests/tile36/runs.t, which has no
 * seed), also what such a chip costs, by the published figures
 * of the machine that the board stands for: a round trip of 8 words of memory, 120 cycles at
 * one hop and 2 more for each further one; atomic operations on one word, one after another,
 * 13 cycles each at most.
 */
#include <string.h>

#include <weft/weft.h>

#include "arch/atomic.h"
#include "arch/fifo.h"

#include "tests/target/tap.h"

#if ARCH_FIFO
enum {
	CORES = 36,
	TURNS = 60,
	BODY = 7, /* words behind a head */
	TRIPS = 16,
	LINK = 1, /* FIFOs of the tests */
	OTHER = 2,
};

static uint32_t me, cores, come[ARCH_FIFO], word;

/* Wait for n words more, and receive them. */
static void receive(uint32_t fifo, uint32_t *words, uint32_t n)
{
	tap_await(arch_fifo_come(fifo), come[fifo] + n, ARCH_NEVER);
	come[fifo] += n;
	arch_fifo_receive(fifo, words, n);
}

static void send_all(uint32_t to)
{
	uint32_t body[BODY];

	for (uint32_t i = 0; i < TURNS; i++) {
		for (uint32_t j = 0; j < BODY; j++) {
			body[j] = me << 20 | i << 8 | j;
		}
		arch_fifo_send(to, LINK, me << 8 | i, body, 1 + i % BODY);
	}
}

static bool receive_one(uint32_t *next)
{
	uint32_t head, body[BODY], from, i;
	bool ok;

	receive(LINK, &head, 1);
	from = head >> 8;
	i = head & 0xff;
	ok = from < cores && i == next[from]++ % TURNS;
	ok &= arch_fifo_there(LINK) >= 1 + i % BODY;
	receive(LINK, body, 1 + i % BODY);
	for (uint32_t j = 0; j < 1 + i % BODY; j++) {
		ok &= body[j] == (from << 20 | i << 8 | j);
	}
	return ok;
}

/* Core 0 does not receive until all who send must have filled its room. */
static bool overflows(void)
{
	uint32_t next[CORES] = {0};
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me > 0) {
		send_all(0);
	} else {
		uint64_t until = weft_cycles() + weft_cycles_in_us(50);

		while (weft_cycles() < until) {
			ok &= arch_fifo_there(LINK) <= ARCH_FIFO_WORDS;
		}
		ok &= arch_fifo_there(LINK) > ARCH_FIFO_WORDS - BODY - 1;
		for (uint32_t i = 0; i < TURNS * (cores - 1); i++) {
			ok &= receive_one(next);
		}
		ok &= arch_fifo_there(LINK) == 0;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

/* A core to which too much has been sent keeps no other from being sent to. */
static bool others_go_on(void)
{
	uint32_t head = 0, next[CORES] = {0}, last = cores - 1;
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == 1) {
		send_all(0);
	}
	if (me == 2 && last != 2) {
		arch_fifo_send(last, OTHER, 1, NULL, 0);
	}
	if (me == last && cores > 3) {
		receive(OTHER, &head, 1);
		ok = head == 1;
		weft_flag_write(0, word, 1);
	}
	if (me == 0) {
		ok = cores <= 3 || !weft_flag_wait(word, 1, WEFT_FOREVER);
		for (uint32_t i = 0; i < TURNS; i++) {
			ok &= receive_one(next);
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

static void pass(uint64_t since, uint32_t us)
{
	while (weft_cycles() < since + weft_cycles_in_us(us)) {
	}
}

/*
 * Core 5 fills core 0, in its row, and what has no room stands on the links between; so what core 3
 * sends to core 1 comes only when core 0 has begun to receive.  In a cycle core 0 does not
 * begin before that has come.
 */
static bool links_are_held(bool cycle)
{
	uint32_t head = 0, next[CORES] = {0};
	uint64_t enters;
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	enters = weft_cycles();
	if (me == 5) {
		send_all(0);
	} else if (me == 3) {
		pass(enters, 20);
		arch_fifo_send(1, OTHER, 1, NULL, 0);
	} else if (me == 1) {
		receive(OTHER, &head, 1);
		ok = head == 1 &&
		     weft_cycles() > enters + weft_cycles_in_us(40);
		weft_flag_write(0, word, 2);
	} else if (me == 0) {
		if (cycle) {
			weft_flag_wait(word, 2, WEFT_FOREVER);
		}
		pass(enters, 50);
		for (uint32_t i = 0; i < TURNS; i++) {
			ok &= receive_one(next);
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

/* Cycles of a round trip of 8 words, from memory and to memory, with that core. */
static uint64_t round_trip(uint32_t with)
{
	static uint32_t memory[1 + BODY];
	uint32_t words[1 + BODY];
	volatile size_t all =
		sizeof(words); /* so memcpy is called, and charged */
	uint64_t start = 0, spent = 0;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < TRIPS + TRIPS; i++) {
		if (i == TRIPS) {
			start = weft_cycles();
		}
		for (uint32_t half = 0; half < 2; half++) {
			if (me == (half ? with : 0)) {
				memcpy(words, memory, all);
				arch_fifo_send(half ? 0 : with, LINK, words[0],
					       words + 1, BODY);
			} else if (me == (half ? 0 : with)) {
				receive(LINK, words, 1 + BODY);
				memcpy(memory, words, all);
			}
		}
	}
	spent = weft_cycles() - start;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return spent / TRIPS;
}

static bool near(uint64_t cycles, uint64_t wanted)
{
	return cycles + 6 >= wanted && cycles <= wanted + 6;
}

static void trips(void)
{
	uint64_t one = round_trip(1);

	tap_ok(me > 0 || near(one, 120), "8 words there and back: %u cycles",
	       (unsigned)one);
	if (cores == 36) {
		uint64_t ten = round_trip(35);

		tap_ok(me > 0 || near(ten, 138),
		       "the same over ten hops: %u cycles", (unsigned)ten);
	}
}

/* All add to a word: cycles for each. */
static uint64_t additions(void)
{
	uint64_t start;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	for (uint32_t i = 0; i < TURNS; i++) {
		arch_fetch_add(0, word, 1);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return (weft_cycles() - start) / TURNS / cores;
}

int main(int argc, char **argv)
{
	bool exact = argc > 1 && strcmp(argv[1], "costs") == 0;
	bool cycle = argc > 1 && strcmp(argv[1], "cycle") == 0;

	me = weft_rank();
	cores = weft_size();
	tap_begin();
	for (uint32_t i = 0; i < ARCH_FIFO; i++) {
		come[i] = arch_flag_read(me, arch_fifo_come(i));
	}
	if (weft_flags_alloc(1, &word)) {
		weft_panic("no MPB space");
	}
	tap_ok(overflows(), "all arrives, though it is too much for the room");
	tap_ok(others_go_on(), "one that is full keeps no other waiting");
	if (cores > 5) {
		tap_ok(links_are_held(cycle),
		       "who needs a link that is held waits until it is free");
	}
	if (exact) {
		trips();
	}
	if (exact && cores == 36) {
		uint64_t each = additions();

		tap_ok(me > 0 || (each >= 8 && each <= 14),
		       "additions to a word: %u cycles each", (unsigned)each);
	}
	return tap_end();
}
#else
int main(void)
{
	tap_begin();
	tap_ok(true, "(the chip has no FIFOs)");
	return tap_end();
}
#endif
