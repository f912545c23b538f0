/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,47,48,64 seeds=2 time-out=120 */
/* weft-test: cores=3,48 env=WEFT_EPOCH=0xffffffe0 time-out=120 */
/* weft-test: cores=257 boards=scc-sim modes=fast time-out=120 */
/* weft-test: cores=28 boards=scc-sim seeds=3 */
/* weft-test: cores=2,17 boards=scc-sim args=world env=WEFT_MPB_LEAST=1 */
/* weft-test: cores=3 boards=scc-sim args=in_time */
/*
 * Broadcast by slots, in the line of a flag or of a few lines, each form of it: all
 * sizes, places at any alignment, another root each call or one for ever, more calls
 * than slots with cores that come late, mixed with each other and with what else
 * there is.
 */
#include <stdio.h>
#include <string.h>

#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "arch/nodes.h"
#include "collectives/bcast/bcast_choice.h"
#include "runtime/context.h"
#include "runtime/crc.h"

#include "tests/target/tap.h"

enum {
	MOST = 256,
	ROOM = BCAST_LINES > MOST ? BCAST_LINES : MOST,
	GUARD = 8,
	FORMS = 4,
	FEW = 3, /* cores */
	LATE_TURNS = 40,
	WITHIN = 4000, /* microseconds */
	TURNS = 70,    /* more than two turns of any ring but of one form */
};

static const struct weft_bcast_algorithm *form[FORMS];
static uint32_t forms;
static uint8_t buffer[GUARD + 3 + ROOM + GUARD];

static int chosen(void *data, size_t bytes, weft_rank_t root, weft_us_t within)
{
	return weft_bcast(data, bytes, root, WEFT_WORLD, within);
}

static const struct weft_bcast_algorithm every[] = {
	{"push", weft_bcast_tiny_push, BCAST_LINES},
#if ARCH_REMOTE_AWAIT
	{"pull", weft_bcast_tiny_pull, BCAST_LINES},
	{"short", weft_bcast_short, MOST},
#endif
	{"chosen", chosen, MOST},
};

/* Those that serve so many cores. */
static void find_forms(void)
{
	for (size_t i = 0; i < sizeof(every) / sizeof(every[0]); i++) {
		if (every[i].bcast(buffer, 0, 0, 1) != WEFT_ERR_LIMIT) {
			form[forms++] = &every[i];
		}
	}
}

static bool one(const struct weft_bcast_algorithm *a, uint32_t n, uint32_t root)
{
	uint32_t key = tap_random(), shift = tap_own_random() & 3;
	uint8_t *data = buffer + GUARD + shift;
	bool ok;

	memset(buffer, 0xee, sizeof(buffer));
	if (weft_rank() == root) {
		tap_fill(data, n, key);
	}
	if ((tap_own_random() & 63) == 0) {
		tap_delay(tap_below(tap_own_random(), 30000));
	}
	ok = a->bcast(data, n, root, WEFT_FOREVER) == WEFT_OK &&
	     tap_same(data, n, key);
	for (uint32_t i = 0; i < sizeof(buffer); i++) {
		ok &= buffer[i] == 0xee ||
		      i - GUARD - shift < n; /* the message */
	}
	if (!ok) {
		printf("%s of %u from %u\n", a->name, (unsigned)n,
		       (unsigned)root);
	}
	return ok;
}

static bool sizes(const struct weft_bcast_algorithm *a)
{
	bool ok = true;

	/* All of them where that does not take too long. */
	for (uint32_t n = 0; n <= a->most; n += weft_size() < 100 ? 1 : 13) {
		ok &= one(a, n, tap_below(tap_random(), weft_size()));
	}
	return ok;
}

static bool one_root(const struct weft_bcast_algorithm *a, uint32_t root)
{
	bool ok = true;

	for (uint32_t i = 0; i < TURNS; i++) {
		ok &= one(a, i % 3 == 0 ? (uint32_t)a->most : 4, root);
	}
	return ok;
}

