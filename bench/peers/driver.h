/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What weft and its peers are measured by: the same loops, over each one's own calls.
 *
 * A program defines the functions below and calls peer_main on all processes.  Rank 0
 * prints "weft-row: peer<TAB>op=..,bytes=..<TAB>latency<TAB>..<TAB>us", the median of
 * batches of equal calls:
 *
 *   put      data are copied to the other process's window, and are there
 *   get      the same, from there
 *   flag     a word of the other's window is written, and it has seen it: half of a turn
 *   barrier  of all
 *   bcast    of all, and a barrier, as a root may leave before others have anything
 *
 * The first three are between rank 0 and the last one; other processes, and the target
 * of a put or a get, are in a barrier meanwhile, where MPI makes progress.
 *
 * A program passes its first argument, if there is one, as the only op that is measured, and
 * its second one as the only number of bytes.
 *
 * osu.h has the loops of the public OSU programs, for those that have the calls.
 */
#ifndef BENCH_PEERS_DRIVER_H
#define BENCH_PEERS_DRIVER_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	PEER_AREA = 32768,
	PEER_BATCHES = 15,
};

static uint64_t peer_now(void); /* nanoseconds */
static uint32_t peer_rank(void);
static uint32_t peer_count(void);
static void peer_put(uint32_t to,
		     uint32_t bytes); /* and what makes it visible */
static void peer_get(uint32_t from, uint32_t bytes);
static void peer_flag_write(uint32_t to, uint32_t value);
static void peer_flag_wait(uint32_t value);
static void peer_barrier(void);
static void peer_bcast(uint32_t bytes);

static const char *peer_only, *peer_size; /* null: all */

static int peer_skips(const char *name, uint32_t bytes)
{
	return (peer_only && strcmp(peer_only, name) != 0) ||
	       (peer_size && (uint32_t)atoi(peer_size) != bytes);
}

#ifdef PEER_COLLECTIVES
#include "bench/peers/osu.h"
#endif

static uint32_t peer_turn;

static void peer_one_put(uint32_t bytes)
{
	peer_put(peer_count() - 1, bytes);
}

static void peer_one_get(uint32_t bytes)
{
	peer_get(peer_count() - 1, bytes);
}

/* There and back. */
static void peer_one_flag(uint32_t unused)
{
	(void)unused;
	peer_turn++;
	if (peer_rank() == 0) {
		peer_flag_write(peer_count() - 1, peer_turn);
		peer_flag_wait(peer_turn);
	} else {
		peer_flag_wait(peer_turn);
		peer_flag_write(0, peer_turn);
	}
}

static void peer_one_barrier(uint32_t unused)
{
	(void)unused;
	peer_barrier();
}

static void peer_one_bcast(uint32_t bytes)
{
	peer_bcast(bytes);
	peer_barrier();
}

static int peer_compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Calls of a batch: fewer where each takes long. */
static uint32_t peer_times(uint32_t bytes)
{
	if (peer_count() > 4) {
		return 4;
	}
	return bytes > 4096 || peer_count() > 2 ? 20 : 200;
}

static void peer_measure(const char *name, void (*op)(uint32_t), uint32_t bytes,
			 uint32_t calls)
{
	double batch[PEER_BATCHES] = {0};
	uint32_t times = peer_times(bytes);

	if (peer_skips(name, bytes)) {
		return;
	}
	for (int i = -1; i < PEER_BATCHES; i++) { /* the first warms up */
		uint64_t begin = peer_now();

		for (uint32_t n = 0; n < times; n++) {
			op(bytes);
		}
		if (i >= 0) {
			batch[i] = (double)(peer_now() - begin) /
				   (1000.0 * times * calls);
		}
	}
	qsort(batch, PEER_BATCHES, sizeof(*batch), peer_compare);
	if (peer_rank() == 0) {
		printf("weft-row: peer\top=%s,bytes=%u\tlatency\t%.3f\tus\n",
		       name, (unsigned)bytes, batch[PEER_BATCHES / 2]);
	}
}

/* Only the two ends have a part in it. */
static void peer_ends(const char *name, void (*op)(uint32_t), uint32_t bytes,
		      int both)
{
	peer_barrier();
	if (peer_rank() == 0 || (both && peer_rank() == peer_count() - 1)) {
		peer_measure(name, op, bytes, both ? 2 : 1);
	}
	peer_barrier();
}

/* Pages that nobody has written are all one page, which is read more slowly. */
static void peer_fill(void *data, uint32_t bytes)
{
	memset(data, 1, bytes);
}

static int peer_main(int argc, char **argv)
{
	static const uint32_t sizes[] = {8, 64, 512, 4096, 32768};
	unsigned n = sizeof(sizes) / sizeof(*sizes);

	peer_only = argc > 1 ? argv[1] : NULL;
	peer_size = argc > 2 ? argv[2] : NULL;
	for (unsigned i = 0; i < n; i++) {
		peer_ends("put", peer_one_put, sizes[i], 0);
		peer_ends("get", peer_one_get, sizes[i], 0);
	}
	peer_ends("flag", peer_one_flag, sizeof(uint32_t), 1);
	peer_measure("barrier", peer_one_barrier, 0, 1);
	for (unsigned i = 0; i < n; i++) {
		peer_measure("bcast", peer_one_bcast, sizes[i], 1);
	}
	peer_barrier();
#ifdef BENCH_PEERS_OSU_H
	osu_rows();
#endif
	return 0;
}

#endif
