/* SPDX-License-Identifier: Apache-2.0 */
#include "workers.h"
#include "sync/delegate.h"
#include "tests/target/tap.h"

const char *const workers_objects[MODEL_TREIBER + 1] = {"counters", "queue",
							"stack", "treiber"};

static struct weft_shared shared;
static struct weft_treiber treiber;
static struct weft_delegate by[2];
static uint32_t delegates, me, cores, done, records;
static struct history history;
static struct model model;
static uint32_t worker[WORKERS], workers; /* ranks */

void workers_begin(void)
{
	me = weft_rank();
	cores = weft_size();
	if (weft_flags_alloc(1, &done) ||
	    weft_mpb_alloc(sizeof(history.of[0]), &records)) {
		weft_panic("no MPB space");
	}
}

static int apply_direct(struct weft_delegate *d, uint32_t request,
			uint32_t argument, uint32_t *value, weft_us_t within)
{
	int error = request == WEFT_STACK_PUSH
			    ? weft_treiber_push(&treiber, argument)
			    : weft_treiber_pop(&treiber, value);

	(void)d;
	(void)within;
	if (error) {
		*value = WEFT_NOTHING;
	} else if (request == WEFT_STACK_PUSH) {
		*value = 0;
	}
	return WEFT_OK;
}

static const struct weft_delegation direct = {.name = "direct",
					      .apply = apply_direct};
const struct weft_delegation *const workers_kinds[WAYS] = {
	&weft_under_tas,
	&weft_under_queue,
	&weft_shm_server,
	&weft_dsm_synch,
#if !ARCH_NEAR
	&weft_group_server,
	&weft_handler_server,
#endif
	&weft_under_ticket,
	&weft_under_clh,
	&weft_under_hyblock,
	&weft_mp_server,
	&weft_hybcomb,
	&weft_cc_synch,
	&weft_h_synch,
#if !ARCH_NEAR
	&weft_under_server,
	&weft_under_token,
#endif
	&direct,
};

static weft_operation *const unused[WEFT_STACK_OPERATIONS];

static void make_object(enum model_kind kind, weft_rank_t home, uint32_t n)
{
	int error;

	history.kind = kind;
	model = (struct model){{0}, 0, 0};
	if (kind == MODEL_COUNTERS) {
		error = weft_shared_create(&shared, &weft_counters, home, ROOM);
	} else if (kind == MODEL_QUEUE) {
		error = weft_shared_create(
			&shared, n == 2 ? &weft_queue_of_two : &weft_queue,
			home, ROOM);
	} else if (kind == MODEL_STACK) {
		error = weft_shared_create(&shared, &weft_stack, home, ROOM);
	} else {
		error = weft_treiber_create(&treiber, home, WIDE);
		/* As many operations as it has; `direct` calls it by its name. */
		shared.object = (struct weft_object){
			.operations = unused, .n = WEFT_STACK_OPERATIONS};
	}
	if (error) {
		weft_panic("no MPB space");
	}
}

static void free_object(void)
{
	if (history.kind == MODEL_TREIBER) {
		weft_treiber_free(&treiber);
	} else {
		weft_shared_free(&shared);
	}
}

