/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=8 args=table=B,polling=none o=table=B */
/* weft-bench: boards=scc-sim cores=8 args=table=B,polling=naive o=table=B */
/* weft-bench: boards=scc-sim cores=8 args=table=B,polling=fractional o=table=B */
/* weft-bench: boards=scc-sim cores=8 args=table=B,polling=adaptive o=table=B */
/* weft-bench: boards=scc-sim-chips cores=32 args=chips=4x8,polling=none
 *             o=chips=4+link=latency:8000,mbps:31 */
/* weft-bench: boards=scc-sim-chips cores=32 args=chips=4x8,polling=naive
 *             o=chips=4+link=latency:8000,mbps:31 */
/* weft-bench: boards=scc-sim-chips cores=32 args=chips=4x8,polling=eighth
 *             o=chips=4+link=latency:8000,mbps:31 */
/* weft-bench: boards=scc-sim-chips cores=32 args=chips=4x8,polling=fractional
 *             o=chips=4+link=latency:8000,mbps:31 */
/* weft-bench: boards=scc-sim-chips cores=32 args=chips=4x8,polling=adaptive
 *             o=chips=4+link=latency:8000,mbps:31 */
/* weft-bench: boards=scc-sim-chips cores=8 args=chips=8x1,polling=none
 *             o=chips=8+link=latency:8000,mbps:31 */
/* weft-bench: boards=scc-sim-chips cores=8 args=chips=8x1,polling=naive
 *             o=chips=8+link=latency:8000,mbps:31 */
/* weft-bench: boards=scc-sim-chips cores=8 args=chips=8x1,polling=eighth
 *             o=chips=8+link=latency:8000,mbps:31 */
/* weft-bench: boards=scc-sim-chips cores=8 args=chips=8x1,polling=fractional
 *             o=chips=8+link=latency:8000,mbps:31 */
/* weft-bench: boards=scc-sim-chips cores=8 args=chips=8x1,polling=adaptive
 *             o=chips=8+link=latency:8000,mbps:31 */
/*
 * What a slow link, which brings nothing, costs programs that talk by the MPB (S. Lumetta,
 * "Multi-Protocol Communication", Berkeley 1998, section 7.1): SAMPLE, CON, EM3D and the Fourier
 * transform on as many cores as its machine had, where each poll looks at the link
 * (naive), each 64th (fractional) or eighth, or as the traffic has it (adaptive); none: there is no
 * link.  A look takes 2.6 us, as published; bench/am_link.c has other traffic.
 *
 * The published layer polls before each send, and while it waits.  Here a program decides, by
 * weft_am_queue_serve and weft_am_queue_wait; so the kernels' calls are replaced by such as poll.
 * Barriers serve the MPB alone, which favours naive polling.
 *
 * With chips=, it is the link of each chip, which brings what other chips say, and the core that
 * carries it polls (section 7.2, tables 7.2 to 7.5: four machines of eight; figure 7.3: eight
 * machines of one).  There, none: it is interrupted.
 */
#include <weft/weft.h>

static int polled_store(struct weft_am_remote *to, uint32_t offset,
			const void *data, size_t bytes, weft_us_t within)
{
	weft_am_queue_serve();
	return weft_am_store(to, offset, data, bytes, within);
}

static int polled_get(void *to, struct weft_am_remote *from, uint32_t offset,
		      size_t bytes, struct weft_am_counter *counter,
		      weft_us_t within)
{
	weft_am_queue_serve();
	return weft_am_get(to, from, offset, bytes, counter, within);
}

static int polled_sync(struct weft_am_counter *counter, weft_us_t within)
{
	weft_am_queue_wait(&counter->done, counter->issued, within);
	return weft_am_sync(counter, within);
}

static int polled_request(const struct weft_am_dest *to, uint32_t handler,
			  const uint32_t *words, uint32_t count,
			  weft_us_t within)
{
	weft_am_queue_serve();
	return weft_am_request(to, handler, words, count, within);
}

#define weft_am_store   polled_store
#define weft_am_get     polled_get
#define weft_am_sync    polled_sync
#define weft_am_request polled_request
#define weft_am_wait    weft_am_queue_wait

#include "am_four.h"
#include "am_slow_link.h"

enum {
	EIGHTH = 8,
	FRACTION = 64,
};

static void row(const char *kernel, uint64_t cycles)
{
	const char *chips = bench_arg("chips", "");

	bench_row("am_poll", "time", "us", bench_ns(cycles),
		  "table=%s,kernel=%s,polling=%s,cores=%u%s%s",
		  bench_arg("table", "B"), kernel, bench_arg("polling", "none"),
		  (unsigned)amk_cores, *chips ? ",chips=" : "", chips);
}

static uint32_t every(const char *polling)
{
	return !strcmp(polling, "naive")        ? 1
	       : !strcmp(polling, "eighth")     ? EIGHTH
	       : !strcmp(polling, "fractional") ? FRACTION
						: 0;
}

int main(int argc, char **argv)
{
	static struct weft_am_link link = {.send = slow_send,
					   .take = slow_take};
	const char *polling;

	bench_setup(argc, argv);
	polling = bench_arg("polling", "none");
	four_begin();
	link.every = every(polling);
	/* Of chips, only the cores that carry something have a link. */
	if (strcmp(polling, "none") &&
	    (!*bench_arg("chips", "") || !weft_am_link_chips(&link))) {
		need(weft_am_link_open(&link));
	}
	four_kernels(row);
	return 0;
}
