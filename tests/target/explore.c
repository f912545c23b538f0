/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3 args=message tap=no time-out=30 */
/*
 * Small cases for the simulator's explorer (tests/46-explore.t), which plays all
 * orders of what happens between explore_begin and explore_end.  The first
 * argument says which, the second which mistake is planted in it, if any.  Rank
 * 0 prints what was seen; elsewhere, one order is played.
 */
#include <stdio.h>
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/irq.h"

#include "tap.h"

static uint32_t area, flags, result, taken_before;
static bool planted, wrong;

__attribute__((noinline)) void explore_begin(void);
__attribute__((noinline)) void explore_end(void);

void explore_begin(void)
{
	__asm__ volatile("" ::: "memory");
}

void explore_end(void)
{
	__asm__ volatile("" ::: "memory");
}

static uint32_t flag(uint32_t i)
{
	return weft_flag_at(flags, i);
}

static uint32_t word(uint32_t rank, uint32_t offset)
{
	uint32_t value;

	arch_get(&value, rank, ARCH_WINDOW_MPB, offset, sizeof(value));
	return value;
}

static void put_word(uint32_t rank, uint32_t value)
{
	arch_put(rank, ARCH_WINDOW_MPB, area, &value, sizeof(value));
}

/* Data, then a flag; planted: the other way round. */
static void message(void)
{
	if (arch_rank() == 0) {
		if (planted) {
			arch_flag_write(1, flag(0), 1);
		}
		put_word(1, 7);
		if (!planted) {
			arch_flag_write(1, flag(0), 1);
		}
		arch_quiet();
	} else if (arch_rank() == 1) {
		arch_await(flag(0), 1, ARCH_NEVER);
		wrong = word(1, area) != 7;
	}
}

/* The same, looking once: no flag, or flag and data; or data before the flag. */
static void glance(void)
{
	if (arch_rank() == 0) {
		put_word(1, 7);
		arch_flag_write(1, flag(0), 1);
		arch_quiet();
	} else if (arch_rank() == 1) {
		uint32_t saw = arch_flag_read(1, flag(0));

		result = saw << 4 | word(1, area);
	}
}

/* Both write, settle, read; planted: what they read may be a copy. */
static void store_buffering(void)
{
	uint32_t me = arch_rank();

	if (me > 1) {
		return;
	}
	(void)word(me ^ 1, area);
	put_word(me, 1);
	if (planted) {
		arch_quiet();
	} else {
		arch_settle(me);
	}
	result = word(me ^ 1, area);
}

/* Data for one core, a flag for another; planted: without arch_quiet. */
static void two_targets(void)
{
	uint32_t third = arch_count() - 1;

	if (arch_rank() == 0) {
		put_word(third, 7);
		if (!planted) {
			arch_quiet();
		}
		arch_flag_write(1, flag(0), 1);
		arch_quiet();
	} else if (arch_rank() == 1) {
		arch_await(flag(0), 1, ARCH_NEVER);
		wrong = word(third, area) != 7;
	}
}

/* All write a word of their own beside each other's: no order matters. */
static void apart(void)
{
	arch_flag_write(0, flag(arch_rank()), arch_rank() + 1);
	arch_quiet();
}

/* All write the same word: the last one stays. */
static void together(void)
{
	arch_flag_write(0, flag(0), arch_rank() + 1);
	arch_quiet();
}

static bool come(void)
{
	return arch_flag_read(arch_rank(), flag(0)) == 1;
}

/* Rank 1 sleeps until its flag is there; planted: it looks, then masks. */
static void sleeper(void)
{
	arch_irq_state state;

	if (arch_rank() == 0) {
		arch_flag_write(1, flag(0), 1);
		arch_raise(1, 1);
	} else if (arch_rank() == 1 && planted) {
		while (!come()) {
			state = arch_irq_save();
			arch_sleep();
			arch_irq_restore(state);
		}
	} else if (arch_rank() == 1) {
		state = arch_irq_save();
		while (!come()) {
			arch_sleep();
		}
		arch_irq_restore(state);
	}
}

/* Two call rank 0, one with news; planted: it does not look again. */
static void callers(void)
{
	arch_irq_state state;

	if (arch_rank() > 0) {
		if (arch_rank() == 1) {
			arch_flag_write(0, flag(0), 1);
		}
		arch_raise(0, 1);
		return;
	}
	state = arch_irq_save();
	if (planted && !come()) {
		arch_sleep();
	}
	while (!planted && !come()) {
		arch_sleep();
	}
	wrong = !come();
	arch_irq_restore(state);
}

