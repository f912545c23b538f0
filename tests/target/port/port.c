/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48,64 time-out=120 */
/* weft-test: boards=arm-qemu cores=1,8 o=gic=2 */
/* weft-test: boards=arm-qemu modes=icount cores=123 time-out=120 */
/* weft-test: boards=arm-qemu modes=mttcg cores=123 full=1 time-out=120 */
/* weft-test: boards=epiphany-emu cores=64 modes=reordered full=1 time-out=120 */
/*
 * The port contract itself, entry by entry, as far as a program can see it.  A new
 * port runs this first (docs/porting.md); it is the one test that calls
 * arch/arch.h directly.
 */
#include <string.h>

#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "arch/annotate.h"
#include "arch/boot.h"
#include "runtime/irq.h"

#include "tests/target/tap.h"

enum {
	FAR = 2048
};

static uint32_t flags, area, row, far_area;

static uint32_t next_rank(void)
{
	return arch_rank() + 1 < arch_count() ? arch_rank() + 1 : 0;
}

static bool constants(void)
{
	return ARCH_ATOM >= 4 && (ARCH_ATOM & (ARCH_ATOM - 1)) == 0 &&
	       ARCH_LINE >= 4 && (ARCH_LINE & (ARCH_LINE - 1)) == 0 &&
	       (ARCH_FLAG_STRIDE == 4 || ARCH_FLAG_STRIDE == ARCH_LINE) &&
	       ARCH_GET_COST > 0 && arch_notify_fanout() > 0 &&
	       arch_notify_fanout() <= ARCH_NOTIFY_FANOUT &&
	       strlen(ARCH_NAME) > 0;
}

static bool who_and_where(void)
{
	uint32_t me = arch_rank(), n = arch_count();
	bool ok = me < n && n == arch_boot()->count;
	void *base = NULL;

	for (uint32_t r = 0; r < n; r++) {
		struct arch_coords a = arch_coords(me), b = arch_coords(r);
		uint32_t dx = a.x > b.x ? a.x - b.x : b.x - a.x;
		uint32_t dy = a.y > b.y ? a.y - b.y : b.y - a.y;

		ok &= (a.core == b.core) == (r == me);
		ok &= arch_hops(me, r) == dx + dy + 1;
		ok &= arch_hops(me, r) == arch_hops(r, me);
	}
	return ok && arch_dram(&base) > 200000 && base != NULL &&
	       arch_window_bytes(ARCH_WINDOW_MPB) > 0 &&
	       arch_window_bytes(99) == 0;
}

static bool time_passes(void)
{
	uint64_t a = arch_cycles(), b;
	uint64_t us = arch_cycles_in_us(1000);

	for (int i = 0; i < 1000; i++) {
		b = arch_cycles();
		if (b < a) {
			return false;
		}
		a = b;
	}
	return us > 0 && arch_cycles_in_us(0) == 0 &&
	       arch_cycles_in_us(2000) == 2 * us;
}

/* Everybody bumps a word in turn: message passing with data behind a flag. */
static bool message_passing(void)
{
	uint32_t data[16], seen[16];
	bool ok = true;

	for (uint32_t n = 1; n <= 200; n++) {
		for (uint32_t i = 0; i < 16; i++) {
			data[i] = n * 16 + i;
		}
		if (arch_rank() > 0) {
			ok &= tap_await(flags, n, ARCH_NEVER) == ARCH_OK;
			arch_get(seen, arch_rank(), 0, area, sizeof(seen));
			ok &= memcmp(seen, data, sizeof(seen)) == 0;
		}
		arch_put(next_rank(), 0, area, data, sizeof(data));
		arch_flag_write(next_rank(), flags, n);
		if (arch_rank() == 0) {
			ok &= tap_await(flags, n, ARCH_NEVER) == ARCH_OK;
			arch_get(seen, arch_rank(), 0, area, sizeof(seen));
			ok &= memcmp(seen, data, sizeof(seen)) == 0;
		}
		/* no new data before the reader is done */
		weft_barrier_tree(WEFT_FOREVER);
	}
	return ok;
}

