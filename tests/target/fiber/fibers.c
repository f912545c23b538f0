/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 time-out=60 */
/*
 * Fibers of one core: who runs when, ends and joins, wakes before, between and after
 * stage, look and park, priorities, what is a fiber's own; errors.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"

#include "tests/target/tap.h"

enum {
	FIBERS = 5,
	TURNS = 20,
	OWN = 600, /* bytes of stack that a fiber here needs itself */
};

static struct weft_fiber fiber[FIBERS];
static void *stack[FIBERS];
static size_t bytes;
static char said[FIBERS * TURNS + 1];
static uint32_t says;

static void say(char c)
{
	said[says++] = c;
	said[says] = '\0';
}

static bool heard(const char *text)
{
	bool same = strcmp(said, text) == 0;

	says = 0;
	said[0] = '\0';
	return same;
}

static int create(uint32_t i, weft_fiber_main *main, uintptr_t arg,
		  enum weft_priority priority)
{
	return weft_fiber_create(&fiber[i], main, (void *)arg, stack[i], bytes,
				 priority);
}

static bool joined(uint32_t i, int result)
{
	int got = ~result;

	return weft_fiber_join(&fiber[i], &got, WEFT_FOREVER) == WEFT_OK &&
	       got == result;
}

/* Turn by turn ------------------------------------------------------------ */

static int takes_turns(void *arg)
{
	for (int i = 0; i < 3; i++) {
		say((char)(uintptr_t)arg);
		weft_fiber_yield();
	}
	return (int)(uintptr_t)arg;
}

static bool turns(void)
{
	bool ok = true;

	weft_fiber_yield(); /* alone */
	ok &= heard("");
	for (uint32_t i = 0; i < 3; i++) {
		ok &= !create(i, takes_turns, 'a' + i, WEFT_FIBER_NORMAL);
	}
	ok &= heard(""); /* none has run yet */
	for (uint32_t i = 0; i < 3; i++) {
		say('m');
		weft_fiber_yield();
	}
	ok &= heard("mabcmabcmabc");
	ok &= joined(2, 'c') && joined(0, 'a') && joined(1, 'b');
	return ok && joined(1, 'b'); /* again */
}

/* Those that are of higher priority run first, until none of them can. */
static bool priorities(void)
{
	bool ok = !create(0, takes_turns, 'a', WEFT_FIBER_NORMAL);

	ok &= !create(1, takes_turns, 'H', WEFT_FIBER_HIGH);
	ok &= !create(2, takes_turns, 'I', WEFT_FIBER_HIGH);
	say('m');
	weft_fiber_yield();
	say('m');
	ok &= joined(1, 'H') && joined(2, 'I') && joined(0, 'a');
	return ok && heard("mHIHIHIamaa");
}

/* Wakes ------------------------------------------------------------------- */

static volatile uint32_t wanted, found;

/* Counts the wakes that it needed, at any moment of its stage, look and park. */
static int sleeper(void *arg)
{
	uint32_t seen = 0;

	while (found < TURNS) {
		seen = weft_fiber_stage();
		if (arg) {
			weft_fiber_yield();
		}
		if (wanted > found) {
			found = wanted;
			say('w');
			continue;
		}
		if (weft_fiber_park(seen, WEFT_FOREVER)) {
			return 1;
		}
	}
	return 0;
}

static bool wakes(bool yields)
{
	bool ok = true;

	wanted = found = 0;
	ok &= !create(0, sleeper, yields, WEFT_FIBER_NORMAL);
	for (uint32_t i = 0; i < TURNS; i++) {
		uint32_t n = tap_below(tap_own_random(), 4);

		while (n-- > 0) {
			weft_fiber_yield();
		}
		wanted++;
		ok &= !weft_fiber_wake(&fiber[0]);
	}
	ok &= joined(0, 0) && found == TURNS;
	says = 0;
	return ok;
}

static int parks_once(void *arg)
{
	uint32_t seen = *(uint32_t *)arg;
	int error = weft_fiber_park(seen, WEFT_FOREVER);

	say('p');
	return error;
}

/* Nobody is there yet: the wake is kept, and the fiber that comes has it. */
static bool kept(void)
{
	static struct weft_fiber late;
	uint32_t seen = late.woken;
	bool ok = !weft_fiber_wake(&late) && !weft_fiber_wake(&late);
	int result = 9;

	ok &= !weft_fiber_create(&late, parks_once, &seen, stack[0], bytes,
				 WEFT_FIBER_NORMAL);
	weft_fiber_yield();
	ok &= heard("p");
	ok &= !weft_fiber_join(&late, &result, WEFT_FOREVER) && result == 0;
	/* As well as while it is there, but does not wait. */
	seen = late.woken;
	ok &= !weft_fiber_create(&late, parks_once, &seen, stack[0], bytes,
				 WEFT_FIBER_NORMAL);
	ok &= !weft_fiber_wake(&late);
	weft_fiber_yield();
	ok &= heard("p");
	return ok && !weft_fiber_join(&late, NULL, WEFT_FOREVER);
}

/* One that is woken is woken alone. */
static bool exactly(void)
{
	uint32_t seen[FIBERS];
	bool ok = true;

	for (uint32_t i = 0; i < FIBERS; i++) {
		seen[i] = fiber[i].woken;
		ok &= !create(i, parks_once, (uintptr_t)&seen[i],
			      WEFT_FIBER_NORMAL);
	}
	weft_fiber_yield();
	ok &= heard("");
	for (uint32_t i = 0; i < FIBERS; i++) {
		ok &= !weft_fiber_wake(&fiber[FIBERS - 1 - i]);
		weft_fiber_yield();
		weft_fiber_yield();
		ok &= heard("p");
		ok &= joined(FIBERS - 1 - i, 0);
	}
	return ok;
}

