/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=2,48 args=via=poll */
/* weft-bench: boards=scc-sim cores=48 args=via=irq */
/*
 * Segments: how fast 64 KB come to a neighbour, until it has counted them, in its MPB
 * and in its private memory; beside weft_put and weft_get of the same bytes.  The MPB
 * has no room for 64 KB, so they go to the same place of it in pieces of so many bytes,
 * by weft_put as by weft_am_store.  And how long transfers of other sizes take, of
 * which the half-power size is where half of that throughput is reached.  A store is
 * the mean of many: how long one takes depends on where in its looks the receiver is
 * when it comes, which is a fourth of the time of a short one.
 */
#include <string.h>

#include <weft/weft.h>

#include "common.h"

enum {
	BYTES = 65536,
	TIMES = 32,
	FAR = 0,
	NEAR,
};

static char data[BYTES], room[BYTES];
static struct weft_am_segment segment[2];
static struct weft_am_remote there[2];
static uint32_t piece; /* of the MPB */
static const char *via;
static volatile uint32_t mapped;

static void on_mapped(struct weft_am_message *m)
{
	(void)m;
	mapped++;
}

static weft_am_handler *const table[] = {NULL, on_mapped};
static const struct weft_am_endpoint endpoint = {1, table, 2, NULL};

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

static void setup(void)
{
	struct weft_am_dest to = {1, 0, 1, 0};
	size_t largest;
	uint32_t at;

	need(weft_am_open(0, &endpoint));
	need(weft_am_begin(strcmp(via, "irq") ? WEFT_AM_POLL
					      : WEFT_AM_INTERRUPT));
	weft_mpb_free_bytes(&largest);
	piece = largest < 4096 ? (uint32_t)largest : 4096;
	need(weft_mpb_alloc(piece, &at));
	segment[FAR].memory = room;
	segment[FAR].bytes = BYTES;
	segment[NEAR].offset = at;
	segment[NEAR].bytes = piece;
	need(weft_am_segment_open(FAR, &segment[FAR]));
	need(weft_am_segment_open(NEAR, &segment[NEAR]));
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0) {
		need(weft_am_map(&there[FAR], 1, FAR, 0, WEFT_FOREVER));
		need(weft_am_map(&there[NEAR], 1, NEAR, 0, WEFT_FOREVER));
		need(weft_am_request(&to, 1, NULL, 0, WEFT_FOREVER));
	} else if (weft_rank() == 1) {
		need(weft_am_wait(&mapped, 1, WEFT_FOREVER));
	}
}

/* Rank 0 stores, rank 1 waits for it: nanoseconds. */
static uint64_t store(uint32_t kind, uint32_t bytes)
{
	uint32_t most = kind == NEAR ? piece : BYTES, n;
	uint32_t until = segment[kind].stored + bytes;
	uint64_t start;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	if (weft_rank() == 0) {
		for (uint32_t at = 0; at < bytes; at += n) {
			n = bytes - at < most ? bytes - at : most;
			need(weft_am_store(&there[kind], 0, data + at, n,
					   WEFT_FOREVER));
		}
	} else if (weft_rank() == 1) {
		need(weft_am_wait(&segment[kind].stored, until, WEFT_FOREVER));
	}
	return bench_ns(bench_max(weft_cycles() - start));
}

static void rate(const char *what, uint32_t bytes, uint64_t ns)
{
	if (weft_rank() == 0) {
		bench_row("am", "throughput", "MB/s",
			  bytes * UINT64_C(1000000) / ns,
			  "table=B,op=%s,via=%s,bytes=%u,cores=%u", what, via,
			  (unsigned)bytes, (unsigned)weft_size());
	}
}

static void measure(const char *what, uint32_t kind)
{
	for (uint32_t bytes = 16; bytes <= BYTES; bytes <<= 2) {
		uint64_t ns = 0;

		store(kind, bytes);
		for (uint32_t i = 0; i < TIMES; i++) {
			ns += store(kind, bytes);
		}
		rate(what, bytes, ns / TIMES);
	}
}

/* The same pieces by weft_put and weft_get, with nobody at the other end. */
static uint64_t copy(bool get)
{
	struct weft_addr at = weft_at(get ? 0 : 1, segment[NEAR].offset);
	uint64_t start;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	for (uint32_t n = 0; n < BYTES && weft_rank() == (get ? 1 : 0);
	     n += piece) {
		uint32_t bytes = BYTES - n < piece ? BYTES - n : piece;

		need(get ? weft_get(room + n, at, bytes)
			 : weft_put(at, data + n, bytes));
	}
	weft_quiet();
	return bench_ns(bench_max(weft_cycles() - start));
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	via = bench_arg("via", "poll");
	setup();
	for (uint32_t i = 0; i < BYTES; i++) {
		data[i] = (char)(i * 7);
	}
	copy(false);
	rate("weft_put", BYTES, copy(false));
	copy(true);
	rate("weft_get", BYTES, copy(true));
	measure("store_mpb", NEAR);
	measure("store_dram", FAR);
	if (weft_rank() == 1 && memcmp(room, data, BYTES)) {
		weft_panic("other bytes have come");
	}
	return 0;
}
