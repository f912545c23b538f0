/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=2,48 args=via=poll */
/* weft-bench: boards=scc-sim cores=48 args=via=irq */
/*
 * Active Messages by protocol: by slots of the MPB, and by the queue in the receiver's
 * private memory (dram).
 *
 * LogGP (S. Lumetta, "Multi-Protocol Communication", Berkeley 1998, section 5.3.1),
 * of two neighbours: o_s, a send that has room; o_r, receiving one that is there; g, the time
 * per message of a long row of them; L, half a round trip less o_s and o_r, which may be
 * below 0; G, the time per byte of 64 KB; and the size with which half of that
 * throughput is reached.  A round trip by the queue is a queued message there, and one
 * back, which the thread sends.
 *
 * busy: all others send so many messages to rank 0, which computes for a millisecond and
 * serves nothing.  How long after it has begun the last of them is done with sending.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "common.h"

enum {
	HIT = 1,
	HANDLERS,
	SEGMENT = 1,
	TIMES = 100,
	ROWS = 32,
	TO_BUSY = 8,
	BUSY_US = 1000,
	BYTES = 65536,
};

static volatile uint32_t hits;
static struct weft_am_queue queue;
static struct weft_am_way way[2]; /* to rank 0, to rank 1 */
static const char *via;
static char data[BYTES];

static void hit(struct weft_am_message *m)
{
	(void)m;
	hits++;
}

static weft_am_handler *const table[HANDLERS] = {NULL, hit};
static const struct weft_am_endpoint endpoint = {1, table, HANDLERS, NULL};

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

static void send(uint32_t to, uint32_t bytes)
{
	uint32_t word = 1;

	need(weft_am_way_send(&way[to], HIT, &word, 1, data, bytes,
			      WEFT_FOREVER));
}

static void await(uint32_t n)
{
	need(weft_am_queue_wait(&hits, n, WEFT_FOREVER));
}

static void setup(void)
{
	uint32_t share = weft_size() > 2 ? 16384 : 131072;

	need(weft_am_open(0, &endpoint));
	need(weft_am_begin(strcmp(via, "irq") ? WEFT_AM_POLL
					      : WEFT_AM_INTERRUPT));
	queue.bytes = share * weft_size();
	queue.memory = malloc(queue.bytes);
	if (!queue.memory) {
		weft_panic("no memory");
	}
	need(weft_am_queue_open(SEGMENT, &queue));
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < 2; i++) {
		way[i].to = (struct weft_am_dest){i, 0, 1, 0};
		way[i].segment = SEGMENT;
		need(weft_am_way_open(&way[i], WEFT_FOREVER));
		/* Whoever polls serves the others' questions meanwhile. */
		for (uint32_t n = 0; n < 2000; n++) {
			weft_am_poll();
		}
	}
}

static uint64_t us(uint64_t cycles, uint32_t n)
{
	return bench_ns(cycles) / n;
}

/* Rank 0 sends, rank 1 has sent back: cycles of each. */
static uint64_t round_trip(uint32_t times)
{
	uint64_t start = weft_cycles();
	uint32_t me = weft_rank();

	for (uint32_t i = 0; me < 2 && i < times; i++) {
		uint32_t n = hits + 1;

		if (me == 0) {
			send(1, 0);
			await(n);
		} else {
			await(n);
			send(0, 0);
		}
	}
	return (weft_cycles() - start) / times;
}

/* Of messages that have room and that nobody serves; the receiver serves them then. */
static void overheads(uint64_t *o_s, uint64_t *o_r)
{
	uint32_t burst = weft_am_slots();
	uint64_t start;

	*o_s = *o_r = 0;
	for (uint32_t i = 0; i < TIMES; i++) {
		uint32_t n = hits + burst;

		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		start = weft_cycles();
		for (uint32_t k = 0; weft_rank() == 0 && k < burst; k++) {
			send(1, 0);
		}
		*o_s += (weft_cycles() - start) / burst;
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		start = weft_cycles();
		if (weft_rank() == 1) {
			await(n);
		}
		*o_r += (weft_cycles() - start) / burst;
	}
	*o_s /= TIMES;
	*o_r = bench_max(weft_rank() == 1 ? *o_r / TIMES : 0);
}

/* Rank 0 sends so many of that size, rank 1 has handled them. */
static uint64_t row_of(uint32_t times, uint32_t bytes)
{
	uint32_t n = hits + times;
	uint64_t start;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	for (uint32_t i = 0; weft_rank() == 0 && i < times; i++) {
		send(1, bytes);
	}
	if (weft_rank() == 1) {
		await(n);
	}
	return bench_max(weft_cycles() - start);
}