void workers_make(const struct weft_delegation *how, enum model_kind kind,
		  uint32_t n)
{
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	make_object(kind, cores >> 1, n);
	delegates = n;
	for (uint32_t i = 0; i < n; i++) {
		if (weft_delegate_create(&by[i], how, i ? 0 : cores - 1,
					 &shared.object, 1)) {
			weft_panic("no MPB space");
		}
		by[i].max_ops = 1 + (tap_random() & 3);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

void workers_free(void)
{
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < delegates; i++) {
		if (weft_delegate_free(&by[i])) {
			weft_panic("a delegate is in use");
		}
	}
	free_object();
}

/* Takes from a queue may have a delegate of their own. */
static struct weft_delegate *of(uint32_t operation)
{
	return &by[delegates == 2 && operation == WEFT_QUEUE_TAKE];
}

/* Apply it: at once, or in pieces. */
static void apply(struct call *call, bool patient)
{
	struct weft_delegate *d = of(call->operation);
	int error;

	do {
		error = weft_apply(
			d, 0, call->operation, call->argument, &call->result,
			patient ? WEFT_FOREVER : tap_own_random() & 31);
	} while (error == WEFT_ERR_TIMEOUT);
	while (error == WEFT_ERR_PENDING) {
		error = weft_delegate_wait(d, &call->result,
					   tap_own_random() & 31);
	}
	if (error) {
		weft_panic("an operation failed");
	}
}

static void record_one(struct call *call, uint32_t i, bool patient)
{
	for (uint32_t w = 0; w < workers; w++) {
		uint32_t n;

		weft_flag_read(worker[w], done, &n);
		call->before[w] = (uint8_t)n;
	}
	apply(call, patient);
	weft_flag_write(me, done, i + 1);
}

/* This core's calls, to its own MPB, where rank 0 gets them. */
static void record(uint32_t n, struct call *calls, bool patient)
{
	for (uint32_t i = 0; i < n; i++) {
		record_one(&calls[i], i, patient);
	}
	weft_put(weft_at(me, records), calls, n * sizeof(*calls));
}

/* Their calls, at the core that checks them. */
static void gather(uint32_t n)
{
	for (uint32_t w = 0; w < WORKERS; w++) {
		history.calls[w] = w < workers ? n : 0;
		if (w < workers) {
			weft_get(history.of[w], weft_at(worker[w], records),
				 n * sizeof(struct call));
		}
	}
}

/* What is left, when all have returned. */
static void drain(uint32_t n)
{
	struct call *calls = history.last;
	uint32_t left = history.kind == MODEL_COUNTERS  ? ROOM
			: history.kind == MODEL_TREIBER ? WIDE + 1
							: ROOM + 1;
	bool empty = false;
	uint32_t i;

	for (i = 0; i < left && !empty; i++) {
		calls[i] = (struct call){.operation = 1};
		if (history.kind == MODEL_COUNTERS) {
			calls[i].operation = WEFT_COUNTERS_ADD;
			calls[i].argument = i;
		}
		for (uint32_t w = 0; w < workers; w++) {
			calls[i].before[w] = (uint8_t)n;
		}
		apply(&calls[i], true);
		empty = history.kind != MODEL_COUNTERS &&
			calls[i].result == WEFT_NOTHING;
	}
	history.calls[WORKERS] = i;
}

static bool serves(uint32_t rank)
{
	for (uint32_t i = 0; i < delegates; i++) {
		if (by[i].how->serve && by[i].home == rank && cores > 1) {
			return true;
		}
	}
	return false;
}

/* No more requests from here; run those of others until all have said so. */
static void end_requests(void)
{
	int error[2] = {0, 0};

	for (uint32_t i = 0; i < delegates; i++) {
		if (by[i].how->serve && by[i].home != me) {
			error[i] = weft_delegate_leave(&by[i], 0);
		}
	}
	for (uint32_t i = 0; i < delegates; i++) {
		if (by[i].how->serve && by[i].home == me) {
			weft_delegate_serve(&by[i], WEFT_FOREVER);
		}
	}
	for (uint32_t i = 0; i < delegates; i++) {
		if (error[i] == WEFT_ERR_PENDING) {
			weft_delegate_wait(&by[i], NULL, WEFT_FOREVER);
		}
	}
}

void workers_choose(void)
{
	uint32_t rank = tap_below(tap_random(), cores);

	workers = 0;
	for (uint32_t i = 0; i < cores && workers < WORKERS; i++) {
		if (!serves(rank)) {
			worker[workers++] = rank;
		}
		rank = rank + 1 == cores ? 0 : rank + 1;
	}
	weft_flag_write(me, done, 0);
}

void workers_work(uint32_t n, workers_call *next, bool patient)
{
	struct call calls[CALLS];

	for (uint32_t w = 0; w < workers; w++) {
		if (worker[w] == me) {
			for (uint32_t i = 0; i < n; i++) {
				calls[i] = next(history.kind, i);
			}
			record(n, calls, patient);
		}
	}
	end_requests();
}

/* By a server's home, which applies what is left itself. */
bool workers_check(uint32_t n)
{
	uint32_t last = history.kind == MODEL_COUNTERS ? 0 : delegates - 1;

	if (me != by[last].home) {
		return true;
	}
	gather(n);
	drain(n);
	return linearizable(&history, &model);
}
