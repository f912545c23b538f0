/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=8 args=table=B,seed=1
 *             o=table=B+set=window_bytes:65536 */
/* weft-bench: boards=scc-sim cores=8 args=table=B,seed=2
 *             o=table=B+set=window_bytes:65536 */
/* weft-bench: boards=scc-sim cores=8 args=table=B,seed=3
 *             o=table=B+set=window_bytes:65536 */
/*
 * The messages of SAMPLE with queues of so many places (queue_claim.h, lock-free), while two
 * other jobs have their turns on each core: a core is away for two slices of 750 us, more or
 * less, and then at work for one, whatever the others do.  A sender whose receiver is away has
 * to wait as soon as the queue is full (S. Lumetta, "Multi-Protocol Communication", Berkeley
 * 1998, sections 6.2 and 6.4, fig. 6.6).  Queues are 16 times shorter than the published ones.
 *
 *   away=0   the job has its core alone
 *   away=2   its time is a third of what passes, as if all three were alike
 */
#include <stdint.h>

static uint32_t spill_places;
static void spill_look(void);
#define QUEUE_PLACES spill_places
#define QUEUE_LOOK   spill_look

#include "am_timed.h"
#include "queue_sample.h"

enum {
	KEYS = 98304,
	SLICE_US = 750,
	MOST = 256, /* places */
};

static uint32_t away, drawn;
static uint64_t until; /* this job's slice */

static void spill_look(void)
{
	uint64_t now = weft_cycles();

	if (away == 0 || now < until) {
		return;
	}
	bench_idle(away * (SLICE_US / 2 + random_at(++drawn) % SLICE_US));
	until = weft_cycles() + weft_cycles_in_us(SLICE_US);
}

static void measure(uint32_t places, uint32_t others)
{
	uint64_t cycles;

	spill_places = places;
	memset(sent, 0, sizeof(sent));
	came = announced = ends = 0;
	queue_empty();
	sample_open(&sorted, KEYS);
	sample_splitters(&sorted);
	away = others;
	drawn = ((uint32_t)atoi(bench_arg("seed", "1")) * 64 + amk_me) << 8;
	until = 0;
	cycles = am_timed(queue_distribute);
	away = 0;
	sample_sort(sorted.bucket, sorted.came);
	if (sample_wrong(&sorted)) {
		weft_panic("sample");
	}
	sample_close(&sorted);
	bench_row("am_spill", "time", "us", bench_ns(cycles) / (1 + others),
		  "table=%s,queue=%u,away=%u,seed=%s", bench_arg("table", "B"),
		  (unsigned)places, (unsigned)others, bench_arg("seed", "1"));
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	sample_endpoint(&sorted);
	amk_begin("poll");
	spill_places = MOST;
	queue_open("fai", queue_take_keys);
	for (uint32_t places = 16; places <= MOST; places <<= 2) {
		measure(places, 0);
		measure(places, 2);
	}
	return 0;
}
