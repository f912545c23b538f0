/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=wormhole-emu cores=80 mode=ordered */
/* weft-bench: boards=blackhole-emu cores=140 mode=ordered */
/*
 * A chip whose network has multicast (arch/multicast.h), with all its cores; in cycles of
 * rank 0, mean of 4 after 2 that are dropped.
 *
 *   put_ack    a put to the neighbour, or the last rank (far), and weft_quiet; get likewise
 *   one_to_all a put to each of the others, of as many bytes, and one weft_quiet
 *   multicast  one arch_multicast to all, until all have acknowledged
 *   barrier    one after the other.  limit: the last rank's flag to rank 0 and its
 *              multicast back, which no barrier by way of one core is below
 *   bcast      from rank 0, out of and into memory, and a barrier, less what the barrier
 *              takes.  limit: multicasts of as many bytes, without waiting for anybody's
 *              room or copy.  unicast_tree: what one writes with writes, their barrier
 *              and a semaphore: a binomial tree, or for more than one piece a
 *              pipelined binary one with two buffers, that leaves the data where they come
 */
#include <stdlib.h>

#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "arch/multicast.h"
#include "bench/common.h"

#if ARCH_MULTICAST
enum {
	DROPPED = 2,
	SHIFT = 2,
	COUNT = 1 << SHIFT,
	PIECE = 16384,
	CHILDREN = 8,
	MOST = 1 << 20,
};

static uint32_t flags, area, me, cores, peer;
static uint8_t *data;

static void nothing(uint32_t bytes)
{
	(void)bytes;
}

static void put_ack(uint32_t bytes)
{
	weft_put(weft_at(peer, area), data, bytes);
	weft_quiet();
}

static void get(uint32_t bytes)
{
	weft_get(data, weft_at(peer, area), bytes);
}

static void one_to_all(uint32_t bytes)
{
	for (uint32_t rank = 1; rank < cores; rank++) {
		weft_put(weft_at(rank, area), data, bytes);
	}
	weft_quiet();
}

static void multicast(uint32_t bytes)
{
	if (me != 0) {
		return;
	}
	for (uint32_t at = 0, n; at < bytes; at += n) {
		n = bytes - at < PIECE ? bytes - at : PIECE;
		arch_multicast(0, cores, area, data + at, n);
	}
	arch_quiet();
}

