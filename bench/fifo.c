/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36 */
/*
 * The chip's own message FIFOs (arch/fifo.h), which share the room of a core (D. Petrovic, thesis
 * 6552, EPFL, 2015, section 6.2.1).
 *
 *  op=stream  all other cores send messages of three words to rank 0, each to one of its
 *             queues=1, 2 or 4: million messages a second that rank 0 receives
 *  op=pass    a message along a row, of which rank 0, at the end, receives a message each
 *             microsecond: full=no, nobody sends it more; full=yes, a core at the other end does,
 *             so that what has no room stands on the links of the row
 */
#include <weft/weft.h>

#include "arch/fifo.h"

#include "common.h"

#if ARCH_FIFO
enum {
	BODY = 2, /* words behind a head */
	EACH = 400,
	PASSES = 50,
	FLOOD = 1, /* FIFOs, of op=pass */
	OWN = 2,
	FAR = 5, /* ranks of that row */
	FROM = 3,
	TO = 1,
};

static uint32_t me, cores;

/* The next message, of which all words come together. */
static void receive(uint32_t fifo)
{
	uint32_t words[1 + BODY];

	while (arch_fifo_there(fifo) < 1 + BODY) {
	}
	arch_fifo_receive(fifo, words, 1 + BODY);
}

static void send(uint32_t to, uint32_t fifo)
{
	static const uint32_t body[BODY] = {1, 2};

	arch_fifo_send(to, fifo, me, body, BODY);
}

static void stream(uint32_t queues)
{
	uint32_t all = EACH * (cores - 1);
	uint64_t start;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	for (uint32_t i = 0; me > 0 && i < EACH; i++) {
		send(0, me % queues);
	}
	for (uint32_t got = 0; me == 0 && got < all;) {
		for (uint32_t q = 0; q < queues; q++) {
			if (arch_fifo_there(q) >= 1 + BODY) {
				receive(q);
				got++;
			}
		}
	}
	start = bench_max(me == 0 ? weft_cycles() - start : 0);
	bench_row("fifo", "throughput", "Mop/s",
		  me ? 0 : all * UINT64_C(1000000) / bench_ns(start),
		  "profile=%s,op=stream,queues=%u",
		  bench_arg("profile", "tile36"), (unsigned)queues);
}

/* Cycles from TO's wish to what FROM sends then; both are in the row of rank 0 and FAR. */
static uint64_t pass(void)
{
	uint64_t start = weft_cycles();

	for (uint32_t i = 0; i < PASSES; i++) {
		send(FROM, OWN);
		receive(OWN);
	}
	return weft_cycles() - start;
}

static void passes(bool full)
{
	static const uint32_t messages = PASSES * 10;
	uint64_t cycles = 0;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == TO) {
		bench_idle(100);
		cycles = pass();
	} else if (me == FROM) {
		for (uint32_t i = 0; i < PASSES; i++) {
			receive(OWN);
			send(TO, OWN);
		}
	} else if (me == FAR && full) {
		for (uint32_t i = 0; i < messages; i++) {
			send(0, FLOOD);
		}
	} else if (me == 0 && full) {
		for (uint32_t i = 0; i < messages; i++) {
			bench_idle(1);
			receive(FLOOD);
		}
	}
	cycles = bench_max(cycles);
	bench_row("fifo", "round_trip", "us", bench_ns(cycles) / PASSES,
		  "profile=%s,op=pass,full=%s", bench_arg("profile", "tile36"),
		  full ? "yes" : "no");
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	me = weft_rank();
	cores = weft_size();
	for (uint32_t queues = 1; queues <= 4; queues += queues) {
		stream(queues);
	}
	passes(false);
	passes(true);
	return 0;
}
#else
int main(void)
{
	weft_panic("the chip has no FIFOs");
}
#endif
