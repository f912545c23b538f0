/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=stops_here
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=tas
   expect=tas_at_core_0,_held_by_rank_1 */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=stops_here
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=ticket
   expect=it_waited_for_a_ticket's_turn */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=stops_here
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=clh
   expect=the_core_before,_at_a_lock_from_rank_1 */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=stops_here
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=queue
   expect=it_waited_for_a_lock_from_rank_1 */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=stops_here
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=hyblock
   expect=it_waited_for_its_turn_at_a_lock_from_rank_1 */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=stops_here
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=lock_server
   expect=it_waited_for_a_lock_server_from_rank_1 */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=stops_here
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=token
   expect=it_waited_for_a_lock's_token_from_rank_1 */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=stops_here
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=group_server
   expect=the_reply_of_who_runs_its_operation_from_rank_1 */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=stops_here
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=handler_server
   expect=the_reply_of_who_runs_its_operation_from_rank_1 */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=stops_here
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=server
   expect=the_reply_of_who_runs_its_operation_from_rank_1 */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=stops_here
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=combiner
   expect=the_reply_of_who_runs_its_operation_from_rank_1 */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=stops_here
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=dsm_synch
   expect=the_core_before,_or_its_combiner_from_rank_1 */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=stops_here
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=cc_synch
   expect=the_core_before,_or_its_combiner_from_rank_1 */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=stops_here
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=shm_server
   expect=the_reply_of_who_runs_its_operation_from_rank_1 */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=fifo_send
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=registered
   expect=it_waited_for_a_request_that_was_registered */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=fifo_send
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=queued
   expect=it_waited_for_who_is_next_at_a_lock */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=fifo_send
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=released
   expect=panic:_it_is_being_released */
/*
 * Rank 1 stops for good while it holds a lock, serves or combines; or when it has entered an
 * order, and not told the core before it.  Rank 0, which waits for it, says for what, and for
 * whom if it can know that.  While rank 0 waits there to release a lock, another fiber of it can
 * neither take nor release it.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/published/delegate.h>
#include <weft/weft.h>

enum {
	OWN = 1024, /* of a fiber's stack */
};

static struct weft_any_lock lock;
static struct weft_delegate delegate;
static uint32_t flag;

/* The fault comes at the next thing that others can see: this write. */
__attribute__((noinline)) static void stops_here(void)
{
	weft_flag_write(1, flag, 2);
}

static void stop(void)
{
	weft_flag_write(0, flag, 1);
	stops_here();
}

static uint32_t operation(void *state, uint32_t n)
{
	(void)state;
	if (weft_rank() == 1) {
		stop();
	}
	return n;
}

static weft_operation *const operations[] = {operation};
static const struct weft_object object = {operations, 1, NULL};

static const struct {
	const char *name;
	const struct weft_lock_kind *kind;
} kinds[] = {
	{"tas", &weft_lock_tas},         {"ticket", &weft_lock_ticket},
	{"clh", &weft_lock_clh},         {"queue", &weft_lock_queue},
	{"hyblock", &weft_lock_hyblock}, {"lock_server", &weft_lock_server},
	{"token", &weft_lock_token},
};

static int hold(const struct weft_lock_kind *kind)
{
	int error = weft_any_lock_create(&lock, kind, 0);

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0) {
		weft_flag_wait(flag, 1, WEFT_FOREVER);
	}
	error = error ? error : weft_any_lock_acquire(&lock, WEFT_FOREVER);
	stop();
	return error;
}

static const struct {
	const char *name;
	const struct weft_delegation *how;
	bool server;
} delegations[] = {
	{"server", &weft_mp_server, true},
	{"shm_server", &weft_shm_server, true},
	{"combiner", &weft_hybcomb, false},
	{"dsm_synch", &weft_dsm_synch, false},
	{"cc_synch", &weft_cc_synch, false},
	{"group_server", &weft_group_server, true},
	{"handler_server", &weft_handler_server, false},
};

static int run(const struct weft_delegation *how, bool server)
{
	int error = weft_delegate_create(&delegate, how, 1, &object, 1);

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (server && weft_rank() == 1) {
		return weft_delegate_serve(&delegate, WEFT_FOREVER);
	}
	if (!server && how != &weft_handler_server && weft_rank() == 0) {
		weft_flag_wait(flag, 1, WEFT_FOREVER);
	}
	if (how == &weft_handler_server && weft_rank() == 1) {
		weft_flag_wait(flag, 3, WEFT_FOREVER); /* its handler stops */
	}
	return error ? error
		     : weft_apply(&delegate, 0, 0, 0, NULL, WEFT_FOREVER);
}

/* Rank 1 may come now, and has time for it. */
static void let_it_come(void)
{
	uint64_t until = weft_cycles() + weft_cycles_in_us(100);

	weft_flag_write(1, flag, 1);
	while (weft_cycles() < until) {
	}
}

static uint32_t lets_it_come(void *state, uint32_t n)
{
	(void)state;
	let_it_come();
	return n;
}

static weft_operation *const long_operations[] = {lets_it_come};
static const struct weft_object long_object = {long_operations, 1, NULL};

static int tries(void *unused)
{
	(void)unused;
	weft_panic(weft_any_lock_release(&lock) == WEFT_ERR_STATE &&
				   weft_any_lock_acquire(&lock, 0) ==
					   WEFT_ERR_STATE
			   ? "it is being released"
			   : "two fibers release it");
}

/* Runs as soon as this one waits. */
static void let_another_try(void)
{
	static struct weft_fiber fiber;
	size_t bytes = weft_fiber_stack(OWN);

	weft_fiber_create(&fiber, tries, NULL, malloc(bytes), bytes,
			  WEFT_FIBER_NORMAL);
}

/* Rank 1 has entered an order, and stops before it has told rank 0, which waits for it. */
static int enter(bool registers, bool another)
{
	int error =
		registers ? weft_delegate_create(&delegate, &weft_hybcomb, 0,
						 &long_object, 1)
			  : weft_any_lock_create(&lock, &weft_lock_hyblock, 0);

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 1) {
		weft_flag_wait(flag, 1, WEFT_FOREVER);
	}
	if (error || registers) {
		return error ? error
			     : weft_apply(&delegate, 0, 0, 0, NULL,
					  WEFT_FOREVER);
	}
	error = weft_any_lock_acquire(&lock, WEFT_FOREVER);
	let_it_come();
	if (another) {
		let_another_try();
	}
	return error ? error : weft_any_lock_release(&lock);
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "server";

	if (weft_flags_alloc(1, &flag)) {
		weft_panic("no MPB space");
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strcmp(how, kinds[i].name) == 0) {
			return hold(kinds[i].kind);
		}
	}
	if (strcmp(how, "registered") == 0 || strcmp(how, "queued") == 0 ||
	    strcmp(how, "released") == 0) {
		return enter(!strcmp(how, "registered"),
			     !strcmp(how, "released"));
	}
	for (size_t i = 0; i < sizeof(delegations) / sizeof(delegations[0]);
	     i++) {
		if (strcmp(how, delegations[i].name) == 0) {
			return run(delegations[i].how, delegations[i].server);
		}
	}
	return 0;
}