/* One core sleeps through as much as the others can do without it. */
static bool sleeper(const struct weft_bcast_algorithm *a)
{
	uint32_t late = tap_below(tap_random(), weft_size());
	bool ok = true;

	if (weft_rank() == late) {
		tap_delay(200000);
	}
	for (uint32_t i = 0; i < TURNS; i++) {
		ok &= one(a, (uint32_t)a->most,
			  late == 0 ? weft_size() - 1 : 0);
	}
	return ok;
}

/* The application's barriers free slots as well. */
static bool with_barriers(const struct weft_bcast_algorithm *a)
{
	bool ok = true;

	for (uint32_t i = 0; i < 2 * TURNS; i++) {
		ok &= one(a, 4, tap_below(tap_random(), weft_size()));
		if ((tap_random() & 15) == 0) {
			ok &= !weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		}
	}
	return ok;
}

static bool mixed(uint32_t calls)
{
	bool ok = true;

	for (uint32_t i = 0; i < calls; i++) {
		uint32_t root = tap_below(tap_random(), weft_size());
		uint32_t what = tap_random() & 15;

		if (what == 0) {
			ok &= !weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		} else if (what == 1) {
			uint32_t word = weft_rank() == root ? i : ~i;

			ok &= !weft_bcast_ocbcast(&word, sizeof(word), root,
						  weft_bcast_max_degree(),
						  WEFT_FOREVER);
			ok &= weft_size() == 1 || word == i;
		} else {
			const struct weft_bcast_algorithm *a =
				form[tap_below(tap_random(), forms)];

			ok &= one(
				a,
				1 + tap_below(tap_random(), (uint32_t)a->most),
				root);
		}
	}
	return ok;
}

static bool bad_arguments(const struct weft_bcast_algorithm *a)
{
	uint8_t data[MOST + 1] = {0};
	size_t most = a->most;

#if ARCH_REMOTE_AWAIT
	if (a->bcast == weft_bcast_short) {
		most = BCAST_LONGEST_SHORT; /* of this port */
	}
#endif

	return a->bcast(data, 1, weft_size(), TAP_SOON) == WEFT_ERR_RANK &&
	       a->bcast(data, 1, UINT32_MAX, TAP_SOON) == WEFT_ERR_RANK &&
	       a->bcast(NULL, 1, 0, TAP_SOON) == WEFT_ERR_NULL &&
	       a->bcast(NULL, 0, 0, TAP_SOON) == WEFT_OK &&
	       (a->bcast == chosen ||
		a->bcast(data, most + 1, 0, TAP_SOON) == WEFT_ERR_SIZE);
}

/* With what compares calls first, none is begun that the others are not in. */
#define LATE (ARCH_REMOTE_AWAIT && !WEFT_DEBUG && !WEFT_CHECK)
#if LATE
/* All but the root give up before it sends.  Then it does, and nobody waits for it. */
static bool late_once(const struct weft_bcast_algorithm *a, uint32_t flag,
		      uint32_t turn)
{
	static uint8_t data[ROOM];
	uint32_t me = weft_rank(), last = weft_size() - 1;
	bool ok = me == 0 || a->bcast(data, a->most, 0, 1) == WEFT_ERR_TIMEOUT;

	/* Each is told by the one behind it that all from there on have given up. */
	if (me < last) {
		ok &= !weft_flag_wait(flag, turn, WEFT_FOREVER);
	}
	return ok & (me > 0 ? !weft_flag_write(me - 1, flag, turn)
			    : !a->bcast(data, a->most, 0, WEFT_FOREVER));
}

/*
 * A message that comes too late is over, too, however many slots it has: the next is right.
 * With few cores there are turns enough that some are late where the slots' banks are used up,
 * and a barrier comes first: of one step, so that who gives up has told all others.  With more
 * none may come first, so the form before is this one, and a barrier has freed its banks.
 */
static bool late(const struct weft_bcast_algorithm *a)
{
	uint32_t flag, turns = weft_size() <= FEW ? LATE_TURNS : 1;
	bool ok = !weft_flags_alloc(1, &flag) &&
		  !weft_flag_write(weft_rank(), flag, 0) && one(a, 1, 0);

	ok &= !weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t turn = 1; turn <= turns && ok; turn++) {
		ok &= late_once(a, flag, turn);
		if (turn & 1) {
			ok &= one(a, turn, 0);
		}
	}
	ok &= !weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t n = 1; n <= a->most; n += 13) {
		ok &= one(a, n, 0);
	}
	return ok & !weft_mpb_free(flag);
}

