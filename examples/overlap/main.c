/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Overlap: every core computes in a kernel that never calls weft, while all cores
 * broadcast at random times.  Interrupts deliver and pass on; at the end all is
 * proven to have arrived, and the same computation is done again in silence, to
 * see what the messages have cost.
 *
 *   overlap [messages=<n>] [every=<sweeps>] [bytes=<most>] [seed=<n>] [lie=<how>]
 *
 * Each core starts n messages (10), of a random length up to `bytes` (32); between
 * two are `every` sweeps of its computation on average (20: with 48 cores of the SCC
 * about a millisecond).  The kernel is one sweep; messages are started between
 * sweeps.  If all buffers are in use the computation goes on, for `every` sweeps;
 * then it waits for one.  lie=count, sum, skip, twice or flip: rank 1 does that
 * wrong, and the run must fail.
 *
 * What the figures mean: on a simulated chip cycles are its virtual time, so the share
 * of speed is what the model of the chip says.  Under an emulator they are the host's
 * time, or the instructions of all cores one after the other, and the share says
 * nothing about a chip; all else, and the proof, holds everywhere.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "plate.h"
#include "report.h"
#include "traffic.h"
#include "words.h"

enum {
	LEAST_BYTES = 16,
	MOST_BYTES = 65536,
	MOST_MESSAGES = 100000,
};

enum {
	MESSAGES,
	EVERY,
	BYTES,
	SEED,
	NUMBERS,
};
static uint32_t value[NUMBERS] = {10, 20, 32, 1};
static enum lie lie;

static const char *const names[NUMBERS] = {
	"messages=", "every=", "bytes=", "seed="};
static const char *const lies[] = {"none", "count", "sum",
				   "skip", "twice", "flip"};

/* name=value, a number to its end. */
static WEFT_COLD bool parse_number(const char *arg)
{
	for (uint32_t i = 0; i < NUMBERS; i++) {
		size_t n = strlen(names[i]);
		char *end;

		if (!strncmp(arg, names[i], n)) {
			value[i] = (uint32_t)strtoul(arg + n, &end, 0);
			return arg[n] != '\0' && *end == '\0';
		}
	}
	return false;
}

static WEFT_COLD bool parse_lie(const char *arg)
{
	for (uint32_t i = 0; i < sizeof(lies) / sizeof(lies[0]); i++) {
		if (!strncmp(arg, "lie=", 4) && !strcmp(arg + 4, lies[i])) {
			lie = (enum lie)i;
			return true;
		}
	}
	return false;
}

static WEFT_COLD bool parse(int argc, char **argv)
{
	bool ok = true;

	for (int i = 1; i < argc; i++) {
		ok &= parse_number(argv[i]) || parse_lie(argv[i]);
	}
	value[BYTES] &= ~3u;
	return ok && value[MESSAGES] <= MOST_MESSAGES && value[EVERY] > 0 &&
	       value[EVERY] < MOST_MESSAGES && value[BYTES] >= LEAST_BYTES &&
	       value[BYTES] <= MOST_BYTES &&
	       (lie == LIE_NONE || (weft_size() > 1 && value[MESSAGES] > 1));
}

/* 1 .. 2 * every - 1 */
static int32_t pause(uint32_t *state)
{
	return 1 + (int32_t)words_below(state, 2 * value[EVERY] - 1);
}

/* The computation, and messages between its sweeps; returns how many sweeps. */
static uint32_t compute_and_send(uint32_t seed)
{
	uint32_t state = seed | 1;
	uint32_t sent = 0, sweeps = 0;
	int32_t left = pause(&state);

	while (sent < value[MESSAGES]) {
		plate_sweep();
		sweeps++;
		left--;
		if (left <= 0 &&
		    traffic_send(left + (int32_t)value[EVERY] <= 0)) {
			sent++;
			left = pause(&state);
		}
	}
	return sweeps;
}

static void measure(struct result *r, uint32_t seed)
{
	struct weft_abcast_stats before, after;
	uint64_t start;
	uint32_t hash;

	plate_begin(seed);
	weft_abcast_stats(&before);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	r->sweeps = compute_and_send(seed);
	r->together = weft_cycles() - start;
	hash = plate_hash();
	traffic_prove(value[MESSAGES], &r->traffic);
	weft_abcast_stats(&after);
	r->interrupts = after.interrupts - before.interrupts;
	r->merged = after.merged - before.merged;

	/* The same again, in silence. */
	plate_begin(seed);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	for (uint32_t i = 0; i < r->sweeps; i++) {
		plate_sweep();
	}
	r->alone = weft_cycles() - start;
	r->same = plate_hash() == hash;
}

int main(int argc, char **argv)
{
	struct result result = {0};
	uint32_t seed;

	if (!parse(argc, argv)) {
		if (weft_rank() == 0) {
			printf("usage: overlap [messages=<n>] [every=<sweeps>] "
			       "[bytes=<%u to %u>] [seed=<n>]\n"
			       "               [lie=count|sum|skip|twice|flip] "
			       "(two cores and messages or more)\n",
			       (unsigned)LEAST_BYTES, (unsigned)MOST_BYTES);
		}
		return 2;
	}
	if (weft_rank() == 0) {
		printf("%u cores compute and broadcast %u messages each, up to "
		       "%u bytes, one in %u sweeps\n",
		       (unsigned)weft_size(), (unsigned)value[MESSAGES],
		       (unsigned)value[BYTES], (unsigned)value[EVERY]);
	}
	seed = (value[SEED] + 1) * 0x9e3779b1 ^ (weft_rank() + 1) * 0x85ebca6b;
	traffic_begin(seed, value[BYTES], lie);
	measure(&result, seed);
	return report(&result, value[MESSAGES]) ? 0 : 1;
}
