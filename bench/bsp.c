/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=2,8,48 args=table=B o=table=B */
/*
 * BSPlib.  Times are from when the last process begins until the last one is done; means
 * of `count`, 3, after one that is dropped.
 *
 * op=sync            bsp_sync without communication; op=barrier is weft_barrier
 * op=small_puts      1000 puts of a word by each process, to others at random, and the
 *                    bsp_sync; packed=0: each goes as a chunk of its own
 * op=total_exchange  each process puts so many bytes into each other:
 *   schedule=        bsp_put and bsp_sync, by that schedule; call=hpput by bsp_hpput
 *   algo=plain_put   as many bytes by puts in the rounds of the Latin square, each
 *                    block then copied to memory, where bsp_put puts it, too
 *   algo=put_alone   the same without waiting, flags and copying to memory: what comes
 *                    later overwrites it
 * op=probe           p; s, additions and multiplications of 32 bits in a microsecond; l,
 *                    of op=sync; g, time for a word of a total exchange of `h` words
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include <bsp.h>

#include "arch/arch.h"
#include "bsp/order.h"
#include "messages/chunk_pool.h"
#include "common.h"

enum {
	DROPPED = 1,
	SMALL_PUTS = 1000,
	BLOCK = 1024,
	MOST = 4096, /* bytes to each */
};

static uint32_t p, me, state, bytes;
static char *from, *to; /* MOST for each process */
static uint8_t target[SMALL_PUTS];
static uint32_t place, come, freed, call;

static uint32_t below(uint32_t n)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state % n;
}

static void barrier(void)
{
	weft_barrier(WEFT_FOREVER);
}

static void sync(void)
{
	bsp_sync();
}

static void draw_targets(void)
{
	for (int i = 0; i < SMALL_PUTS; i++) {
		uint32_t pid = below(p - 1);

		target[i] = (uint8_t)(pid < me ? pid : pid + 1);
	}
}

static void small_puts(void)
{
	for (int i = 0; i < SMALL_PUTS; i++) {
		bsp_put(target[i], from, to, (int)(4 * me), 4);
	}
	bsp_sync();
}

static void exchange_put(void)
{
	for (uint32_t i = 0; i < p; i++) {
		if (i != me) {
			bsp_put((int)i, from + i * bytes, to, (int)(me * bytes),
				(int)bytes);
		}
	}
	bsp_sync();
}

static void exchange_hpput(void)
{
	for (uint32_t i = 0; i < p; i++) {
		if (i != me) {
			bsp_hpput((int)i, from + i * bytes, to,
				  (int)(me * bytes), (int)bytes);
		}
	}
	bsp_sync();
}

/* A block at each core: taken before the next sender is told to put. */
static void plain_put(void)
{
	uint32_t first = (me + p - 1) % p;

	call++;
	weft_flag_write(first, weft_flag_at(freed, me), call);
	for (uint32_t r = 1; r < p; r++) {
		uint32_t next = (me + r) % p, last = (me + p - r) % p;
		uint32_t after = (last + p - 1) % p;

		weft_flag_wait_from(next, weft_flag_at(freed, next), call,
				    WEFT_FOREVER);
		arch_put(next, ARCH_WINDOW_MPB, place, from + next * bytes,
			 bytes);
		weft_flag_write(next, weft_flag_at(come, me), call);
		weft_flag_wait_from(last, weft_flag_at(come, last), call,
				    WEFT_FOREVER);
		arch_get(to + last * bytes, me, ARCH_WINDOW_MPB, place, bytes);
		if (after != me) {
			weft_flag_write(after, weft_flag_at(freed, me), call);
		}
	}
}

static void put_alone(void)
{
	for (uint32_t r = 1; r < p; r++) {
		uint32_t next = (me + r) % p;

		arch_put(next, ARCH_WINDOW_MPB, place, from + next * bytes,
			 bytes);
	}
	weft_quiet();
}

