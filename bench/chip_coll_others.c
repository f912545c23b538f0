/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=epiphany-emu cores=16 mode=ordered */
/*
 * What stands beside bench/chip_coll.c, in cycles, measured as there: the same collectives by
 * messages, and their copies alone.  A program of its own, because a core's memory has no
 * room for both.
 *
 * algo=two_sided  by weft_send and weft_recv as RCCE_comm has it: reduce, gather and
 *                 scatter by a binomial tree, allreduce with weft_bcast_binomial behind it,
 *                 allgather by a ring, all-to-all by pairs
 * algo=linear     the root with one core after the other; for allgather and all-to-all
 *                 each core is such a root in turn
 * algo=limit      what the copies of the busiest core alone take, with no wait and no sum: a
 *                 put to another core for each block that leaves it (reduce and allreduce:
 *                 one), and all that came, out of its own window in one copy; scatter: all
 *                 into the root's own window in one copy, and a get of a block
 */
#include <string.h>

#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "bench/chip_mean.h"
#include "bench/common.h"

enum {
	CORES = 16,
	MOST = 128,
	PLACE = 512, /* bytes of a window; more go there again */
};

static uint8_t from[CORES * MOST], to[CORES * MOST];
static uint32_t me, cores, place;

static void send(const void *data, uint32_t n, uint32_t rank)
{
	weft_send(data, n, rank, WEFT_FOREVER);
}

static void recv(void *data, uint32_t n, uint32_t rank)
{
	weft_recv(data, n, rank, WEFT_FOREVER);
}

static uint32_t next(uint32_t rank)
{
	return rank + 1 < cores ? rank + 1 : 0;
}

static void add(uint32_t bytes, uint32_t rank)
{
	recv(from, bytes, rank);
	weft_sum_uint32.combine(to, from, bytes / 4);
}

/* Two-sided ------------------------------------------------------------------ */

static void reduce_two_sided(uint32_t bytes)
{
	memcpy(to, from, bytes);
	for (uint32_t bit = 1; bit < cores; bit <<= 1) {
		if (me & bit) {
			send(to, bytes, me - bit);
			break;
		}
		if (me + bit < cores) {
			add(bytes, me + bit);
		}
	}
}

static void allreduce_two_sided(uint32_t bytes)
{
	reduce_two_sided(bytes);
	weft_bcast_binomial(to, bytes, 0, WEFT_FOREVER);
}

/* Blocks of the tree below a core: itself and those behind it. */
static uint32_t below(uint32_t rank, uint32_t bit)
{
	return cores - rank < bit ? cores - rank : bit;
}

static void gather_two_sided(uint32_t bytes)
{
	memcpy(to + me * bytes, from, bytes);
	for (uint32_t bit = 1; bit < cores; bit <<= 1) {
		if (me & bit) {
			send(to + me * bytes, below(me, bit) * bytes, me - bit);
			break;
		}
		if (me + bit < cores) {
			recv(to + (me + bit) * bytes,
			     below(me + bit, bit) * bytes, me + bit);
		}
	}
}

static void scatter_two_sided(uint32_t bytes)
{
	uint32_t bit = 1;

	while (bit < cores && !(me & bit)) {
		bit <<= 1;
	}
	if (me > 0) {
		recv(from + me * bytes, below(me, bit) * bytes, me - bit);
	}
	while (bit >>= 1) {
		if (me + bit < cores) {
			send(from + (me + bit) * bytes,
			     below(me + bit, bit) * bytes, me + bit);
		}
	}
	memcpy(to, from + me * bytes, bytes);
}

/* One of them has to receive first. */
static void exchange(const uint8_t *out, uint32_t to_rank, uint8_t *in,
		     uint32_t from_rank, uint32_t bytes, bool first)
{
	if (first) {
		send(out, bytes, to_rank);
	}
	recv(in, bytes, from_rank);
	if (!first) {
		send(out, bytes, to_rank);
	}
}

static void allgather_two_sided(uint32_t bytes)
{
	uint32_t last = me > 0 ? me - 1 : cores - 1, out = me, in = last;

	memcpy(to + me * bytes, from, bytes);
	for (uint32_t i = 1; i < cores; i++) {
		exchange(to + out * bytes, next(me), to + in * bytes, last,
			 bytes, !(me & 1));
		out = in;
		in = in > 0 ? in - 1 : cores - 1;
	}
}

/* Partners by exclusive or, as their number is a power of two. */
static void alltoall_two_sided(uint32_t bytes)
{
	memcpy(to + me * bytes, from + me * bytes, bytes);
	for (uint32_t i = 1; i < cores; i++) {
		uint32_t other = me ^ i;

		exchange(from + other * bytes, other, to + other * bytes, other,
			 bytes, me < other);
	}
}

/* Linear --------------------------------------------------------------------- */

