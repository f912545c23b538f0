/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=8 args=table=B,polling=none o=table=B */
/* weft-bench: boards=scc-sim cores=8 args=table=B,polling=naive o=table=B */
/* weft-bench: boards=scc-sim cores=8 args=table=B,polling=fractional o=table=B */
/* weft-bench: boards=scc-sim cores=8 args=table=B,polling=adaptive o=table=B */
/*
 * What a slow link, which brings nothing, costs programs that talk by the MPB (S. Lumetta,
 * "Multi-Protocol Communication", Berkeley 1998, section 7.1): SAMPLE, CON, EM3D and the Fourier
 * transform on as many cores as its machine had, where each poll looks at the link
 * (naive), each 64th (fractional), or as the traffic has it (adaptive); none: there is no
 * link.  A look takes 2.6 us, as published; bench/am_link.c has other traffic.
 *
 * The published layer polls before each send, and while it waits.  Here a program decides, by
 * weft_am_queue_serve and weft_am_queue_wait; so the kernels' calls are replaced by such as poll.
 * Barriers serve the MPB alone, which favours naive polling.
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

#include "examples/am_connect.h"
#include "examples/am_em3d.h"
#include "examples/am_fft.h"
#include "examples/am_sample.h"

#include "common.h"

enum {
	LOOK_NS = 2600,
	POINTS = 128, /* squared */
	FRACTION = 64,
};

static struct sample sorted;
static struct connect connected = {.side = 24, .dims = 3, .edges = 25};
static struct em3d field = {.n = 960, .degree = 10, .remote = 40};
static struct transpose points;
static uint64_t look; /* cycles */

static int no_send(struct weft_am_link *link, const struct weft_am_packet *p,
		   weft_us_t within)
{
	(void)link;
	(void)p;
	(void)within;
	return WEFT_ERR_STATE;
}

static bool take_nothing(struct weft_am_link *link, struct weft_am_packet *p)
{
	uint64_t until = weft_cycles() + look;

	(void)link;
	(void)p;
	while (weft_cycles() < until) {
	}
	return false;
}

static void measure(const char *kernel, void (*run)(void))
{
	uint64_t enter, leave;

	amk_barrier();
	enter = weft_cycles();
	run();
	leave = weft_cycles();
	amk_barrier();
	enter = bench_max(enter);
	leave = bench_max(leave);
	bench_row("am_poll", "time", "us", bench_ns(leave - enter),
		  "table=%s,kernel=%s,polling=%s,cores=%u",
		  bench_arg("table", "B"), kernel, bench_arg("polling", "none"),
		  (unsigned)amk_cores);
}

/* SAMPLE's phase of messages. */
static void distribute(void)
{
	sample_splitters(&sorted);
	sample_distribute(&sorted);
}

static void sort(void)
{
	sample_run(&sorted);
}

static void join(void)
{
	connect_run(&connected);
}

static void step(void)
{
	em3d_run(&field, 1);
}

static void transform(void)
{
	fft_run(&points);
}

static void kernels(void)
{
	sample_open(&sorted, 12288);
	measure("sample", sort);
	sample_close(&sorted);
	sample_open(&sorted, 12288);
	measure("sample,part=messages", distribute);
	sample_close(&sorted);
	connect_open(&connected);
	measure("components_3d", join);
	amk_close(0, connected.there);
	free(connected.segment.memory);
	points.by = BY_BLOCK;
	transpose_open(&points, POINTS);
	fft_fill(&points);
	measure("fft", transform);
	transpose_close(&points);
	em3d_open(&field);
	step(); /* so that all paths are warm */
	measure("em3d", step);
}

int main(int argc, char **argv)
{
	static struct weft_am_link link = {.send = no_send,
					   .take = take_nothing};
	const char *polling;

	bench_setup(argc, argv);
	polling = bench_arg("polling", "none");
	sample_endpoint(&sorted);
	amk_begin("poll");
	look = weft_cycles_in_us(LOOK_NS) / 1000;
	link.every = !strcmp(polling, "naive")        ? 1
		     : !strcmp(polling, "fractional") ? FRACTION
						      : 0;
	if (strcmp(polling, "none")) {
		need(weft_am_link_open(&link));
	}
	kernels();
	return 0;
}
