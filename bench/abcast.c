/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 o=irq=direct
   args=what=latency,via=direct,k=auto env=WEFT_ABCAST_K=0 */
/* weft-bench: boards=scc-sim cores=48 o=irq=direct
   args=what=latency,via=direct,k=7 env=WEFT_ABCAST_K=7 */
/* weft-bench: boards=scc-sim cores=48 o=irq=direct
   args=what=latency,via=direct,k=47 env=WEFT_ABCAST_K=47 */
/* weft-bench: boards=scc-sim cores=48 o=irq=gic
   args=what=latency,via=gic,k=7 env=WEFT_ABCAST_K=7 */
/* weft-bench: boards=scc-sim cores=48 o=irq=gic
   args=what=latency,via=gic,k=47 env=WEFT_ABCAST_K=47 */
/* weft-bench: boards=scc-sim cores=48 o=irq=gic
   args=what=latency,via=gic,k=auto env=WEFT_ABCAST_K=0 */
/* weft-bench: boards=scc-sim cores=48 o=irq=direct
   args=what=throughput,via=direct,k=auto env=WEFT_ABCAST_K=0 */
/* weft-bench: boards=scc-sim cores=48 o=irq=direct
   args=what=throughput,via=direct,k=7 env=WEFT_ABCAST_K=7 */
/* weft-bench: boards=scc-sim cores=48 o=irq=direct
   args=what=throughput,via=direct,k=47 env=WEFT_ABCAST_K=47 */
/* weft-bench: boards=scc-sim cores=48 o=irq=gic
   args=what=throughput,via=gic,k=47 env=WEFT_ABCAST_K=47 */
/* weft-bench: boards=scc-sim cores=48 o=irq=direct
   args=what=overlap,via=direct,k=auto env=WEFT_ABCAST_K=0 */
/* weft-bench: boards=scc-sim cores=48 o=irq=direct
   args=what=overlap,via=direct,k=47 env=WEFT_ABCAST_K=47 */
/* weft-bench: boards=scc-sim cores=48 o=irq=direct
   args=what=overlap,via=direct,k=7 env=WEFT_ABCAST_K=7 */
/* weft-bench: boards=scc-sim cores=48 o=irq=gic
   args=what=overlap,via=gic,k=auto env=WEFT_ABCAST_K=0 */
/* weft-bench: boards=scc-sim cores=48 o=irq=gic
   args=what=overlap,via=gic,k=47 env=WEFT_ABCAST_K=47 */
/*
 * Asynchronous broadcast.  Receivers sleep, and take chunks in their handlers.
 *
 * latency: from the root's call until the last core's handler has had the
 *   last chunk in its private DRAM; a fresh place each time at the root.
 * throughput: sources send messages of 4 KB back to back, two under way each;
 *   all bytes sent, by the time until the last core has had the last of them.
 * interrupts: taken by all cores, for each message and receiver.
 * overlap: share of its speed that a computation keeps which never calls weft,
 *   while every core broadcasts a line a millisecond: between two slices of the
 *   computation, of a millisecond each, which alone are timed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "common.h"

enum {
	LINE = 32,
	MB = 1 << 20,
	RING = 2 * MB,
	MESSAGE = 4096,
};

static weft_event_t event;
static volatile uint32_t messages;
static volatile uint64_t last;
static const char *via, *k;
static uint8_t *ring;
static size_t at;

static uint8_t *fresh(size_t bytes)
{
	if (at + bytes > RING) {
		at = 0;
	}
	at += bytes;
	return ring + at - bytes;
}

static void on_chunk(const struct weft_chunk *c, void *arg)
{
	(void)arg;
	if (c->offset + c->bytes == c->total) {
		messages++;
		last = weft_cycles();
		weft_event_post(event);
	}
}

static void await_messages(uint32_t n)
{
	for (;;) {
		uint32_t staged = weft_event_stage(event);

		if (messages >= n) {
			return;
		}
		weft_event_wait(event, staged, WEFT_FOREVER);
	}
}

static uint64_t once(uint32_t lines)
{
	struct weft_request request;
	size_t bytes = (size_t)lines * LINE;
	uint32_t before = messages;
	uint64_t start = 0;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0) {
		bench_idle(20); /* the others are asleep */
		start = weft_cycles();
		weft_abcast_start(fresh(bytes), bytes, &request);
		weft_wait(&request, WEFT_COMPLETE, WEFT_FOREVER);
		last = 0;
	} else {
		await_messages(before + 1);
	}
	last = bench_max(last);
	return weft_rank() == 0 ? bench_ns(last - start) : 0;
}