/* Rule (g): store, settle, load, on both sides: one of them must see the other. */
static bool store_then_load(void)
{
	uint32_t me = arch_rank(), other = me ^ 1, seen = 0;
	uint32_t turn = weft_flag_at(flags, 1), saw = weft_flag_at(flags, 2);
	bool ok = true;

	for (uint32_t n = 1; n <= 100; n++) {
		weft_barrier_tree(WEFT_FOREVER);
		if (other >= arch_count()) {
			continue;
		}
		/* my word is in my window; then I look at his */
		arch_put(me, 0, area, &n, sizeof(n));
		arch_settle(me);
		arch_annotate_optimistic_begin();
		arch_get(&seen, other, 0, area, sizeof(seen));
		arch_annotate_optimistic_end();
		arch_flag_write(other, saw, n << 1 | (seen == n));
		arch_flag_write(other, turn, n);
		ok &= tap_await(turn, n, ARCH_NEVER) == ARCH_OK;
		ok &= seen == n || arch_flag_read(me, saw) == (n << 1 | 1);
	}
	return ok;
}

/* Rule (g) at another core: what I put there, I get from there. */
static bool settle_then_get(void)
{
	uint32_t there = next_rank(), seen;
	bool ok = true;

	for (uint32_t n = 1; n <= 100; n++) {
		arch_put(there, 0, far_area, &n, sizeof(n));
		arch_settle(there);
		arch_get(&seen, there, 0, far_area, sizeof(seen));
		ok &= seen == n;
	}
	weft_barrier_tree(WEFT_FOREVER);
	return ok;
}

/* The same of a copy that was started, where there are such; its end first. */
static bool __attribute__((hot, noinline)) start_then_settle(void)
{
	bool ok = true;
#if ARCH_DMA_CHANNELS > 0
	static uint32_t data[FAR / 4] __attribute__((aligned(8)));
	static uint32_t seen[FAR / 4] __attribute__((aligned(8)));
	struct arch_addr dst = {next_rank(), 0, far_area};
	struct arch_addr src = {0, ARCH_PRIVATE, (uint32_t)(uintptr_t)data};

	for (uint32_t n = 1; n <= 100; n++) {
		int ticket;

		for (uint32_t i = 0; i < FAR / 4; i++) {
			data[i] = n + i;
		}
		ticket = arch_copy_start(dst, src, FAR);
		arch_settle(dst.rank);
		for (uint32_t i = FAR / 4; i-- > 0;) {
			arch_get(&seen[i], dst.rank, 0, far_area + i * 4, 4);
		}
		ok &= arch_copy_done(ticket) && memcmp(seen, data, FAR) == 0;
	}
	weft_barrier_tree(WEFT_FOREVER);
#endif
	return ok;
}

/* Words in a row are seen though I write nothing else until I am answered. */
static bool words_in_a_row(void)
{
	uint32_t me = arch_rank(), in[3];
	bool ok = true;

	for (uint32_t n = 1; n <= 20; n++) {
		uint32_t out[3] = {n, n + 7, n ^ 0x5555};

		arch_flags_write(next_rank(), row, out, 3);
		ok &= tap_await(row, n, ARCH_NEVER) == ARCH_OK;
		arch_flags_read(in, me, row, 3);
		ok &= in[0] == n && in[1] == n + 7 && in[2] == (n ^ 0x5555);
		weft_barrier_tree(WEFT_FOREVER);
	}
	return ok;
}

static bool interrupts(void)
{
	uint32_t before = rt_irq_taken(ARCH_IRQ_NOTIFY);
	arch_irq_state state, inner;
	uint32_t me = arch_rank();
	bool ok = true;

	state = arch_irq_save();
	inner = arch_irq_save();
	arch_raise(me, 1);
	arch_raise_list(&me, 1);
	arch_irq_restore(inner);
	tap_delay(20000);
	ok &= rt_irq_taken(ARCH_IRQ_NOTIFY) == before; /* still masked */
	while (rt_irq_taken(ARCH_IRQ_NOTIFY) == before) {
		arch_sleep();
	}
	/* Two raises may have merged, but no more can come of them. */
	arch_irq_restore(state);
	tap_delay(20000);
	ok &= rt_irq_taken(ARCH_IRQ_NOTIFY) - before <= 2;
	return ok;
}

/* Rule (c): a flag, then an interrupt: who is interrupted sees the flag. */
static bool flag_then_interrupt(void)
{
	uint32_t word = weft_flag_at(flags, 3);
	arch_irq_state state = arch_irq_save();
	bool ok = true;

	for (uint32_t n = 1; n <= 50; n++) {
		uint32_t before = rt_irq_taken(ARCH_IRQ_NOTIFY);

		weft_barrier_tree(WEFT_FOREVER);
		if (arch_rank() == 0) {
			for (uint32_t r = 1; r < arch_count(); r++) {
				arch_flag_write(r, word, n);
			}
			if (n & 1) {
				arch_raise(1, arch_count() - 1);
			} else {
				for (uint32_t r = 1; r < arch_count(); r++) {
					arch_raise_list(&r, 1);
				}
			}
			continue;
		}
		while (rt_irq_taken(ARCH_IRQ_NOTIFY) == before) {
			arch_sleep();
		}
		ok &= arch_flag_read(arch_rank(), word) == n;
	}
	arch_irq_restore(state);
	return ok;
}

