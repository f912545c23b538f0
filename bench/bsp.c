/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=2,4,8,16,32,48 args=table=B o=table=B */
/* weft-bench: boards=scc-sim cores=8 args=table=B,bytes=65536 o=table=B */
/* weft-bench: boards=scc-sim-chips cores=8 args=table=B,wire=lossy
 *             o=chips=8+link=loss:1% */
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
 *   bytes=65536      blocks of 16k words, the published ones: the orders alone
 *   wire=lossy       processes on chips of their own, whose links lose 1 %
 * op=probe           p, s, l and g with deviations, by `h`: examples/probe.h
 */
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "bsp/order.h"
#include "messages/chunk_pool.h"
#include "bsp_rows.h"
#include "examples/probe.h"

enum {
	DROPPED = 1,
	SMALL_PUTS = 1000,
	BLOCK = 1024, /* unless bytes= says otherwise */
};

static uint32_t p, me, state, bytes;
static char *from, *to; /* `bytes` for each process */
static uint8_t target[SMALL_PUTS];
static uint32_t place, come, freed, call;

static void barrier(void)
{
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

static void draw_targets(void)
{
	for (int i = 0; i < SMALL_PUTS; i++) {
		uint32_t pid = bsp_draw(&state, p - 1);

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

static uint64_t timed(void (*what)(void))
{
	int count = atoi(bench_arg("count", "3"));
	uint64_t sum = 0;

	for (int n = -DROPPED; n < count; n++) {
		uint64_t ns = bsp_timed(what);

		sum += n < 0 ? 0 : ns;
	}
	return sum / (unsigned)count;
}

static void row(const char *params, uint64_t ns)
{
	bsp_row("latency", "us", ns, "%s", params);
}

static void exchanges(void)
{
	static const char *const orders[] = {"latin", "random", "naive",
					     "slots"};

	for (int i = 0; i < 4; i++) {
		char text[64];

		snprintf(text, sizeof(text),
			 "op=total_exchange,schedule=%s,bytes=%u", orders[i],
			 (unsigned)bytes);
		bsp_options.order = order_named(orders[i]);
		row(text, timed(exchange_put));
	}
	bsp_options.order = order_named("latin");
	if (bytes > BLOCK) {
		return; /* than there is MPB for those without BSPlib */
	}
	row("op=total_exchange,schedule=latin,call=hpput,bytes=1024",
	    timed(exchange_hpput));
	row("op=total_exchange,algo=plain_put,bytes=1024", timed(plain_put));
	row("op=total_exchange,algo=put_alone,bytes=1024", timed(put_alone));
}

static void packing(void)
{
	state = me + 1;
	draw_targets();
	row("op=small_puts,packed=1", timed(small_puts));
	bsp_options.chunk = 8; /* an offset and a word */
	row("op=small_puts,packed=0", timed(small_puts));
	bsp_options.chunk = 0;
}

static void probe_row(const char *metric, const char *unit, uint64_t value,
		      uint32_t h)
{
	bsp_row(metric, unit, value, "op=probe,h=%u", (unsigned)h);
}

static void probe_rows(void)
{
	struct probe_time s = probe_time(probe_compute, 3);
	struct probe_time l = probe_time(probe_sync, 3);

	probe_row("p", "processes", 1000 * p, 0);
	probe_row("s", "operations/us",
		  UINT64_C(1000000) * PROBE_OPERATIONS / (1 + s.mean), 0);
	probe_row("l", "us", l.mean, 0);
	probe_row("l_deviation", "us", l.deviation, 0);
	for (probe.words = 1; probe.words <= PROBE_MOST; probe.words *= 4) {
		struct probe_time t = probe_time(probe_exchange, 3);
		uint64_t g = t.mean > l.mean ? t.mean - l.mean : 0;
		uint32_t h = (p - 1) * probe.words;

		/* In thousandths of a nanosecond: the row's unit is ns. */
		probe_row("g", "ns/word", g * 1000 / h, h);
		probe_row("g_deviation", "ns/word", t.deviation * 1000 / h, h);
	}
}

int main(int argc, char **argv)
{
	bool some; /* of the rows */

	bench_setup(argc, argv);
	bsp_begin(bsp_nprocs());
	p = (uint32_t)bsp_nprocs();
	me = (uint32_t)bsp_pid();
	bytes = (uint32_t)atoi(bench_arg("bytes", "0"));
	some = bytes || *bench_arg("wire", "");
	bytes = bytes ? bytes : BLOCK;
	from = calloc(p, bytes);
	to = calloc(p, bytes);
	if (!from || !to || weft_flags_alloc(p, &come) ||
	    weft_flags_alloc(p, &freed)) {
		weft_panic("no memory");
	}
	place = chunk_buffer(0); /* the heap has not so much room */
	bsp_push_reg(to, (int)(p * bytes));
	bsp_sync();
	if (some) {
		exchanges();
		bsp_end();
		return 0;
	}
	row("op=sync", timed(probe_sync));
	row("op=barrier", timed(barrier));
	packing();
	exchanges();
	probe_begin();
	probe_rows();
	bsp_end();
	return 0;
}