static uint64_t timed(void (*what)(void), uint64_t *deviation)
{
	int count = atoi(bench_arg("count", "3"));
	uint64_t sum = 0, squares = 0, mean;

	for (int n = -DROPPED; n < count; n++) {
		uint64_t start, end;

		weft_barrier(WEFT_FOREVER);
		start = weft_cycles();
		what();
		end = weft_cycles();
		start = bench_max(start);
		end = bench_ns(bench_max(end) - start);
		sum += n < 0 ? 0 : end;
		squares += n < 0 ? 0 : end * end;
	}
	mean = sum / (unsigned)count;
	if (deviation) {
		uint64_t square = squares / (unsigned)count - mean * mean;

		for (*deviation = 0;
		     (*deviation + 1) * (*deviation + 1) <= square;) {
			++*deviation;
		}
	}
	return mean;
}

static void row(const char *params, uint64_t ns)
{
	bench_row("bsp", "latency", "us", ns, "table=%s,cores=%u,%s",
		  bench_arg("table", "B"), (unsigned)p, params);
}

static void exchanges(void)
{
	static const struct {
		const char *order, *params;
	} orders[] = {
		{"latin", "op=total_exchange,schedule=latin,bytes=1024"},
		{"random", "op=total_exchange,schedule=random,bytes=1024"},
		{"naive", "op=total_exchange,schedule=naive,bytes=1024"},
	};

	bytes = BLOCK;
	for (int i = 0; i < 3; i++) {
		bsp_options.order = order_named(orders[i].order);
		row(orders[i].params, timed(exchange_put, NULL));
	}
	bsp_options.order = order_named("latin");
	row("op=total_exchange,schedule=latin,call=hpput,bytes=1024",
	    timed(exchange_hpput, NULL));
	row("op=total_exchange,algo=plain_put,bytes=1024",
	    timed(plain_put, NULL));
	row("op=total_exchange,algo=put_alone,bytes=1024",
	    timed(put_alone, NULL));
}

static void packing(void)
{
	state = me + 1;
	draw_targets();
	row("op=small_puts,packed=1", timed(small_puts, NULL));
	bsp_options.chunk = 8; /* an offset and a word */
	row("op=small_puts,packed=0", timed(small_puts, NULL));
	bsp_options.chunk = 0;
}

static void probe_row(const char *metric, const char *unit, uint64_t value,
		      uint32_t h)
{
	bench_row("bsp", metric, unit, value, "table=%s,cores=%u,op=probe,h=%u",
		  bench_arg("table", "B"), (unsigned)p, (unsigned)h);
}

static void compute(void)
{
	volatile uint32_t result;
	uint32_t sum = me;

	for (uint32_t i = 0; i < 5000; i++) {
		sum = sum * 1664525 + i;
	}
	result = sum;
	(void)result;
}

static void probe(void)
{
	uint64_t l, deviation, g;

	probe_row("p", "processes", 1000 * p, 0);
	probe_row("s", "operations/us",
		  UINT64_C(10000) * 1000 * 1000 / (1 + timed(compute, NULL)),
		  0);
	l = timed(sync, &deviation);
	probe_row("l", "us", l, 0);
	probe_row("l_deviation", "us", deviation, 0);
	for (bytes = 4; bytes <= MOST; bytes *= 4) {
		uint32_t h = (p - 1) * bytes / 4;

		g = timed(exchange_put, &deviation);
		/* In thousandths of a nanosecond: the row's unit is ns. */
		probe_row("g", "ns/word", (g > l ? g - l : 0) * 1000 / h, h);
		probe_row("g_deviation", "ns/word", deviation * 1000 / h, h);
	}
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	bsp_begin(bsp_nprocs());
	p = (uint32_t)bsp_nprocs();
	me = (uint32_t)bsp_pid();
	from = calloc(p, MOST);
	to = calloc(p, MOST);
	if (!from || !to || weft_flags_alloc(p, &come) ||
	    weft_flags_alloc(p, &freed)) {
		weft_panic("no memory");
	}
	place = chunk_buffer(0); /* the heap has not so much room */
	bsp_push_reg(to, (int)(p * MOST));
	bsp_sync();
	row("op=sync", timed(sync, NULL));
	row("op=barrier", timed(barrier, NULL));
	packing();
	exchanges();
	probe();
	bsp_end();
	return 0;
}
