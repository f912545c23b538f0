/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=mpi modes=mpirun cores=2,5 o=nodes=2 time-out=120 */
/* weft-test: boards=mpi modes=mpirun cores=7 o=nodes=3 time-out=120 */
/*
 * In a run of several nodes (arch/nodes.h) a barrier enters each node once a round, and a
 * broadcast of either kind brings its data into each other node once.  A reduction takes its
 * data out of each node but the root's once; if all want the result, into each node once a
 * round.  From a node one core says all that it says to others.  What cores say is counted by
 * tests/nodes/placed.c on the simulator (tests/nodes.t), and on board mpi it is read from the
 * rings that they say it by, and from their pieces of memory.
 */
#include <stdio.h>
#include <string.h>

#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "arch/nodes.h"
#include "tests/nodes/placed.h"
#include "topology/arith.h"

#include "tests/target/tap.h"

enum {
	BYTES = 1500,
	SMALL = 8,
};

#if __has_include(<mpi_ops.h>)
#include <board.h>

static uint32_t begun, pieces;

static void count_begins(void)
{
	weft_quiet();
	begun = mpi_host->channel->posted;
	pieces = mpi_host->channel->begun;
}

/* Of memory; no more than are kept. */
static void count_pieces(struct placed *all)
{
	const struct far_channel *channel = mpi_host->channel;

	for (; pieces != channel->begun; pieces++) {
		const struct far_bulk *piece =
			&channel->goes[pieces & (FAR_PIECES - 1)];

		all->said[arch_node(piece->rank)]++;
		if (piece->bytes >= PLACED_DATA) {
			all->data[arch_node(piece->rank)] +=
				(uint32_t)piece->bytes;
		}
	}
}

/* A put has its data behind it; what is asked goes to the asker. */
static struct placed counted(void)
{
	const struct far_channel *channel = mpi_host->channel;
	struct placed all = {{0}, {0}};

	for (uint32_t at = begun; at != channel->posted;) {
		uint32_t in_ring = at & (FAR_RING - 1);
		const struct far_record *record =
			(const void *)&channel->ring[in_ring];
		uint32_t into =
			record->op == FAR_PUT ? record->rank : arch_rank();

		if (record->op == FAR_SKIP) {
			at += FAR_RING - in_ring;
			continue;
		}
		all.said[arch_node(record->rank)]++;
		if (record->bytes >= PLACED_DATA) {
			all.data[arch_node(into)] += record->bytes;
		}
		at += far_room(far_following(record));
	}
	count_pieces(&all);
	return all;
}
#elif ARCH_NODES && !__has_include(<far_core.h>)
static void count_begins(void)
{
	weft_quiet();
	memset(&placed, 0, sizeof(placed));
}

static struct placed counted(void)
{
	return placed;
}
#else
static void count_begins(void)
{
}

static struct placed counted(void)
{
	return (struct placed){{0}, {0}};
}
#endif

static uint32_t area; /* at rank 0: a struct placed of each core */
static struct placed sum;
static uint32_t talkers; /* most cores of one node that said something */

