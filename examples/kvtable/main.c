/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A key-value table that every core has a copy of.  Any core writes at any time, by
 * an asynchronous broadcast; every core reads its own copy, at the speed of
 * memory.  When all writes have arrived all copies are the same, whatever the order in
 * which they came: proven by comparing them, and by working out the table anew from
 * the seed and the logs of all cores.
 *
 *   kvtable [writes=<n>] [reads=<n>] [seed=<n>] [lie=deaf]
 *
 * Each core writes n times (10) to random keys, with about `reads` reads (10000)
 * between two; every fourth time it waits until the write is everywhere.  lie=deaf:
 * rank 1 applies nothing of rank 0's, and the run must fail.
 *
 * Times are those of the board's clock: on a simulated chip, the chip's; under an
 * emulator they say nothing about a chip.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replica.h"
#include "report.h"

enum {
	MOST = 1000000,
	READS_A_POLL = 64,
	EVERYWHERE = 4,
};

static uint32_t writes = 10, reads = 10000, seed = 1;
static bool lie;

static WEFT_COLD bool number(const char *arg, const char *name, uint32_t *value)
{
	size_t n = strlen(name);
	char *end;

	if (strncmp(arg, name, n)) {
		return false;
	}
	*value = (uint32_t)strtoul(arg + n, &end, 0);
	return arg[n] != '\0' && *end == '\0' && *value <= MOST;
}

static WEFT_COLD bool parse(int argc, char **argv)
{
	bool ok = true;

	for (int i = 1; i < argc; i++) {
		bool deaf = !strcmp(argv[i], "lie=deaf");

		lie |= deaf;
		ok &= deaf || number(argv[i], "writes=", &writes) ||
		      number(argv[i], "reads=", &reads) ||
		      number(argv[i], "seed=", &seed);
	}
	return ok && (!lie || weft_size() > 1);
}

/* A core's random numbers, which all can work out. */
static uint32_t seed_of(uint32_t rank)
{
	return ((seed + 1) * 0x9e3779b1 ^ (rank + 1) * 0x85ebca6b) | 1;
}

/* G. Marsaglia's xorshift; the state is never 0. */
static uint32_t next(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

static uint32_t next_key(uint32_t *state)
{
	return next(state) >> (32 - KEYS_SHIFT);
}

static uint32_t next_value(uint32_t *state)
{
	return next(state);
}

/* About n reads of random keys, and what others write meanwhile. */
static uint32_t read_some(uint32_t *state, struct result *r)
{
	uint32_t n = (uint32_t)((uint64_t)next(state) * 2 * reads >> 32);
	uint32_t sum = 0;

	for (uint32_t done = 0; done < n; done += READS_A_POLL) {
		uint64_t start = weft_cycles();

		for (uint32_t i = 0; i < READS_A_POLL; i++) {
			sum += replica_read(next_key(state));
		}
		r->reading.cycles += weft_cycles() - start;
		r->reading.times += READS_A_POLL;
		replica_poll();
	}
	return sum;
}

static void took(struct cost *cost, uint64_t start)
{
	cost->cycles += weft_cycles() - start;
	cost->times++;
}

static void work(struct result *r)
{
	uint32_t state = seed_of(weft_rank());
	uint32_t reader = next(&state) | 1;

	for (uint32_t i = 0; i < writes; i++) {
		uint32_t key = next_key(&state);
		uint32_t value = next_value(&state);
		uint64_t start;

		r->read += read_some(&reader, r);
		start = weft_cycles();
		if (i % EVERYWHERE == EVERYWHERE - 1) {
			replica_write_everywhere(key, value);
			took(&r->everywhere, start);
		} else {
			replica_write(key, value);
			took(&r->starting, start);
		}
	}
	replica_converge(writes);
}

/*
 * The table by another way: each core's keys and values by its seed, when it wrote them
 * by its log.  False: a log is not what its seed makes, or its times do not rise.
 */
static WEFT_COLD bool work_out(struct table *table)
{
	bool ok = true;

	for (uint32_t rank = 0; rank < weft_size(); rank++) {
		const struct write *log = replica_log(rank, writes);
		uint32_t state = seed_of(rank);

		next(&state); /* as in work() */
		for (uint32_t i = 0; i < writes; i++) {
			ok &= log[i].key == next_key(&state);
			ok &= log[i].value == next_value(&state);
			ok &= log[i].rank == rank;
			ok &= log[i].time > (i ? log[i - 1].time : 0);
			if (ok) {
				table_apply(table, &log[i]);
			}
		}
	}
	return ok;
}

int main(int argc, char **argv)
{
	struct table *anew;
	struct result result = {0};

	if (!parse(argc, argv)) {
		if (weft_rank() == 0) {
			printf("usage: kvtable [writes=<n>] [reads=<n>] "
			       "[seed=<n>] [lie=deaf] (two cores or more)\n");
		}
		return 2;
	}
	anew = calloc(1, sizeof(*anew));
	if (weft_rank() == 0) {
		printf("%u cores write %u times each to a table of %u keys\n",
		       (unsigned)weft_size(), (unsigned)writes, (unsigned)KEYS);
	}
	replica_begin(writes, lie && weft_rank() == 1 ? 0 : UINT32_MAX);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	work(&result);
	result.log_ok = anew && work_out(anew);
	result.hash = table_hash(&replica);
	result.anew = result.log_ok ? table_hash(anew) : 0;
	result.counts = replica_counts;
	free(anew);
	return report(&result, writes) ? 0 : 1;
}