static void latency(void)
{
	static const uint32_t lines[] = {1, 8, 32, 64, 96, 128, 512};
	enum {
		CALLS = 10,
		DROPPED = 4
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		uint64_t sum = 0;

		for (uint32_t j = 0; j < CALLS + DROPPED; j++) {
			uint64_t ns = once(lines[i]);

			sum += j < DROPPED ? 0 : ns;
		}
		bench_row("abcast", "latency", "us", sum / CALLS,
			  "table=B,via=%s,k=%s,lines=%u,sources=1", via, k,
			  (unsigned)lines[i]);
	}
}

static void send_back_to_back(uint32_t n)
{
	struct weft_request request[2] = {{0}, {0}};

	for (uint32_t i = 0; i < n; i++) {
		struct weft_request *r = &request[i & 1];

		if (i > 1) {
			weft_wait(r, WEFT_REUSABLE, WEFT_FOREVER);
		}
		weft_abcast_start(fresh(MESSAGE), MESSAGE, r);
	}
	weft_wait(&request[(n - 1) & 1], WEFT_REUSABLE, WEFT_FOREVER);
}

static uint32_t interrupts(void)
{
	struct weft_abcast_stats stats;

	weft_abcast_stats(&stats);
	return stats.interrupts;
}

/* The sum over all cores, at rank 0. */
static uint64_t sum(uint64_t mine)
{
	uint64_t all = 0;

	for (uint32_t i = 0; i < weft_size(); i++) {
		all += bench_max(weft_rank() == i ? mine : 0);
	}
	return all;
}

static void throughput(uint32_t sources)
{
	uint32_t each = sources == 1 ? 60 : sources < 10 ? 16 : 8;
	bool sends = weft_rank() < sources;
	uint32_t before = messages, irqs;
	uint64_t start, end, bytes = (uint64_t)sources * each * MESSAGE;

	irqs = interrupts();
	last = 0;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	if (sends) {
		send_back_to_back(each);
	}
	await_messages(before + (sources - sends) * each);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	end = bench_max(last);
	start = bench_max(start);
	if (weft_rank() == 0) {
		bytes = bytes * 1000000 / bench_ns(end - start);
	}
	bench_row("abcast", "throughput", "MB/s", bytes,
		  "table=B,via=%s,k=%s,lines=128,sources=%u", via, k,
		  (unsigned)sources);
	irqs = (uint32_t)sum(interrupts() - irqs);
	bench_row("abcast", "interrupts", "1/message",
		  (uint64_t)irqs * 1000 / (sources * each * (weft_size() - 1)),
		  "table=B,via=%s,k=%s,lines=128,sources=%u", via, k,
		  (unsigned)sources);
}

/* A slice of work that never calls weft: its result depends on all of it. */
static uint32_t work(uint32_t seed, uint32_t steps)
{
	for (uint32_t i = 0; i < steps; i++) {
		seed ^= seed << 13;
		seed ^= seed >> 17;
		seed ^= seed << 5;
	}
	return seed;
}

static void overlap(void)
{
	enum {
		SLICES = 20,
		STEPS = 50000 /* about a millisecond */
	};
	struct weft_request request;
	uint32_t result = weft_rank() + 1, before = messages;
	uint64_t alone = weft_cycles(), together = 0;

	for (uint32_t i = 0; i < SLICES; i++) {
		result = work(result, STEPS);
	}
	alone = weft_cycles() - alone;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < SLICES; i++) {
		uint64_t start;

		weft_abcast_start(fresh(LINE), LINE, &request);
		start = weft_cycles();
		result = work(result, STEPS);
		together += weft_cycles() - start;
		weft_wait(&request, WEFT_REUSABLE, WEFT_FOREVER);
	}
	await_messages(before + (weft_size() - 1) * SLICES);
	if (result == 0) {
		weft_panic("the computation went wrong");
	}
	alone = sum(alone);
	together = sum(together);
	bench_row("abcast", "overlap", "%",
		  weft_rank() == 0 ? alone * 100000 / together : 0,
		  "table=B,via=%s,k=%s,lines=1,sources=%u", via, k,
		  (unsigned)weft_size());
}

int main(int argc, char **argv)
{
	static const uint32_t sources[] = {1, 5, 48};
	const char *what;

	bench_setup(argc, argv);
	what = bench_arg("what", "latency");
	via = bench_arg("via", "direct");
	k = bench_arg("k", "auto");
	ring = malloc(RING);
	if (weft_size() == 1) {
		weft_panic("for two cores and more");
	}
	if (!ring || weft_event_open(WEFT_NOBODY, &event) ||
	    weft_abcast_on_chunk(on_chunk, NULL, WEFT_IN_HANDLER)) {
		weft_panic("set-up failed");
	}
	if (!strcmp(what, "latency")) {
		latency();
	} else if (!strcmp(what, "overlap")) {
		overlap();
	} else {
		for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]);
		     i++) {
			if (sources[i] <= weft_size()) {
				throughput(sources[i]);
			}
		}
	}
	return 0;
}