static void barrier(uint32_t bytes)
{
	(void)bytes;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

static void dissemination(uint32_t bytes)
{
	(void)bytes;
	weft_barrier_dissemination(WEFT_FOREVER);
}

/* There and back: the last rank begins, rank 0's clock counts its turns. */
static void there_and_back(uint32_t bytes)
{
	static uint32_t turn;
	uint32_t word = weft_flag_at(flags, 3);

	(void)bytes;
	turn++;
	if (me == cores - 1) {
		weft_flag_write(0, word, turn);
	}
	if (me == 0) {
		weft_flag_wait(word, turn, WEFT_FOREVER);
		arch_multicast_words(0, cores, word, &turn, 1);
	} else {
		weft_flag_wait(word, turn, WEFT_FOREVER);
	}
}

static void chosen(uint32_t bytes)
{
	weft_bcast(data, bytes, 0, WEFT_WORLD, WEFT_FOREVER);
}

/* The tree of programs without a library; flag 0 is news, others are rooms. */
static struct {
	uint32_t parent, place, n, child[CHILDREN];
} tree;

static void add_child(uint32_t child)
{
	if (child < cores) {
		tree.child[tree.n++] = child;
	}
}

static void plant(bool binary)
{
	uint32_t bit = 1;

	tree.n = 0;
	tree.parent = (me - 1) / 2;
	tree.place = 1 + ((me - 1) & 1);
	if (binary) {
		add_child(2 * me + 1);
		add_child(2 * me + 2);
		return;
	}
	while (bit < cores && !(me & bit)) {
		bit <<= 1;
	}
	while (bit >>= 1) {
		add_child(me + bit);
	}
}

/* The root's is in memory, others' in their windows, and stay there. */
static void pass_on(uint32_t place, const uint8_t *from, uint32_t n,
		    uint32_t piece)
{
	struct arch_addr src = {me, ARCH_WINDOW_MPB, place};

	for (uint32_t i = 0; i < tree.n; i++) {
		struct arch_addr dst = {tree.child[i], ARCH_WINDOW_MPB, place};

		if (me == 0) {
			arch_put(dst.rank, dst.window, place, from, n);
		} else {
			arch_copy(dst, src, n);
		}
	}
	for (uint32_t i = 0; i < tree.n; i++) {
		arch_flag_write(tree.child[i], flags, piece);
	}
}

static void unicast_tree(uint32_t bytes)
{
	static uint32_t piece;
	bool binary = bytes > PIECE;
	uint32_t first = piece;

	plant(binary);
	for (uint32_t at = 0, n; at < bytes; at += n) {
		uint32_t place = area + (++piece & 1) * PIECE;

		n = bytes - at < PIECE ? bytes - at : PIECE;
		if (me != 0) {
			weft_flag_wait(flags, piece, WEFT_FOREVER);
		}
		for (uint32_t i = 0; piece > first + 2 && i < tree.n; i++) {
			weft_flag_wait(weft_flag_at(flags, 1 + i), piece - 2,
				       WEFT_FOREVER);
		}
		pass_on(place, data + at, n, piece);
		if (binary && me != 0) {
			arch_flag_write(tree.parent,
					weft_flag_at(flags, tree.place), piece);
		}
	}
}

/* Mean of the turns on the clock of rank 0, in thousandths of a cycle. */
static uint64_t mean(void (*operation)(uint32_t), uint32_t bytes,
		     void (*after)(uint32_t))
{
	uint64_t start = 0;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (int n = -DROPPED; n < COUNT; n++) {
		if (n == 0) {
			start = weft_cycles();
		}
		operation(bytes);
		after(0);
	}
	start = weft_cycles() - start;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return (start * 1000) >> SHIFT;
}

static void row(const char *op, uint32_t bytes, const char *algorithm,
		uint64_t cycles)
{
	bench_row("chip", "latency", "clocks", cycles,
		  "cores=%u,op=%s,bytes=%u,algo=%s", (unsigned)cores, op,
		  (unsigned)bytes, algorithm);
}

/* Of rank 0, while the others wait in a barrier. */
static void alone(const char *op, const char *algorithm,
		  void (*operation)(uint32_t), uint32_t bytes)
{
	uint64_t all = mean(me == 0 ? operation : nothing, bytes, nothing);

	row(op, bytes, algorithm, all - mean(nothing, 0, nothing));
}

static void together(uint32_t bytes, const char *algorithm,
		     void (*operation)(uint32_t))
{
	uint64_t all = mean(operation, bytes, barrier);

	row("bcast", bytes, algorithm, all - mean(nothing, 0, barrier));
}

int main(int argc, char **argv)
{
	static const uint32_t sizes[] = {16, 1024, 65536, MOST};

	bench_setup(argc, argv);
	me = weft_rank();
	cores = weft_size();
	data = malloc(MOST + ARCH_LINE);
	if (!data || weft_flags_alloc(4, &flags) ||
	    weft_mpb_alloc(2 * PIECE, &area)) {
		weft_panic("no memory");
	}
	data += -(uintptr_t)data & (ARCH_LINE - 1);
	peer = 1;
	alone("put_ack", "auto", put_ack, 64);
	alone("put_ack", "auto", put_ack, 8192);
	alone("get", "auto", get, 64);
	alone("get", "auto", get, 8192);
	peer = cores - 1;
	alone("put_ack_far", "auto", put_ack, 64);
	alone("get_far", "auto", get, 64);
	alone("one_to_all", "auto", one_to_all, PIECE);
	alone("multicast", "auto", multicast, 16);
	alone("multicast", "auto", multicast, 16384);
	row("barrier", 0, "auto", mean(barrier, 0, nothing));
	row("barrier", 0, "unicast_tree", mean(dissemination, 0, nothing));
	row("barrier", 0, "limit", mean(there_and_back, 0, nothing));
	for (int i = 0; i < 4; i++) {
		together(sizes[i], "auto", chosen);
		together(sizes[i], "unicast_tree", unicast_tree);
		alone("bcast", "limit", multicast, sizes[i]);
	}
	return 0;
}
#else
int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	return 0;
}
#endif