/* Of all cores, known to rank 0. */
static void add_up(const char *what, struct placed mine)
{
	uint32_t talk[PLACED_NODES] = {0};

	weft_put(weft_at(0, area + weft_rank() * (uint32_t)sizeof(mine)), &mine,
		 sizeof(mine));
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	memset(&sum, 0, sizeof(sum));
	talkers = 0;
	for (uint32_t r = 0; weft_rank() == 0 && r < weft_size(); r++) {
		struct placed its;
		uint32_t says = 0, node = arch_node(r);

		weft_get(&its, weft_at(0, area + r * (uint32_t)sizeof(its)),
			 sizeof(its));
		for (uint32_t i = 0; i < PLACED_NODES; i++) {
			sum.said[i] += its.said[i];
			sum.data[i] += its.data[i];
			says |= its.said[i];
		}
		talk[node] += says != 0;
		talkers = talk[node] > talkers ? talk[node] : talkers;
	}
	for (uint32_t i = 0; weft_rank() == 0 && i < arch_nodes(); i++) {
		printf("# %s, into node %u: said %u, data %u\n", what,
		       (unsigned)i, (unsigned)sum.said[i],
		       (unsigned)sum.data[i]);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

/* Data went into each node but the root's once, and so much at most into that. */
static bool once(uint32_t root, uint32_t bytes, uint32_t back)
{
	bool ok = true;

	for (uint32_t i = 0; weft_rank() == 0 && i < arch_nodes(); i++) {
		ok &= i == arch_node(root) ? sum.data[i] <= back
					   : sum.data[i] == bytes;
	}
	return ok;
}

static bool barriers(void)
{
	uint32_t rounds = arith_log2_ceil(arch_nodes());
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER); /* it has chosen */
	count_begins();
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	add_up("barrier", counted());
	for (uint32_t i = 0; weft_rank() == 0 && i < arch_nodes(); i++) {
		ok &= sum.said[i] == rounds && sum.data[i] == 0;
	}
	return ok && talkers <= 1;
}

/* What is chosen has been, and each core is at its begin. */
static uint32_t said_by_bcast(uint32_t root, uint32_t bytes)
{
	static uint8_t data[BYTES];
	uint32_t said = 0;

	weft_bcast(data, bytes, root, WEFT_WORLD, WEFT_FOREVER);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	count_begins();
	weft_bcast(data, bytes, root, WEFT_WORLD, WEFT_FOREVER);
	add_up(bytes == SMALL ? "short broadcast" : "broadcast", counted());
	for (uint32_t i = 0; i < PLACED_NODES; i++) {
		said += sum.said[i];
	}
	return said;
}

static bool broadcasts(uint32_t root)
{
	/* A grant, or none, data and a flag for each node but the root's. */
	uint32_t few = 3 * (arch_nodes() - 1);
	bool ok = said_by_bcast(root, SMALL) <= few && talkers <= 1;

	said_by_bcast(root, BYTES);
	return ok && talkers <= 1 && once(root, BYTES, 0);
}

/* Elements of all cores to one, or, with WEFT_TEAM_NOBODY, to all. */
static bool reductions(uint32_t root)
{
	static uint32_t data[BYTES / 4], result[BYTES / 4];
	uint32_t rounds = arith_log2_ceil(arch_nodes()), bytes = 0;
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	count_begins();
	if (root == WEFT_TEAM_NOBODY) {
		weft_allreduce(data, result, BYTES / 4, &weft_sum_uint32,
			       WEFT_WORLD, WEFT_FOREVER);
	} else {
		weft_reduce(data, result, BYTES / 4, &weft_sum_uint32, root,
			    WEFT_WORLD, WEFT_FOREVER);
	}
	add_up("reduction", counted());
	for (uint32_t i = 0; weft_rank() == 0 && i < arch_nodes(); i++) {
		bytes += sum.data[i];
		ok &= sum.data[i] <= rounds * BYTES;
	}
	if (weft_rank() == 0 && root != WEFT_TEAM_NOBODY) {
		uint32_t others =
			arch_nodes() - 1; /* a last piece may be short */

		ok &= bytes <= BYTES * others &&
		      bytes > (BYTES - PLACED_DATA) * others;
	}
	return ok && talkers <= 1;
}

/* Do the ranks of each node follow each other? */
static bool in_rows(void)
{
	uint32_t changes = 1;

	for (uint32_t r = 1; r < weft_size(); r++) {
		changes += arch_node(r) != arch_node(r - 1);
	}
	return changes == arch_nodes();
}

static void runs(int error)
{
	if (error) {
		weft_panic("a call failed");
	}
}

/* The root's data may come back in the order that the hub has made. */
static bool asynchronous(uint32_t root)
{
	static uint8_t data[BYTES];
	struct weft_request sent = {0};
	struct weft_message got;
	/* A longer one is refused, as nobody has posted a buffer. */
	uint32_t most = weft_abcast_eager();
	uint32_t bytes = most < BYTES ? most : BYTES;

	/* Each counts before any sends: an interrupt may relay from then on. */
	count_begins();
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == root) {
		runs(weft_abcast_start(data, bytes, &sent));
		runs(weft_wait(&sent, WEFT_COMPLETE, WEFT_FOREVER));
	} else {
		runs(weft_abcast_recv(data, bytes, &got, WEFT_FOREVER));
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	add_up("asynchronous", counted());
	return once(root, bytes, bytes);
}

int main(void)
{
	uint32_t last = weft_size() - 1;
	bool bcast = true, abcast = true, reduced = true;
	struct weft_barrier_algorithm a;

	tap_begin();
	/* That they are linked, so that others can be named. */
	if (!weft_barrier_algorithm(0, &a) ||
	    weft_mpb_alloc(weft_size() * (uint32_t)sizeof(sum), &area)) {
		weft_panic("no room for what is counted");
	}
	tap_ok(barriers(), "a barrier enters each node once a round");
	for (uint32_t root = 0;; root = root < last >> 1 ? last >> 1 : last) {
		bcast &= broadcasts(root);
		abcast &= asynchronous(root);
		reduced &= !in_rows() || reductions(root);
		if (root == last) {
			break;
		}
	}
	tap_ok(bcast, "a broadcast enters each other node once");
	reduced &= !in_rows() || reductions(WEFT_TEAM_NOBODY);
	tap_ok(abcast, "an asynchronous one does, too");
	tap_ok(reduced, "a reduction leaves each node but the root's once");
	return tap_end();
}
