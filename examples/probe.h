/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parameters of the BSP model, measured: what examples/bspprobe.c prints.
 *
 *  s  operations of a process in a microsecond: an addition and a multiplication of 32
 *     bits count two
 *  l  time of a bsp_sync without communication
 *  g  time of a word of an h-relation: of a total exchange, in which each process puts
 *     as many words into each other, without l
 *
 * Times are those of the slowest process, in ns; results are process 0's.
 */
#ifndef EXAMPLES_PROBE_H
#define EXAMPLES_PROBE_H

#include <bsp.h>
#include <stdlib.h>

enum {
	PROBE_OPERATIONS = 10000,
	PROBE_MOST = 1024, /* words to each process */
};

struct probe_time {
	uint64_t mean, deviation;
};

static struct {
	uint32_t p, me, words;
	uint32_t *from, *to; /* to and from each process */
	uint64_t *spent;     /* at process 0, by each */
} probe;

/* Between bsp_begin and bsp_end, all processes. */
static inline void probe_begin(void)
{
	size_t bytes;

	probe.p = (uint32_t)bsp_nprocs();
	probe.me = (uint32_t)bsp_pid();
	bytes = probe.p * PROBE_MOST * sizeof(uint32_t);
	probe.from = malloc(bytes);
	probe.to = malloc(bytes);
	probe.spent = calloc(probe.p, sizeof(uint64_t));
	if (!probe.from || !probe.to || !probe.spent) {
		bsp_abort("no memory for %u words",
			  (unsigned)(probe.p * PROBE_MOST));
	}
	bsp_push_reg(probe.to, (int)bytes);
	bsp_push_reg(probe.spent, (int)(probe.p * sizeof(uint64_t)));
	bsp_sync();
}

static inline void probe_sync(void)
{
	bsp_sync();
}

static inline void probe_compute(void)
{
	volatile uint32_t result;
	uint32_t sum = probe.me;

	for (uint32_t i = 0; i < PROBE_OPERATIONS / 2; i++) {
		sum = sum * 1664525 + i;
	}
	result = sum;
	(void)result;
}

static inline void probe_exchange(void)
{
	int bytes = (int)(probe.words * sizeof(uint32_t));

	for (uint32_t i = 0; i < probe.p; i++) {
		if (i != probe.me) {
			bsp_put((int)i, probe.from + i * probe.words, probe.to,
				(int)probe.me * bytes, bytes);
		}
	}
	bsp_sync();
}

/* The words for process i are other ones for each pair. */
static inline void probe_fill(void)
{
	for (uint32_t i = 0; i < probe.p * probe.words; i++) {
		probe.from[i] = probe.me << 20 | i;
	}
}

/* Words of the exchange that are not what was put. */
static inline uint32_t probe_wrong(void)
{
	uint32_t wrong = 0;

	for (uint32_t i = 0; i < probe.p; i++) {
		for (uint32_t k = 0; i != probe.me && k < probe.words; k++) {
			wrong += probe.to[i * probe.words + k] !=
				 (i << 20 | (probe.me * probe.words + k));
		}
	}
	return wrong;
}

static inline uint64_t probe_root(uint64_t square)
{
	uint64_t root = 0;

	for (uint64_t bit = UINT64_C(1) << 31; bit; bit >>= 1) {
		if ((root | bit) * (root | bit) <= square) {
			root |= bit;
		}
	}
	return root;
}

/* So many times, after one that does not count. */
static inline struct probe_time probe_time(void (*what)(void), int count)
{
	uint64_t sum = 0, squares = 0, ns, in_ms = weft_cycles_in_us(1000000);

	in_ms = (in_ms + 500) / 1000;
	for (int n = -1; n < count; n++) {
		uint64_t most = 0, spent;

		bsp_sync();
		spent = bsp_cycles();
		what();
		spent = bsp_cycles() - spent;
		bsp_put(0, &spent, probe.spent, (int)(probe.me * sizeof(spent)),
			sizeof(spent));
		bsp_sync();
		for (uint32_t i = 0; i < probe.p; i++) {
			most = probe.spent[i] > most ? probe.spent[i] : most;
		}
		ns = most * 1000000 / (in_ms ? in_ms : 1);
		sum += n < 0 ? 0 : ns;
		squares += n < 0 ? 0 : ns * ns;
	}
	sum /= (unsigned)count;
	squares /= (unsigned)count;
	return (struct probe_time){
		sum, probe_root(squares > sum * sum ? squares - sum * sum : 0)};
}

#endif
