/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 args=table=B,op=gather o=table=B */
/* weft-bench: boards=scc-sim cores=48 args=table=B,op=scatter o=table=B */
/* weft-bench: boards=scc-sim cores=48 args=table=B,op=allgather o=table=B */
/* weft-bench: boards=scc-sim cores=48 args=table=B,op=alltoall o=table=B */
/*
 * Collectives that move blocks: from when the last core enters until the last one leaves.
 * `bytes` is a block's size, what a core contributes, for all-to-all to each other one.
 * Mean of `count`, 3, after one that is dropped; one alone where it takes long.  Root 0.
 *
 * algo=auto       weft_gather and so on
 * algo=two_sided  by weft_send and weft_recv as RCCE_comm has it: gather and scatter by a
 *                 binomial tree, allgather by a ring, all-to-all by pairs
 * algo=linear     the root with one core after the other; for allgather and all-to-all
 *                 each core is such a root in turn
 * algo=limit      what the copies of the busiest core alone take, with no wait and at its
 *                 own MPB: a root's blocks into memory, or out of it; for all-to-all
 *                 both.  Below 64 KB the blocks may be cached, as they are the same each
 *                 time
 * team=half       two teams, the lower and the upper half, at the same time
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "coll.h"
#include "topology/latin.h"

enum {
	MOST = 65536,
	LONG = 4096, /* bytes, from which once is enough */
	CHUNK = 1024,
	LINE = 32,
};

static uint8_t *from, *to;
static uint32_t bytes, place, cores, me;
static struct weft_team *half;

static void send(const void *data, uint32_t n, uint32_t to_rank)
{
	need(weft_send(data, n, to_rank, WEFT_FOREVER));
}

static void recv(void *data, uint32_t n, uint32_t from_rank)
{
	need(weft_recv(data, n, from_rank, WEFT_FOREVER));
}

/* A core's place in its own send buffer, or in a received one. */
static uint8_t *block(uint8_t *base, uint32_t i)
{
	return base + (size_t)i * bytes;
}

/* Blocks of the tree below a core: itself and those behind it. */
static uint32_t below(uint32_t bit)
{
	return (me + bit < cores ? bit : cores - me) * bytes;
}

static void gather_two_sided(void)
{
	memcpy(block(to, me), from, bytes);
	for (uint32_t bit = 1; bit < cores; bit <<= 1) {
		if (me & bit) {
			send(block(to, me), below(bit), me - bit);
			break;
		}
		if (me + bit < cores) {
			uint32_t n = cores - me - bit;

			recv(block(to, me + bit), (n < bit ? n : bit) * bytes,
			     me + bit);
		}
	}
}

static void scatter_two_sided(void)
{
	uint32_t bit = 1;

	while (bit < cores && !(me & bit)) {
		bit <<= 1;
	}
	if (me > 0) {
		recv(block(from, me), below(bit), me - bit);
	}
	while (bit >>= 1) {
		if (me + bit < cores) {
			uint32_t n = cores - me - bit;

			send(block(from, me + bit), (n < bit ? n : bit) * bytes,
			     me + bit);
		}
	}
	memcpy(to, block(from, me), bytes);
}

/* Who sends first waits for none that sends first: all but core 0 begin by receiving. */
static void allgather_two_sided(void)
{
	uint32_t next = (me + 1) % cores, last = (me + cores - 1) % cores;

	memcpy(block(to, me), from, bytes);
	for (uint32_t i = 0; i + 1 < cores; i++) {
		uint32_t out = (me + cores - i) % cores;
		uint32_t in = (out + cores - 1) % cores;

		if (me & 1) {
			recv(block(to, in), bytes, last);
			send(block(to, out), bytes, next);
		} else {
			send(block(to, out), bytes, next);
			recv(block(to, in), bytes, last);
		}
	}
}

static void alltoall_two_sided(void)
{
	memcpy(block(to, me), block(from, me), bytes);
	for (uint32_t step = 0; step < latin_steps(cores); step++) {
		uint32_t other = latin_partner(me, cores, step);

		if (other > me) {
			send(block(from, other), bytes, other);
			recv(block(to, other), bytes, other);
		} else if (other < me) {
			recv(block(to, other), bytes, other);
			send(block(from, other), bytes, other);
		}
	}
}

static void gather_to(uint32_t root, const uint8_t *data)
{
	if (me != root) {
		send(data, bytes, root);
		return;
	}
	memcpy(block(to, me), data, bytes);
	for (uint32_t i = 0; i < cores; i++) {
		if (i != root) {
			recv(block(to, i), bytes, i);
		}
	}
}

