/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=gpu,gpu-emu cores=2,17,48,132 */
/*
 * What a chip whose cores share a clock takes, in nanoseconds of rank 0, mean of `count`
 * in a row (1024) after some that are dropped.  tests/gpu/on-card keeps these rows.
 *
 *   barrier          weft_barrier, nothing written before
 *   barrier_written  each core puts 128 bytes to its neighbour before each
 *   sync             the chip's own barrier alone, which says nothing about writes
 *   flag             one way: half of there and back, rank 0 and the last rank
 *   request          there with 12 bytes, and back with a word
 *   request_line     the same with 28 bytes
 *   put, get         a call to the last rank's window, or from it
 *   bcast            weft_bcast and a barrier, less what the barrier takes
 *   many             all others send 12 bytes to rank 0's mailbox and wait for its answer:
 *                    time for each message
 */
#include <stdlib.h>

#include <weft/published/mailbox.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "arch/barrier.h"
#include "bench/common.h"

enum {
	DROPPED = 16,
	AREA = 4096,
	LONGEST = 65536,
	WORDS = 8, /* a request's place */
	PLACES = 256,
};

static uint32_t me, cores, last, count;
static uint32_t words, area, calls;
static uint8_t *data;
static struct weft_mailbox box;

static void silicon_barrier(uint32_t bytes)
{
	(void)bytes;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

static void silicon_written(uint32_t bytes)
{
	weft_put(weft_at(me == last ? 0 : me + 1, area), data, bytes);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

#if ARCH_BARRIER
static void silicon_sync(uint32_t bytes)
{
	struct arch_barrier all = arch_barrier_enter();
	struct arch_word word = {me, all.offset, all.value, ARCH_ANYONE};

	(void)bytes;
	arch_await(&word, ARCH_NEVER);
}
#endif

/* There with so many bytes beside the word that tells of them, and back. */
static void silicon_request(uint32_t bytes)
{
	uint32_t request[WORDS] = {++calls};

	if (me == 0) {
		arch_flags_write(last, words, request, 1 + bytes / 4);
		weft_flag_wait(words, calls, WEFT_FOREVER);
	} else if (me == last) {
		weft_flag_wait(words, calls, WEFT_FOREVER);
		weft_flag_write(0, words, calls);
	}
}

static void silicon_put(uint32_t bytes)
{
	if (me == 0) {
		weft_put(weft_at(last, area), data, bytes);
	}
}

static void silicon_get(uint32_t bytes)
{
	if (me == 0) {
		weft_get(data, weft_at(last, area), bytes);
	}
}

static void silicon_bcast(uint32_t bytes)
{
	weft_bcast(data, bytes, 0, WEFT_WORLD, WEFT_FOREVER);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

static void silicon_many(uint32_t bytes)
{
	uint32_t message[WEFT_MAILBOX_WORDS] = {me}, n;

	calls++;
	if (me > 0) {
		weft_mailbox_send(&box, message, bytes / 4, WEFT_FOREVER);
		weft_flag_wait(words, calls, WEFT_FOREVER);
		return;
	}
	for (uint32_t i = 1; i < cores; i++) {
		weft_mailbox_receive(&box, message, WEFT_MAILBOX_WORDS, &n,
				     WEFT_FOREVER);
		weft_flag_write(message[0], words, calls);
	}
}

static uint64_t times(void (*operation)(uint32_t), uint32_t bytes, uint32_t n)
{
	uint64_t start = 0;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < DROPPED + n; i++) {
		if (i == DROPPED) {
			start = weft_cycles();
		}
		operation(bytes);
	}
	start = weft_cycles() - start;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return bench_ns(start);
}

static uint64_t measure(const char *name, void (*operation)(uint32_t),
			uint32_t bytes, uint32_t parts, uint64_t less)
{
	uint32_t n = bytes > 1024 ? (count + 15) / 16 : count;
	uint64_t all = times(operation, bytes, n) * 1000 / n;

	all = all > less ? all - less : 0;
	bench_row("gpu", "time", "ns", all / parts, "cores=%u,op=%s,bytes=%u",
		  (unsigned)cores, name, (unsigned)bytes);
	return all;
}

int main(int argc, char **argv)
{
	static const uint32_t sizes[] = {4, 12, 64, 1024, 4096, LONGEST};
	uint64_t barrier;

	bench_setup(argc, argv);
	count = (uint32_t)atoi(bench_arg("count", "1024"));
	me = weft_rank();
	cores = weft_size();
	last = cores - 1;
	data = malloc(LONGEST);
	if (!data || weft_mpb_alloc(WORDS * sizeof(words), &words) ||
	    weft_mpb_alloc(AREA, &area) ||
	    weft_mailbox_create(&box, 0, PLACES, WEFT_MAILBOX_TICKET)) {
		weft_panic("no memory");
	}
	barrier = measure("barrier", silicon_barrier, 0, 1, 0);
	measure("barrier_written", silicon_written, 128, 1, 0);
#if ARCH_BARRIER
	measure("sync", silicon_sync, 0, 1, 0);
#endif
	if (cores == 1) {
		return 0;
	}
	measure("flag", silicon_request, 0, 2, 0);
	measure("request", silicon_request, 12, 1, 0);
	measure("request_line", silicon_request, 28, 1, 0);
	for (uint32_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		measure("bcast", silicon_bcast, sizes[i], 1, barrier);
	}
	for (uint32_t i = 2; i < 5; i++) {
		measure("put", silicon_put, sizes[i], 1, 0);
		measure("get", silicon_get, sizes[i], 1, 0);
	}
	measure("many", silicon_many, 12, cores - 1, 0);
	return 0;
}