/* A handler and its thread count together; planted: unmasked. */
static volatile uint32_t counted;

static void count_irq(enum arch_irq cause)
{
	(void)cause;
	counted++;
}

static void install(void)
{
	rt_irq_engines = count_irq;
}

static void counter(void)
{
	arch_irq_state state = ARCH_IRQ_ON;
	uint32_t n;

	if (arch_rank() == 1) {
		arch_raise(0, 1);
		return;
	}
	if (arch_rank() > 1) {
		return;
	}
	if (!planted) {
		state = arch_irq_save();
	}
	n = counted;
	/* Blocks of their own, in which an interrupt may come. */
	if (arch_rank() == 0) {
		n++;
	}
	counted = n;
	if (!planted) {
		arch_irq_restore(state);
	}
	state = arch_irq_save();
	while (rt_irq_taken(ARCH_IRQ_NOTIFY) == taken_before) {
		arch_sleep();
	}
	arch_irq_restore(state);
	wrong = counted != 2;
}

/* A timer ends a sleep, or rank 0's interrupt does. */
static void timer(void)
{
	arch_irq_state state;

	if (arch_rank() == 0) {
		arch_raise(1, 1);
	} else if (arch_rank() == 1) {
		state = arch_irq_save();
		arch_timer_set(arch_cycles() + arch_cycles_in_us(100));
		arch_sleep();
		arch_timer_set(ARCH_NEVER);
		result = rt_irq_taken(ARCH_IRQ_NOTIFY) - taken_before;
		arch_irq_restore(state);
	}
}

/* Each adds one under a lock; planted: what it wrote may land too late. */
static void lock(void)
{
	if (planted) {
		while (!arch_tas(0)) {
			arch_relax(0);
		}
	} else {
		weft_lock(0, WEFT_FOREVER);
	}
	put_word(arch_count() - 1, word(arch_count() - 1, area) + 1);
	if (planted) {
		arch_tas_clear(0);
		arch_quiet();
	} else {
		weft_unlock(0);
	}
}

static void check_lock(void)
{
	wrong = word(arch_count() - 1, area) != arch_count();
}

/* Nobody leaves before all have entered. */
static void barrier(int (*enter)(weft_us_t))
{
	arch_flag_write(arch_rank(), flag(0), 1);
	if (!planted) {
		enter(WEFT_FOREVER);
	}
	for (uint32_t rank = 0; rank < arch_count(); rank++) {
		wrong |= arch_flag_read(rank, flag(0)) != 1;
	}
}

static void barrier_central(void)
{
	barrier(weft_barrier_central);
}

static void barrier_tree(void)
{
	barrier(weft_barrier_tree);
}

static void barrier_dissemination(void)
{
	barrier(weft_barrier_dissemination);
}

/* Used again at once. */
static void barriers(void)
{
	weft_barrier_dissemination(WEFT_FOREVER);
	barrier(weft_barrier_dissemination);
}

static void signal(void)
{
	uint32_t value = 7;

	if (arch_rank() == 0) {
		weft_put_signal(weft_at(1, area), &value, sizeof(value),
				flag(0), 1);
	} else if (arch_rank() == 1) {
		weft_flag_wait(flag(0), 1, WEFT_FOREVER);
		wrong = word(1, area) != 7;
	}
}

/* From each to the next, round; rank 0 sends first. */
static void ring(void)
{
	uint32_t me = arch_rank(), last = arch_count() - 1;
	uint32_t next = me == last ? 0 : me + 1, value = 0;
	uint32_t before = me == 0 ? last : me - 1;

	if (me > 0) {
		weft_recv(&value, sizeof(value), before, WEFT_FOREVER);
	}
	value++;
	weft_send(&value, sizeof(value), next, WEFT_FOREVER);
	if (me == 0) {
		weft_recv(&value, sizeof(value), before, WEFT_FOREVER);
		wrong = value != arch_count();
	}
}

static void bcast(void)
{
	uint32_t value = arch_rank() == 0 ? 7 : 0;

	weft_bcast(&value, sizeof(value), 0, WEFT_FOREVER);
	wrong = value != 7;
}

static weft_event_t event;

/* Rank 0 notifies rank 1, which waits for that. */
static void notify(void)
{
	if (arch_rank() == 0) {
		weft_notify(1);
	} else if (arch_rank() == 1) {
		uint32_t staged = 0;

		wrong = weft_event_wait(event, staged, WEFT_FOREVER) < 0;
	}
}