static void gather_linear(void)
{
	gather_to(0, from);
}

static void scatter_linear(void)
{
	if (me > 0) {
		recv(to, bytes, 0);
		return;
	}
	memcpy(to, from, bytes);
	for (uint32_t i = 1; i < cores; i++) {
		send(block(from, i), bytes, i);
	}
}

static void allgather_linear(void)
{
	for (uint32_t root = 0; root < cores; root++) {
		gather_to(root, from);
	}
}

static void alltoall_linear(void)
{
	for (uint32_t root = 0; root < cores; root++) {
		gather_to(root, block(from, root));
	}
}

/*
 * All blocks but one out of the nearest MPB to memory, or from there into one: each byte
 * once, so that no cache has it.
 */
static void copies(bool in)
{
	struct weft_addr other = weft_at(me, place);
	uint32_t all = (cores - 1) * bytes;

	for (uint32_t at = 0, n; at < all; at += n) {
		n = all - at < CHUNK ? all - at : CHUNK;
		if (in) {
			weft_get(to + at, other, n);
		} else {
			weft_put(other, from + at, n);
		}
	}
}

static void gather_limit(void)
{
	if (me == 0) {
		copies(true);
	}
}

static void scatter_limit(void)
{
	if (me == 0) {
		copies(false);
	}
}

static void allgather_limit(void)
{
	copies(true);
}

static void alltoall_limit(void)
{
	copies(false);
	copies(true);
}

static void gather_of(struct weft_team *team)
{
	need(weft_gather(from, to, bytes, 0, team, WEFT_FOREVER));
}

static void scatter_of(struct weft_team *team)
{
	need(weft_scatter(from, to, bytes, 0, team, WEFT_FOREVER));
}

static void allgather_of(struct weft_team *team)
{
	need(weft_allgather(from, to, bytes, team, WEFT_FOREVER));
}

static void alltoall_of(struct weft_team *team)
{
	need(weft_alltoall(from, to, bytes, team, WEFT_FOREVER));
}

static const struct op {
	const char *name;
	void (*of)(struct weft_team *team);
	void (*two_sided)(void), (*linear)(void), (*limit)(void);
} ops[] = {
	{"gather", gather_of, gather_two_sided, gather_linear, gather_limit},
	{"scatter", scatter_of, scatter_two_sided, scatter_linear,
	 scatter_limit},
	{"allgather", allgather_of, allgather_two_sided, allgather_linear,
	 allgather_limit},
	{"alltoall", alltoall_of, alltoall_two_sided, alltoall_linear,
	 alltoall_limit},
};

static const struct op *op;

static void of_world(void)
{
	op->of(WEFT_WORLD);
}

static void of_half(void)
{
	op->of(half);
}

static void measure(const char *what, void (*algo)(void))
{
	uint32_t count = (uint32_t)strtoul(bench_arg("count", "3"), NULL, 0);
	uint64_t all = 0;

	if (bytes < LONG) {
		coll_once(algo);
	} else {
		count = 1;
	}
	for (uint32_t i = 0; i < count; i++) {
		all += coll_once(algo);
	}
	bench_row("coll", "latency", "us", all / count,
		  "table=%s,op=%s,cores=%u,bytes=%u,%s",
		  bench_arg("table", "B"), op->name, (unsigned)cores,
		  (unsigned)bytes, what);
}

int main(int argc, char **argv)
{
	static const uint32_t sizes[] = {4, 32, 4096, MOST};
	const char *name;

	bench_setup(argc, argv);
	me = weft_rank();
	cores = weft_size();
	name = bench_arg("op", "alltoall");
	for (op = ops; strcmp(op->name, name) != 0; op++) {
	}
	from = calloc(cores, MOST);
	to = calloc(cores, MOST);
	if (!from || !to) {
		weft_panic("no memory");
	}
	need(weft_mpb_alloc(CHUNK, &place));
	half = coll_half();
	for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		bytes = sizes[i];
		measure("algo=auto", of_world);
		measure("algo=limit", op->limit);
		measure("algo=auto,team=half", of_half);
		measure("algo=two_sided", op->two_sided);
		/* That takes minutes to simulate, and is no better. */
		if (bytes < MOST || op < ops + 2) {
			measure("algo=linear", op->linear);
		}
	}
	return 0;
}