/* Of a team, in slots: where windows are large, longer ones go in ways that a miss ends. */
#ifdef ARCH_CHUNK_SHIFT
#define TEAM_MOST BCAST_TINY
#else
#define TEAM_MOST BCAST_LINES
#endif

static struct weft_team *same;

static int on_team(void *data, size_t bytes, weft_rank_t root, weft_us_t within)
{
	return weft_bcast(data, bytes, root, same, within);
}

/*
 * A team has few slots: a message that is given up uses those of several banks.  With args=world
 * teams have none, but ways that a miss ends; as have teams of cores of several chips.
 */
static bool late_on_team(void)
{
	static const struct weft_bcast_algorithm team = {"team", on_team,
							 TEAM_MOST};
	bool ok = !weft_team_split(WEFT_WORLD, 0, (int32_t)weft_rank(), &same,
				   WEFT_FOREVER);

	ok = ok && late(&team);
	return ok & !weft_team_free(&same, WEFT_FOREVER);
}

/*
 * Where a message needs several slots.  Of three cores the last one never comes, so there
 * is no barrier when the banks are used up: the others give up WITHIN after they came,
 * though the root came late, and with it lines.
 */
static bool in_time(void)
{
	static uint8_t data[TEAM_MOST];
	uint64_t began, most;
	bool ok = !weft_team_split(WEFT_WORLD, 0, (int32_t)weft_rank(), &same,
				   WEFT_FOREVER);

	if (weft_rank() == 2) {
		return ok;
	}
	if (weft_rank() == 0) {
		tap_delay((uint32_t)weft_cycles_in_us(WITHIN / 4 * 3));
	}
	began = weft_cycles();
	most = weft_cycles_in_us(WITHIN + WITHIN / 4);
	ok &= on_team(data, sizeof(data), 0, WITHIN) == WEFT_ERR_TIMEOUT;
	return ok & (weft_cycles() - began < most);
}
#endif

/* Last: a broadcast that timed out is over. */
static bool alone(const struct weft_bcast_algorithm *a)
{
	uint8_t byte = 0;

	return weft_rank() == 0 ||
	       a->bcast(&byte, 1, 0, 300) == WEFT_ERR_TIMEOUT;
}

int main(int argc, char **argv)
{
	tap_begin();
	find_forms();
#if LATE
	if (argc > 1 && strcmp(argv[1], "in_time") == 0) {
		tap_ok(in_time(), "it gives up in time");
		return tap_end();
	}
#endif
	(void)argc;
	(void)argv;
	for (uint32_t i = 0; i < forms; i++) {
		const struct weft_bcast_algorithm *a = form[i];

		/* Before it ever had a root, too. */
		tap_ok(bad_arguments(a), "%s: bad arguments first", a->name);
		tap_ok(sizes(a), "%s: every size", a->name);
		tap_ok(one_root(a, 0), "%s: one root", a->name);
		tap_ok(one_root(a, weft_size() - 1), "%s: another", a->name);
		tap_ok(sleeper(a), "%s: one core comes late", a->name);
		tap_ok(with_barriers(a), "%s: and barriers", a->name);
		tap_ok(bad_arguments(a), "%s: bad arguments", a->name);
	}
	tap_ok(mixed(200), "200 calls of all kinds");
#if LATE
	for (uint32_t i = 0; i < forms; i++) {
		if (form[i] == &every[1] || form[i] == &every[2]) {
			tap_ok(weft_size() == 1 || late(form[i]),
			       "%s: too late, and the next one", form[i]->name);
		}
	}
	if (argc == 1 && arch_nodes() == 1 && weft_size() > 1) {
		tap_ok(late_on_team(), "team: too late, and the next one");
	}
#endif
	if (weft_size() > 1) {
		tap_ok(alone(form[0]), "%s: nobody sends", form[0]->name);
	}
	return tap_end();
}