static bool timer(void)
{
	uint32_t before = rt_irq_taken(ARCH_IRQ_TIMER);
	arch_irq_state state = arch_irq_save();
	uint64_t start = arch_cycles(), due = start + arch_cycles_in_us(300);
	bool ok = true;

	arch_timer_set(due);
	while (rt_irq_taken(ARCH_IRQ_TIMER) == before) {
		arch_sleep();
	}
	ok &= arch_cycles() >= due;
	arch_timer_set(0); /* the past fires at once */
	while (rt_irq_taken(ARCH_IRQ_TIMER) == before + 1) {
		arch_sleep();
	}
	arch_timer_set(arch_cycles() + arch_cycles_in_us(200));
	arch_timer_set(ARCH_NEVER);
	arch_irq_restore(state);
	/* a deadline of await is independent of the timer's */
	ok &= tap_await(weft_flag_at(flags, 4), 1,
			arch_cycles() + arch_cycles_in_us(400)) == ARCH_TIMEOUT;
	return ok && rt_irq_taken(ARCH_IRQ_TIMER) == before + 2;
}

/* The timer comes so many cycles after the wait began.  Returns whether that ended in time. */
static bool TAP_HOT ends_in_time(bool masked, uint32_t after, bool *ok)
{
	arch_irq_state state = masked ? arch_irq_save() : ARCH_IRQ_ON;
	uint64_t start = arch_cycles(), deadline = start + 5000, late;

	arch_timer_set(start + after);
	*ok &= tap_await(weft_flag_at(flags, 4), 1, deadline) == ARCH_TIMEOUT;
	late = arch_cycles() - deadline;
	if (masked) {
		arch_irq_restore(state);
	}
	return late < arch_cycles_in_us(3000000);
}

/*
 * A deadline ends a wait also when the timer comes first, at any moment on the way
 * into the wait, and whether or not it is taken then.  Where cores are processes, other
 * programs may keep one from running for seconds; but not each time.
 */
static bool __attribute__((hot, noinline)) deadline_behind_timer(bool masked)
{
	bool ok = true;

	for (uint32_t n = 0; ok && n < 400; n++) {
		bool in_time = false;

		for (uint32_t tries = 3; tries > 0 && !in_time; tries--) {
			in_time = ends_in_time(masked, n << 2, &ok);
		}
		ok &= in_time;
	}
	arch_timer_set(ARCH_NEVER);
	return ok;
}

static bool test_and_set(void)
{
	uint32_t me = arch_rank();
	bool ok = arch_tas(me) && !arch_tas(me) && !arch_tas(me);

	arch_tas_clear(me);
	ok &= arch_tas(me);
	arch_tas_clear(me);
	return ok;
}

int main(void)
{
	tap_begin();
	if (weft_flags_alloc(5, &flags) || weft_mpb_alloc(64, &area) ||
	    weft_mpb_alloc(32, &row) || weft_mpb_alloc(FAR, &far_area)) {
		weft_panic("no MPB space");
	}
	tap_ok(constants(), "constants make sense");
	tap_ok(who_and_where(), "rank, count, coordinates, hops, memory");
	tap_ok(time_passes(), "cycles never step back");
	tap_ok(message_passing(), "rules a, b, e: data behind a flag");
	tap_ok(store_then_load(), "rule g: store, settle, load");
	tap_ok(settle_then_get(), "rule g: put, settle, get, at another core");
	tap_ok(start_then_settle(), "the same of a copy that was started");
	tap_ok(words_in_a_row(), "words in a row, the first one last");
	tap_ok(interrupts(), "raise at oneself, mask, sleep");
	tap_ok(flag_then_interrupt(), "rule c: flag, then interrupt");
	tap_ok(timer(), "one-shot timer, and await's own deadline");
	tap_ok(deadline_behind_timer(false), "await's deadline behind a timer");
	tap_ok(deadline_behind_timer(true), "the same with interrupts masked");
	tap_ok(test_and_set(), "test-and-set");
	return tap_end();
}
