/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=3,17 args=poll o=fault=stop:core=1,in=victim_stops
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=3 args=interrupt o=fault=stop:core=1,in=victim_stops
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 full=1 */
/*
 * Core 1 publishes a name, is the home of another one, enqueues a task at each core, and
 * stops.  What others then ask of it ends with WEFT_ERR_DEAD, in time: find, publish, join,
 * a message with a tag, a task.  A task of its own is run, and says that it is dead.  Its
 * name is another core's once that publishes it.
 */
#include <stdio.h>

#include <weft/published/am_name.h>
#include <weft/published/am_tag.h>
#include <weft/published/am_task.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/panic.h"

#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	VICTIM = 1,
	OPEN = 2, /* an endpoint */
	NAME = 5,
};

#define IS(code, call) ok &= (call) == (code)

static uint32_t me, cores, done, ran;

static uint32_t count(const uint32_t *words, uint32_t n, weft_rank_t from)
{
	ran += n == 1 && words[0] == from;
	return 0;
}

static weft_am_function *const functions[] = {count};
static weft_am_handler *const handlers[] = {NULL, NULL};
static const struct weft_am_endpoint endpoint = {0, handlers, 2, NULL};

static __attribute__((noinline)) void victim_stops(void)
{
	static struct weft_am_counter counter;
	static uint32_t word;

	for (;;) {
		weft_am_fetch_add(NULL, word, 0, NULL, &counter, 0);
	}
}

static bool begin(const char *how)
{
	static struct weft_am_name name = {.name = NAME, .endpoint = OPEN};
	static struct weft_am_counter counter;
	static uint32_t word;
	bool ok = meet_begin(how) && !weft_am_open(OPEN, &endpoint) &&
		  !weft_am_functions(functions, 1) && meet();

	if (me != VICTIM) {
		return ok && meet();
	}
	word = me;
	ok &= !weft_am_publish(&name, WEFT_FOREVER);
	for (uint32_t i = 0; i < cores && i < 8; i++) {
		ok &= i == VICTIM || !weft_am_enqueue(i, 0, &word, 1, NULL,
						      &counter, WEFT_FOREVER);
	}
	return ok && meet();
}

/* The home of a name is a core that its number says: of some of these it is the victim. */
static bool names(void)
{
	static struct weft_am_name mine[64];
	struct weft_am_dest d;
	weft_rank_t owner;
	uint32_t dead = 0;
	bool ok = true;
	int error;

	do { /* it may still serve while it waits for others */
		error = weft_am_join(&d, VICTIM, NAME, 0, OPEN, WEFT_FOREVER);
	} while (!error);
	ok &= error == WEFT_ERR_DEAD;
	IS(WEFT_ERR_DEAD, weft_am_leave(VICTIM, NAME, WEFT_FOREVER));
	for (uint32_t i = 0; i < 64 && dead == 0; i++) {
		uint32_t name = 100 + 64 * me + i;

		mine[i] = (struct weft_am_name){.name = name, .endpoint = OPEN};
		error = weft_am_publish(&mine[i], WEFT_FOREVER);
		ok &= !error || error == WEFT_ERR_DEAD;
		if (error == WEFT_ERR_DEAD) {
			dead++;
			IS(WEFT_ERR_DEAD,
			   weft_am_find(name, &owner, WEFT_FOREVER));
		} else {
			ok &= !weft_am_withdraw(&mine[i], WEFT_FOREVER);
		}
	}
	return ok && dead == 1;
}

/* What it had published another core may, as soon as the name's home has heard. */
static bool anew(void)
{
	static struct weft_am_name mine = {.name = NAME, .endpoint = OPEN};
	weft_rank_t owner;
	int error;

	do {
		error = weft_am_publish(&mine, WEFT_FOREVER);
	} while (error == WEFT_ERR_STATE);
	return !error && !weft_am_find(NAME, &owner, WEFT_FOREVER) &&
	       owner == me;
}

static bool messages(void)
{
	struct weft_am_counter counter = {0};
	uint32_t word = 1, result;
	bool ok = true;
	int error;

	IS(WEFT_ERR_DEAD, weft_am_send(VICTIM, 1, &word, 4, WEFT_FOREVER));
	error = weft_am_enqueue(VICTIM, 0, &word, 1, &result, &counter,
				WEFT_FOREVER);
	if (!error) {
		error = weft_am_sync(&counter, WEFT_FOREVER);
	}
	ok &= error == WEFT_ERR_DEAD;
	IS(WEFT_ERR_DEAD, weft_am_enqueue(VICTIM, 0, &word, 1, &result,
					  &counter, WEFT_FOREVER));
	return ok;
}

static void serve_until_all_are_done(bool ok)
{
	weft_flag_write(0, weft_flag_at(done, me), ok ? 1 : 2);
	for (uint32_t i = 0; i < cores; i++) {
		uint32_t value = 0;

		while (me != 0 || (i != VICTIM && !value)) {
			weft_am_wait(&meet_counted, UINT32_MAX / 2, 100);
			weft_flag_read(0, weft_flag_at(done, i), &value);
		}
		if (value == 2) {
			printf("not ");
			break;
		}
	}
}

int main(int argc, char **argv)
{
	bool ok;

	me = weft_rank();
	cores = weft_size();
	weft_flags_alloc(cores, &done);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (!begin(argc > 1 ? argv[1] : "poll")) {
		weft_panic("does not begin");
	}
	if (me == VICTIM) {
		victim_stops();
	}
	ok = names() && (me != 0 || anew()) && messages();
	if (me < 8) {
		ok &= weft_am_run_next(WEFT_FOREVER) == WEFT_ERR_DEAD &&
		      ran == 1;
	}
	serve_until_all_are_done(ok);
	printf("ok 1 - all that a dead core is asked ends, and says "
	       "so\n1..1\n");
	fflush(stdout);
	rt_print_end(0, 0);
	arch_stop(ARCH_PASSED);
}