static void open_event(void)
{
	if (arch_rank() == 1) {
		wrong = weft_event_open(0, &event) != WEFT_OK;
	}
}

/*
 * Anything, by WEFT_SEED: a few operations of each of two cores, in any order
 * that may be, with handlers that take part.  What each core has read is what is
 * seen.  It is for the explorer's own sake: with and without reduction, the
 * same must be seen.
 */
enum {
	OPERATIONS = 3
};

static void see(uint32_t value)
{
	result = (result << 2 | (value & 3)) + (result >> 20);
}

static void any_irq(enum arch_irq cause)
{
	see(cause + arch_flag_read(arch_rank(), flag(1)));
}

static void any_before(void)
{
	rt_irq_engines = any_irq;
}

static void any_of(uint32_t kind, uint32_t n)
{
	uint32_t me = arch_rank(), other = me ^ 1;
	arch_irq_state state;

	switch (kind) {
	case 0:
		see(arch_flag_read(me, flag(n & 1)));
		break;
	case 1:
		see(word(other, area));
		break;
	case 2:
		arch_flag_write(other, flag(n & 1), me + 1);
		break;
	case 3:
		arch_flag_write(0, flag(1), me + 1);
		break;
	case 4:
		put_word(other, n);
		arch_quiet();
		break;
	case 5:
		arch_raise(other, 1);
		break;
	case 6:
		state = arch_irq_save();
		see(arch_flag_read(me, flag(1)));
		see(arch_flag_read(me, flag(1)));
		arch_irq_restore(state);
		break;
	case 7:
		see(arch_tas(0));
		break;
	case 8:
		arch_tas_clear(0);
		break;
	default:
		arch_settle(other);
	}
}

static void any(void)
{
	for (uint32_t i = 0; i < OPERATIONS && arch_rank() < 2; i++) {
		any_of(tap_below(tap_own_random(), 10), i + 1);
	}
}

static void any_after(void)
{
	arch_tas_clear(0);
}

static const struct {
	const char *name;
	void (*play)(void);
	void (*before)(void); /* not explored, as what comes .. */
	void (*after)(void);
} shapes[] = {
	{"message", message, NULL, NULL},
	{"glance", glance, NULL, NULL},
	{"store_buffering", store_buffering, NULL, NULL},
	{"two_targets", two_targets, NULL, NULL},
	{"apart", apart, NULL, NULL},
	{"together", together, NULL, NULL},
	{"sleeper", sleeper, NULL, NULL},
	{"callers", callers, NULL, NULL},
	{"counter", counter, install, NULL},
	{"timer", timer, NULL, NULL},
	{"lock", lock, NULL, check_lock},
	{"barrier_central", barrier_central, NULL, NULL},
	{"barrier_tree", barrier_tree, NULL, NULL},
	{"barrier_dissemination", barrier_dissemination, NULL, NULL},
	{"barriers", barriers, NULL, NULL},
	{"signal", signal, NULL, NULL},
	{"ring", ring, NULL, NULL},
	{"bcast", bcast, NULL, NULL},
	{"notify", notify, open_event, NULL},
	{"any", any, any_before, any_after},
};

static void play(size_t i)
{
	if (shapes[i].before) {
		shapes[i].before();
	}
	taken_before = rt_irq_taken(ARCH_IRQ_NOTIFY);
	weft_barrier(WEFT_FOREVER);
	explore_begin();
	shapes[i].play();
	explore_end();
	arch_flag_write(arch_rank(), flag(5), result);
	weft_barrier(WEFT_FOREVER);
	if (shapes[i].after) {
		arch_acquire();
		shapes[i].after();
	}
}

/* Digits: what each core has seen, and the word that all may write. */
static void print_seen(void)
{
	uint32_t value;

	for (uint32_t rank = 0; rank < arch_count(); rank++) {
		weft_flag_read(rank, flag(5), &value);
		printf("%x ", (unsigned)value);
	}
	weft_flag_read(0, flag(0), &value);
	printf("and %x\n", (unsigned)value);
}

int main(int argc, char **argv)
{
	tap_begin();
	if (argc < 2 || weft_flags_alloc(6, &flags) ||
	    weft_mpb_alloc(64, &area)) {
		return 2;
	}
	planted = argc > 2 && strcmp(argv[2], "planted") == 0;
	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		if (strcmp(argv[1], shapes[i].name) == 0) {
			play(i);
			if (arch_rank() == 0) {
				print_seen();
			}
			return wrong;
		}
	}
	return 2;
}
