/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=2,48 */
/*
 * What the simulator's time promises to programs: private data that have just
 * come are read back for nothing, others cost DRAM; software takes time, and
 * twice as much takes twice the time.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	LINES = 6, /* so few may be on their way at once */
	BYTES = LINES * 32,
	FAR = 1 << 20 /* bytes that no other copy has touched */
};

static uint32_t area;

/* Without the last line's landing, which a seed may delay much. */
static uint64_t put_time(const uint8_t *from)
{
	uint64_t start;

	weft_quiet();
	start = weft_cycles();
	weft_put(weft_at(weft_rank(), area), from, BYTES);
	return weft_cycles() - start;
}

/* A line of DRAM takes 0.2 us or more, 106 cycles; perturbation less. */
static bool cached(uint8_t *memory)
{
	uint64_t fresh = put_time(memory);
	uint64_t again = put_time(memory);
	uint64_t received;

	weft_get(memory + FAR, weft_at(weft_rank(), area), BYTES);
	received = put_time(memory + FAR);
	return fresh > again + LINES * 80 && fresh > received + LINES * 80;
}

/* More than a cache holds has gone through it since. */
static bool forgotten(uint8_t *memory)
{
	uint64_t again;

	put_time(memory);
	for (uint32_t at = BYTES; at < FAR; at += BYTES) {
		weft_put(weft_at(weft_rank(), area), memory + at, BYTES);
	}
	again = put_time(memory);
	return again > put_time(memory) + LINES * 80;
}

static uint64_t work(uint32_t turns)
{
	uint64_t start = weft_cycles();

	for (volatile uint32_t i = 0; i < turns; i++) {
	}
	return weft_cycles() - start;
}

int main(void)
{
	uint8_t *memory = malloc(2 * FAR);
	uint64_t once, twice;

	tap_begin();
	if (!memory || weft_mpb_alloc(BYTES, &area)) {
		weft_panic("no memory");
	}
	tap_ok(cached(memory), "what has just come is read back for nothing");
	tap_ok(forgotten(memory), "but not when much else came after it");
	once = work(10000);
	twice = work(20000);
	tap_ok(once > 10000 && twice > once * 19 / 10 && twice < once * 21 / 10,
	       "twice the work takes twice the time");
	return tap_end();
}
