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
   expect=it_waited_for_a_mutex_from_rank_1 */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=stops_here
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=hyblock
   expect=it_waited_for_its_turn_at_a_lock_from_rank_1 */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=stops_here
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=server
   expect=the_reply_of_who_runs_its_operation_from_rank_1 */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=stops_here
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=combiner
   expect=the_reply_of_who_runs_its_operation_from_rank_1 */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=stop:core=1,in=stops_here
   env=WEFT_PATIENCE_US=20000 tap=no exit=70 args=dsm_synch
   expect=the_core_before,_or_its_combiner_from_rank_1 */
/*
 * Rank 1 stops for good while it holds a lock, serves or combines.  Rank 0, which waits for
 * it, says for what and for whom.
 */
#include <string.h>

#include <weft/weft.h>

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
	{"hyblock", &weft_lock_hyblock},
};

static int hold(const struct weft_lock_kind *kind)
{
	int error = weft_any_lock_create(&lock, kind, 0);

	weft_barrier(WEFT_FOREVER);
	if (weft_rank() == 0) {
		weft_flag_wait(flag, 1, WEFT_FOREVER);
	}
	error = error ? error : weft_any_lock_acquire(&lock, WEFT_FOREVER);
	stop();
	return error;
}

static int run(const char *how)
{
	bool server = strcmp(how, "server") == 0;
	bool in_order = strcmp(how, "dsm_synch") == 0;
	int error = weft_delegate_create(&delegate,
					 server     ? &weft_mp_server
					 : in_order ? &weft_dsm_synch
						    : &weft_hybcomb,
					 1, &object, 1);

	weft_barrier(WEFT_FOREVER);
	if (server && weft_rank() == 1) {
		return weft_delegate_serve(&delegate, WEFT_FOREVER);
	}
	if (!server && weft_rank() == 0) {
		weft_flag_wait(flag, 1, WEFT_FOREVER);
	}
	return error ? error
		     : weft_apply(&delegate, 0, 0, 0, NULL, WEFT_FOREVER);
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "server";

	if (weft_flags_alloc(1, &flag)) {
		weft_panic("no MPB space");
	}
	weft_barrier(WEFT_FOREVER);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strcmp(how, kinds[i].name) == 0) {
			return hold(kinds[i].kind);
		}
	}
	return run(how);
}