/* Deadlines --------------------------------------------------------------- */

static uint64_t latest; /* cycles from a deadline to the fiber's return */
static uint64_t first, apart; /* when one began, and how much later the last did */

static int waits(void *arg)
{
	weft_us_t us = (weft_us_t)(uintptr_t)arg;
	uint64_t begin = weft_cycles(), due = begin + weft_cycles_in_us(us);
	uint64_t now;
	int error;

	first = first ? first : begin;
	apart = begin - first;
	error = weft_fiber_park(weft_fiber_stage(), us);
	now = weft_cycles();
	say((char)('0' + us / 100));
	if (now >= due && latest < now - due) {
		latest = now - due;
	}
	return error == WEFT_ERR_TIMEOUT && now >= due;
}

static bool in_turn(void)
{
	bool ok = true;

	for (uint32_t i = 0; i < 3; i++) {
		ok &= !create(i, waits, 100 * (3 - i), WEFT_FIBER_NORMAL);
	}
	ok &= weft_fiber_join(&fiber[0], NULL, 20) == WEFT_ERR_TIMEOUT;
	ok &= weft_fiber_park(weft_fiber_stage(), 0) == WEFT_ERR_TIMEOUT;
	ok &= joined(0, 1) & joined(1, 1) & joined(2, 1);
	return heard("123") && ok;
}

/*
 * Where a host's processors run the cores, one may be away until several deadlines are
 * over, or between the fibers' beginnings.  Deadlines have no order then: once more.
 */
static bool deadlines(void)
{
	for (uint32_t n = 0; n < TURNS; n++) {
		latest = first = apart = 0;
		if (in_turn()) {
			return true;
		}
		if (latest < weft_cycles_in_us(100) &&
		    apart < weft_cycles_in_us(100)) {
			return false;
		}
	}
	return false;
}

/* Its own ----------------------------------------------------------------- */

static int keeps(void *arg)
{
	int mine = (int)(uintptr_t)arg;
	volatile uint32_t local[8];
	volatile double part = mine;
	bool ok = errno == 0;

	for (uint32_t i = 0; i < 8; i++) {
		local[i] = (uint32_t)mine + i;
	}
	for (int n = 0; n < TURNS; n++) {
		errno = mine;
		part = part / 2;
		weft_fiber_yield();
		ok &= errno == mine;
		part = part * 2;
		for (uint32_t i = 0; i < 8; i++) {
			ok &= local[i] == (uint32_t)mine + i;
		}
	}
	return ok && part == mine;
}

static bool own(void)
{
	bool ok = true;

	errno = 77;
	for (uint32_t i = 0; i < FIBERS; i++) {
		ok &= !create(i, keeps, 1000 + i, i & 1);
	}
	for (uint32_t i = 0; i < FIBERS; i++) {
		ok &= joined(i, 1);
	}
	return ok && errno == 77;
}

/* Errors ------------------------------------------------------------------ */

static int joins_itself(void *arg)
{
	return weft_fiber_self() == &fiber[0] &&
	       weft_fiber_join(arg, NULL, WEFT_FOREVER) == WEFT_ERR_STATE;
}

static bool errors(void)
{
	static struct weft_fiber never;
	bool ok = sizeof(struct weft_fiber) <= 64;

	ok &= weft_fiber_create(NULL, keeps, NULL, stack[0], bytes, 0) ==
	      WEFT_ERR_NULL;
	ok &= create(0, NULL, 0, 0) == WEFT_ERR_NULL;
	ok &= weft_fiber_create(&never, keeps, NULL, NULL, bytes, 0) ==
	      WEFT_ERR_NULL;
	ok &= weft_fiber_create(&never, keeps, NULL, stack[0],
				weft_fiber_stack(0) - 1, 0) == WEFT_ERR_SPACE;
	ok &= create(0, keeps, 0, (enum weft_priority)2) == WEFT_ERR_NUMBER;
	ok &= weft_fiber_wake(NULL) == WEFT_ERR_NULL;
	ok &= weft_fiber_join(NULL, NULL, 0) == WEFT_ERR_NULL;
	ok &= weft_fiber_join(&never, NULL, 0) == WEFT_ERR_STATE;
	ok &= weft_fiber_join(weft_fiber_self(), NULL, 0) == WEFT_ERR_STATE;
	ok &= !create(0, joins_itself, (uintptr_t)&fiber[0], 0);
	ok &= create(0, keeps, 0, 0) == WEFT_ERR_STATE;
	return ok && joined(0, 1);
}

int main(void)
{
	bytes = weft_fiber_stack(OWN);
	for (uint32_t i = 0; i < FIBERS; i++) {
		stack[i] = malloc(bytes);
		if (!stack[i]) {
			weft_panic("no memory for stacks");
		}
	}
	tap_begin();
	tap_ok(turns(), "fibers take turns, and end");
	tap_ok(priorities(), "higher priority first");
	tap_ok(wakes(false), "wakes after the park");
	tap_ok(wakes(true), "wakes between stage and look");
	tap_ok(kept(), "a wake for a fiber that is not there is kept");
	tap_ok(exactly(), "who is woken is woken alone");
	tap_ok(deadlines(), "waits end at their deadline");
	tap_ok(own(), "registers, stack and errno are a fiber's own");
	tap_ok(errors(), "errors");
	return tap_end();
}