static void row(const char *protocol, const char *what, const char *unit,
		uint64_t thousandths)
{
	bench_row("am", what, unit, thousandths,
		  "table=B,protocol=%s,via=%s,cores=%u", protocol, via,
		  (unsigned)weft_size());
}

static void loggp(const char *protocol, bool polls)
{
	uint64_t trip, o_s = 0, o_r = 0, g;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	round_trip(TIMES);
	trip = us(round_trip(TIMES), 1);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (way[1].queued) {
		bench_row("am", "round_trip", "us", trip,
			  "table=B,protocol=%s,via=%s,hops=1,cores=%u",
			  protocol, via, (unsigned)weft_size());
	}
	g = us(row_of(TIMES, 0), TIMES);
	row(protocol, "g", "us", g);
	/* With interrupts these are not apart. */
	if (polls) {
		overheads(&o_s, &o_r);
		o_s = us(o_s, 1);
		o_r = us(o_r, 1);
		row(protocol, "o_s", "us", o_s);
		row(protocol, "o_r", "us", o_r);
		row(protocol, "L", "us",
		    trip / 2 > o_s + o_r ? trip / 2 - o_s - o_r : 0);
	}
}

/*
 * The mean of many rows: how long one takes depends on where in its looks the receiver is
 * when it begins, which is a tenth of the time of a short one.
 */
static uint64_t mean_row(uint32_t times, uint32_t bytes)
{
	uint64_t cycles = 0;

	row_of(times, bytes);
	for (uint32_t i = 0; i < ROWS; i++) {
		cycles += row_of(times, bytes);
	}
	return cycles / ROWS;
}

/* Throughput by size; what does not fit in one message goes in several. */
static void sizes(void)
{
	uint32_t most = way[1].most & ~UINT32_C(31), half = 0;
	uint64_t rate[13], G = 0;
	uint32_t count = 0;

	most = most < BYTES / 4 ? most : BYTES / 4;
	for (uint32_t bytes = 16; bytes <= BYTES; bytes <<= 1) {
		uint32_t times = (bytes + most - 1) / most;
		uint32_t each = (bytes / times + 31) & ~UINT32_C(31);
		uint64_t ns;

		each = bytes < most ? bytes : each;
		ns = bench_ns(mean_row(times, each));
		rate[count] = ns ? times * each * UINT64_C(1000000) / ns : 0;
		G = ns * 1000 / (times * each);
		bench_row("am", "throughput", "MB/s", rate[count++],
			  "table=B,protocol=dram,via=%s,bytes=%u,cores=%u", via,
			  (unsigned)(times * each), (unsigned)weft_size());
	}
	while (half < count && 2 * rate[half] < rate[count - 1]) {
		half++;
	}
	row("dram", "G", "ns", G);
	row("dram", "half_power_at_most", "bytes",
	    (UINT64_C(16) << half) * 1000);
}

static void busy(const char *protocol)
{
	uint32_t expected = hits + TO_BUSY * (weft_size() - 1);
	uint64_t start, done;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	if (weft_rank() == 0) {
		bench_idle(BUSY_US);
	} else {
		for (uint32_t i = 0; i < TO_BUSY; i++) {
			send(0, 0);
		}
	}
	done = weft_cycles() - start;
	if (weft_rank() == 0) {
		await(expected);
	}
	done = bench_max(weft_rank() == 0 ? 0 : done);
	bench_row("am", "senders_done", "us", bench_ns(done),
		  "table=B,protocol=%s,via=%s,receiver=busy_1000_us,cores=%u",
		  protocol, via, (unsigned)weft_size());
}

int main(int argc, char **argv)
{
	static const char *const protocol[] = {"mpb", "dram"};
	bool polls;

	bench_setup(argc, argv);
	via = bench_arg("via", "poll");
	polls = strcmp(via, "irq") != 0;
	setup();
	for (uint32_t p = 0; p < 2; p++) {
		way[0].queued = way[1].queued = p;
		loggp(protocol[p], polls);
		busy(protocol[p]);
	}
	sizes();
	way[0].queued = way[1].queued = false;
	need(weft_am_way_spill(&way[0]));
	need(weft_am_way_spill(&way[1]));
	busy("spill"); /* by slots, and by the queue when they are full */
	return 0;
}