static void reduce_linear(uint32_t bytes)
{
	memcpy(to, from, bytes);
	if (me > 0) {
		send(from, bytes, 0);
	}
	for (uint32_t i = 1; me == 0 && i < cores; i++) {
		add(bytes, i);
	}
}

static void allreduce_linear(uint32_t bytes)
{
	reduce_linear(bytes);
	if (me > 0) {
		recv(to, bytes, 0);
	}
	for (uint32_t i = 1; me == 0 && i < cores; i++) {
		send(to, bytes, i);
	}
}

static void gather_at(uint32_t root, const uint8_t *block, uint32_t bytes)
{
	if (me != root) {
		send(block, bytes, root);
		return;
	}
	memcpy(to + me * bytes, block, bytes);
	for (uint32_t i = next(me); i != me; i = next(i)) {
		recv(to + i * bytes, bytes, i);
	}
}

static void gather_linear(uint32_t bytes)
{
	gather_at(0, from, bytes);
}

static void scatter_linear(uint32_t bytes)
{
	if (me > 0) {
		recv(to, bytes, 0);
		return;
	}
	memcpy(to, from, bytes);
	for (uint32_t i = 1; i < cores; i++) {
		send(from + i * bytes, bytes, i);
	}
}

static void allgather_linear(uint32_t bytes)
{
	for (uint32_t root = 0; root < cores; root++) {
		gather_at(root, from, bytes);
	}
}

static void alltoall_linear(uint32_t bytes)
{
	for (uint32_t root = 0; root < cores; root++) {
		gather_at(root, from + root * bytes, bytes);
	}
}

/* Limits ---------------------------------------------------------------------- */

static void put_blocks(uint32_t bytes, uint32_t blocks)
{
	for (uint32_t rank = next(me); blocks > 0; blocks--) {
		weft_put(weft_at(rank, place), from, bytes);
		rank = next(rank);
	}
}

static void get_blocks(uint32_t bytes, uint32_t blocks)
{
	for (uint32_t left = bytes * blocks, n; left > 0; left -= n) {
		n = left < PLACE ? left : PLACE;
		weft_get(to, weft_at(me, place), n);
	}
}

static void limit_reduce(uint32_t bytes)
{
	put_blocks(bytes, 1);
	get_blocks(bytes, cores - 1);
}

static void limit_gather(uint32_t bytes)
{
	if (me > 0) {
		put_blocks(bytes, 1);
	} else {
		get_blocks(bytes, cores - 1);
	}
}

static void limit_scatter(uint32_t bytes)
{
	if (me > 0) {
		weft_get(to, weft_at(0, place), bytes);
		return;
	}
	for (uint32_t left = bytes * (cores - 1), n; left > 0; left -= n) {
		n = left < PLACE ? left : PLACE;
		weft_put(weft_at(me, place), from, n);
	}
}

static void limit_all(uint32_t bytes)
{
	put_blocks(bytes, cores - 1);
	get_blocks(bytes, cores - 1);
}

static const struct {
	const char *op, *algo;
	chip_call *call;
} calls[] = {
	{"reduce", "two_sided", reduce_two_sided},
	{"reduce", "linear", reduce_linear},
	{"reduce", "limit", limit_reduce},
	{"allreduce", "two_sided", allreduce_two_sided},
	{"allreduce", "linear", allreduce_linear},
	{"allreduce", "limit", limit_reduce},
	{"gather", "two_sided", gather_two_sided},
	{"gather", "linear", gather_linear},
	{"gather", "limit", limit_gather},
	{"scatter", "two_sided", scatter_two_sided},
	{"scatter", "linear", scatter_linear},
	{"scatter", "limit", limit_scatter},
	{"allgather", "two_sided", allgather_two_sided},
	{"allgather", "linear", allgather_linear},
	{"allgather", "limit", limit_all},
	{"alltoall", "two_sided", alltoall_two_sided},
	{"alltoall", "linear", alltoall_linear},
	{"alltoall", "limit", limit_all},
};

int main(int argc, char **argv)
{
	static const uint16_t sizes[] = {4, 32, MOST};

	bench_setup(argc, argv);
	me = weft_rank();
	cores = weft_size();
	if (cores != CORES || weft_mpb_alloc(PLACE, &place)) {
		weft_panic("16 cores, and room in their windows");
	}
	for (uint32_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		for (uint32_t j = 0; j < sizeof(sizes) / sizeof(sizes[0]);
		     j++) {
			bench_row("coll", "latency", "cycles",
				  chip_mean(calls[i].call, sizes[j]),
				  "op=%s,cores=%u,bytes=%u,algo=%s",
				  calls[i].op, (unsigned)cores,
				  (unsigned)sizes[j], calls[i].algo);
		}
	}
	return 0;
}
