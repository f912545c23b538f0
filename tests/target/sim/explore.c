/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3 args=message tap=no time-out=30 */
/*
 * Windows, locks, collectives in small, for the explorer: see explore.h.
 */
#include "explore.h"

#include <weft/published/bcast.h>
#include <weft/published/barrier.h>
#include <weft/published/mailbox.h>

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
		tap_await(flag(0), 1, ARCH_NEVER);
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
		tap_await(flag(0), 1, ARCH_NEVER);
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

#if ARCH_REMOTE_AWAIT
static void barrier_lines(void)
{
	barrier(weft_barrier_lines);
}

static void barriers_lines(void)
{
	weft_barrier_lines(WEFT_FOREVER);
	barrier(weft_barrier_lines);
}
#endif

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

	weft_bcast(&value, sizeof(value), 0, WEFT_WORLD, WEFT_FOREVER);
	wrong = value != 7;
}

/* A turn of slots and a call more, each from another root. */
static void tiny(void)
{
	uint32_t root = 0;

	for (uint32_t i = 1; i <= 9; i++) {
		uint32_t value = arch_rank() == root ? i : 0;

		weft_bcast_tiny_push(&value, sizeof(value), root, WEFT_FOREVER);
		wrong |= value != i;
		root = root + 1 < arch_count() ? root + 1 : 0;
	}
}

#if ARCH_REMOTE_AWAIT
/* The same of three lines, in two parts; a turn of two cores is two calls. */
static void several(void)
{
	uint32_t values[24];

	for (uint32_t call = 0; call < 3; call++) {
		uint32_t root = call < arch_count() ? call : 0;

		for (uint32_t i = 0; i < 24; i++) {
			values[i] = arch_rank() == root ? call + i : 0;
		}
		weft_bcast_short(values, sizeof(values), root, WEFT_FOREVER);
		for (uint32_t i = 0; i < 24; i++) {
			wrong |= values[i] != call + i;
		}
	}
}
#endif

/* Each core is root once, of four lines, which are announced in two steps. */
static void striped(void)
{
	uint32_t values[32];

	for (uint32_t root = 0; root < arch_count(); root++) {
		for (uint32_t i = 0; i < 32; i++) {
			values[i] = arch_rank() == root ? root + i : 0;
		}
		weft_bcast_striped(values, sizeof(values), root, WEFT_FOREVER);
		wrong |= values[0] != root || values[31] != root + 31;
	}
}

/*
 * Two words of each other core to rank 0, the two of each in their order.
 */
static struct weft_mailbox box;

static void make_ticket_box(void)
{
	weft_mailbox_create(&box, 0, 8, WEFT_MAILBOX_TICKET);
}

static void make_try_box(void)
{
	weft_mailbox_create(&box, 0, 8, WEFT_MAILBOX_TRY);
}

static void mail(void)
{
	uint32_t me = arch_rank(), heard = 0;

	for (uint32_t i = 1; me > 0 && i <= 2; i++) {
		uint32_t words[2] = {me, i};

		weft_mailbox_send(&box, words, 2, WEFT_FOREVER);
	}
	for (uint32_t i = 2; me == 0 && i < 2 * arch_count(); i++) {
		uint32_t words[2] = {0, 0}, shift;

		weft_mailbox_receive(&box, words, 2, NULL, WEFT_FOREVER);
		shift = 2 * words[0];
		heard += UINT32_C(1) << shift;
		wrong |= (heard >> shift & 3) != words[1];
	}
}

static const struct explore_case cases[] = {
	{"message", message, NULL, NULL},
	{"glance", glance, NULL, NULL},
	{"store_buffering", store_buffering, NULL, NULL},
	{"two_targets", two_targets, NULL, NULL},
	{"apart", apart, NULL, NULL},
	{"together", together, NULL, NULL},
	{"barrier_central", barrier_central, NULL, NULL},
	{"barrier_tree", barrier_tree, NULL, NULL},
	{"barrier_dissemination", barrier_dissemination, NULL, NULL},
	{"barriers", barriers, NULL, NULL},
#if ARCH_REMOTE_AWAIT
	{"barrier_lines", barrier_lines, NULL, NULL},
	{"barriers_lines", barriers_lines, NULL, NULL},
#endif
	{"signal", signal, NULL, NULL},
	{"ring", ring, NULL, NULL},
	{"bcast", bcast, NULL, NULL},
	{"tiny", tiny, NULL, NULL},
#if ARCH_REMOTE_AWAIT
	{"short", several, NULL, NULL},
#endif
	{"striped", striped, NULL, NULL},
	{"lock", lock, NULL, check_lock},
	{"mail_ticket", mail, make_ticket_box, NULL},
	{"mail_try", mail, make_try_box, NULL},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, cases,
			    sizeof(cases) / sizeof(cases[0]));
}
