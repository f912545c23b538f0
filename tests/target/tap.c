/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "published/baselines.h"
#include "runtime/context.h"
#include "runtime/wait.h"

#include "tests/target/tap.h"

static uint32_t verdict; /* a flag of every core: odd when its check failed */
static uint32_t checks, failures;
static uint32_t common_state, own_state;
static bool irq_at_first;

static uint32_t next(uint32_t *state)
{
	/* G. Marsaglia's xorshift; the state is never 0 */
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

/* Are they on?  A port may keep more than that in its state. */
static ARCH_COLD bool interrupts(void)
{
	arch_irq_state state = arch_irq_save();

	arch_irq_restore(state);
	return ARCH_IRQ_ON ? (state & ARCH_IRQ_ON) != 0 : state == 0;
}

void tap_begin(void)
{
	const char *text = getenv("WEFT_SEED");
	uint32_t seed = text ? (uint32_t)strtoul(text, NULL, 0) : 1;

	irq_at_first = interrupts();
	common_state = seed * 2654435761u + 1;
	common_state = common_state ? common_state : 1;
	own_state = common_state ^ (weft_rank() + 1) * 0x9e3779b9u;
	own_state = own_state ? own_state : 1;
	if (weft_flags_alloc(1, &verdict)) {
		weft_panic("no MPB space for the test's verdicts");
	}
	if (weft_rank() == 0) {
		printf("# seed %u, %u cores\n", (unsigned)seed,
		       (unsigned)weft_size());
	}
}

/*
 * Tests call collectives wrongly, or leave one out.  With DEBUG=1 that would show at a
 * check's barrier, if it were a collective like others.
 */
static void meet(void)
{
	if (WEFT_DEBUG) {
		barrier_tree(&barrier_tree_world, ARCH_NEVER);
	} else {
		weft_barrier_tree(WEFT_FOREVER);
	}
}

static void name_failures(void)
{
	for (uint32_t rank = 0; rank < weft_size(); rank++) {
		uint32_t value = 0;

		weft_flag_read(rank, verdict, &value);
		if (value & 1) {
			printf("# failed on rank %u\n", (unsigned)rank);
		}
	}
}

/*
 * No call leaves anything behind: this core runs main, waits for nothing, as its record in a
 * report would say, and may be interrupted as at first.
 */
static ARCH_COLD bool is_idle(void)
{
	if (rt_wait.what) {
		printf("rank %u still waits for %s, says its record\n",
		       (unsigned)weft_rank(), rt_wait.what);
	}
	return !rt_wait.what && rt_context == RT_THREAD &&
	       interrupts() == irq_at_first;
}

bool tap_ok(bool ok, const char *format, ...)
{
	uint32_t bad = 0, value = 0;
	va_list args;

	checks++;
	ok &= is_idle();
	weft_flag_write(weft_rank(), verdict, checks << 1 | !ok);
	meet();
	for (uint32_t rank = 0; weft_rank() == 0 && rank < weft_size();
	     rank++) {
		weft_flag_read(rank, verdict, &value);
		bad += value != checks << 1;
	}
	if (weft_rank() == 0) {
		printf("%sok %u - ", bad ? "not " : "", (unsigned)checks);
		va_start(args, format);
		vprintf(format, args);
		va_end(args);
		printf("\n");
		if (bad) {
			name_failures();
		}
	}
	failures += bad != 0;
	meet();
	return bad == 0;
}

void tap_cores(uint32_t most)
{
	if (weft_size() <= most) {
		return;
	}
	if (weft_rank() == 0) {
		printf("Bail out! this test has room for %u cores, not for %u\n",
		       (unsigned)most, (unsigned)weft_size());
	}
	exit(2);
}

int tap_end(void)
{
	if (weft_rank() == 0) {
		printf("1..%u\n", (unsigned)checks);
	}
	return failures > 0;
}

uint32_t tap_random(void)
{
	return next(&common_state);
}

uint32_t tap_own_random(void)
{
	return next(&own_state);
}

uint32_t tap_below(uint32_t r, uint32_t n)
{
	return (uint32_t)((uint64_t)r * n >> 32);
}

static inline uint8_t byte_of(size_t i, uint32_t key)
{
	uint32_t x = ((uint32_t)i + 1) * 2654435761u ^ key;

	return (uint8_t)(x ^ x >> 11 ^ x >> 23);
}

/*
 * By pieces, each moved at once: on some boards data lie in a memory where an access
 * takes hundreds of cycles.
 */
union piece {
	uint64_t align;
	uint8_t byte[64];
};

/* The piece that begins with byte `at` of n; returns its bytes. */
static TAP_HOT __attribute__((noinline)) size_t
make_piece(union piece *piece, size_t at, size_t n, uint32_t key)
{
	size_t i = 0;

	for (; i < sizeof(piece->byte) && at < n; i++) {
		piece->byte[i] = byte_of(at++, key);
	}
	return i;
}

void tap_fill(void *data, size_t n, uint32_t key)
{
	union piece piece;
	size_t part;

	for (size_t at = 0; at < n; at += part) {
		part = make_piece(&piece, at, n, key);
		memcpy((uint8_t *)data + at, piece.byte, part);
	}
}

void tap_message(void *data, size_t n, uint32_t root, uint32_t key)
{
	memset(data, 0, n);
	if (weft_rank() == root) {
		tap_fill(data, n, key);
	}
}

bool tap_same(const void *data, size_t n, uint32_t key)
{
	union piece piece, seen;
	size_t part;

	for (size_t at = 0; at < n; at += part) {
		part = make_piece(&piece, at, n, key);
		memcpy(seen.byte, (const uint8_t *)data + at, part);
		for (size_t i = 0; i < part; i++) {
			if (seen.byte[i] != piece.byte[i]) {
				printf("byte %u of %u differs\n",
				       (unsigned)(at + i), (unsigned)n);
				return false;
			}
		}
	}
	return true;
}

void *tap_room(size_t n)
{
	void *room = calloc(1, n);

	if (!room) {
		weft_panic("no memory for the test");
	}
	return room;
}

void tap_delay(uint32_t cycles)
{
	uint64_t end = weft_cycles() + cycles;

	while (weft_cycles() < end) {
	}
}

int tap_await_at(uint32_t rank, uint32_t offset, uint32_t value,
		 uint64_t deadline)
{
	struct arch_word word = {rank, offset, value, ARCH_ANYONE};

	return arch_await(&word, deadline);
}

int tap_await(uint32_t offset, uint32_t value, uint64_t deadline)
{
	return tap_await_at(weft_rank(), offset, value, deadline);
}
