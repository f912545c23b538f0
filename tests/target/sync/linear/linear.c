/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 seeds=3 time-out=120 */
/* weft-test: cores=3,5 boards=scc-sim modes=relaxed seeds=5 full=1 */
/*
 * Queues, stacks and counters are linearizable, whatever kind of delegate applies
 * their operations: cores apply random ones at once, and record what they saw (history.h).
 * So are queues by two delegates, one for puts, one for takes.
 *
 * With arguments the explorer plays it (tests/explore.t): KIND,OBJECT,CALLS.  Then all cores
 * apply so many operations.  "planted": an object that nothing guards.
 */
#include "history.h"
#include "sync/delegate.h"
#include "tests/target/sim/explore.h"

enum {
	ROUNDS = 4,
	KINDS = 7,
};

static const struct weft_delegation *const kinds[KINDS] = {
	&weft_under_tas,  &weft_under_ticket, &weft_under_clh, &weft_under_queue,
	&weft_mp_server, &weft_hybcomb,	 &weft_dsm_synch};
static const char *const names[MODELS] = {"counters", "queue", "stack"};

static struct weft_counters counters;
static struct weft_queue queue;
static struct weft_stack stack;
static struct weft_object object;
static struct weft_delegate by[2];
static uint32_t delegates, me, cores, done, records;
static struct history history;
static struct model model;
static uint32_t worker[WORKERS], workers; /* ranks */

static void make_object(enum model_kind kind, weft_rank_t home)
{
	int error;

	history.kind = kind;
	model = (struct model){{0}, 0, 0};
	if (kind == MODEL_COUNTERS) {
		error = weft_counters_create(&counters, home, ROOM);
		object = weft_counters_object(&counters);
	} else if (kind == MODEL_QUEUE) {
		error = weft_queue_create(&queue, home, ROOM);
		object = weft_queue_object(&queue);
	} else {
		error = weft_stack_create(&stack, home, ROOM);
		object = weft_stack_object(&stack);
	}
	if (error) {
		weft_panic("no MPB space");
	}
}

static void free_object(void)
{
	if (history.kind == MODEL_COUNTERS) {
		weft_counters_free(&counters);
	} else if (history.kind == MODEL_QUEUE) {
		weft_queue_free(&queue);
	} else {
		weft_stack_free(&stack);
	}
}

/* Guarded by n delegates of that kind, at as many homes as there are. */
static void make(const struct weft_delegation *how, enum model_kind kind,
		 uint32_t n)
{
	weft_barrier(WEFT_FOREVER);
	make_object(kind, cores >> 1);
	delegates = n;
	for (uint32_t i = 0; i < n; i++) {
		if (weft_delegate_create(&by[i], how, i ? 0 : cores - 1,
					 &object, 1)) {
			weft_panic("no MPB space");
		}
		by[i].max_ops = 1 + (tap_random() & 3);
	}
	weft_barrier(WEFT_FOREVER);
}

static void give_back(void)
{
	weft_barrier(WEFT_FOREVER);
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
		error = weft_apply(d, 0, call->operation, call->argument,
				   &call->result,
				   patient ? WEFT_FOREVER
					   : tap_own_random() & 31);
	} while (error == WEFT_ERR_TIMEOUT);
	while (error == WEFT_ERR_PENDING) {
		error = weft_delegate_wait(d, &call->result,
					   tap_own_random() & 31);
	}
	if (error) {
		weft_panic("an operation failed");
	}
}

static struct call any_call(uint32_t i)
{
	uint32_t r = tap_own_random();
	struct call call = {.operation = r & 1};

	call.argument = history.kind == MODEL_COUNTERS
				? (r >> 1 & (ROOM - 1)) | (r >> 8 & 3) << 16
				: me << 8 | (i + 1);
	return call;
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
	struct call *calls = history.of[WORKERS];
	uint32_t left = ROOM + (history.kind != MODEL_COUNTERS), i;

	for (i = 0; i < left; i++) {
		calls[i] = (struct call){.operation = 1};
		if (history.kind == MODEL_COUNTERS) {
			calls[i].operation = WEFT_COUNTERS_ADD;
			calls[i].argument = i;
		}
		for (uint32_t w = 0; w < workers; w++) {
			calls[i].before[w] = (uint8_t)n;
		}
		apply(&calls[i], true);
	}
	history.calls[WORKERS] = left;
}

static bool serves(uint32_t rank)
{
	for (uint32_t i = 0; i < delegates; i++) {
		if (by[i].how == &weft_mp_server && by[i].home == rank &&
		    cores > 1) {
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
		if (by[i].how == &weft_mp_server && by[i].home != me) {
			error[i] = weft_delegate_leave(&by[i], 0);
		}
	}
	for (uint32_t i = 0; i < delegates; i++) {
		if (by[i].how == &weft_mp_server && by[i].home == me) {
			weft_delegate_serve(&by[i], WEFT_FOREVER);
		}
	}
	for (uint32_t i = 0; i < delegates; i++) {
		if (error[i] == WEFT_ERR_PENDING) {
			weft_delegate_wait(&by[i], NULL, WEFT_FOREVER);
		}
	}
}

/* Some of the cores that do not serve, the same on all of them. */
static void choose_workers(void)
{
	uint32_t rank = tap_below(tap_random(), cores);

	workers = 0;
	for (uint32_t i = 0; i < cores && workers < WORKERS; i++) {
		if (!serves(rank)) {
			worker[workers++] = rank;
		}
		rank = rank + 1 == cores ? 0 : rank + 1;
	}
}

static void work(uint32_t n)
{
	struct call calls[CALLS];

	for (uint32_t w = 0; w < workers; w++) {
		if (worker[w] == me) {
			for (uint32_t i = 0; i < n; i++) {
				calls[i] = any_call(i);
			}
			record(n, calls, tap_own_random() & 1);
		}
	}
	end_requests();
}

/* By the core that takes from a server's object itself. */
static bool check(uint32_t n)
{
	uint32_t last = history.kind == MODEL_COUNTERS ? 0 : delegates - 1;

	if (me != by[last].home) {
		return true;
	}
	gather(n);
	drain(n);
	return linearizable(&history, &model);
}

static bool run(const struct weft_delegation *how, enum model_kind kind,
		uint32_t n_delegates)
{
	bool ok = true;

	make(how, kind, n_delegates);
	for (uint32_t i = 0; i < ROUNDS; i++) {
		uint32_t n = 1 + tap_below(tap_random(), CALLS);

		choose_workers();
		weft_flag_write(me, done, 0);
		weft_barrier(WEFT_FOREVER);
		work(n);
		weft_barrier(WEFT_FOREVER);
		ok &= check(n);
		weft_barrier(WEFT_FOREVER);
	}
	give_back();
	return ok;
}

static void begin(void)
{
	me = weft_rank();
	cores = weft_size();
	if (weft_flags_alloc(1, &done) ||
	    weft_mpb_alloc(sizeof(history.of[0]), &records)) {
		weft_panic("no MPB space");
	}
}

/* A history that is in order, and ones in which something else has been returned. */
static bool checker(void)
{
	struct model empty = {{0}, 0, 0}, end = empty;
	struct history h = {.kind = MODEL_QUEUE, .calls = {2, 2}};

	h.of[0][0] = (struct call){WEFT_QUEUE_PUT, 1, 0, {0}};
	h.of[0][1] = (struct call){WEFT_QUEUE_PUT, 2, 0, {1}};
	h.of[1][0] = (struct call){WEFT_QUEUE_TAKE, 0, 1, {0}};
	h.of[1][1] = (struct call){WEFT_QUEUE_TAKE, 0, WEFT_NOTHING, {0, 1}};
	if (!linearizable(&h, &end)) {
		return false;
	}
	h.of[1][1].before[0] = 2; /* the second put had returned */
	end = empty;
	if (linearizable(&h, &end)) {
		return false;
	}
	h.of[1][1].result = 2;
	h.of[1][0].result = 2; /* taken twice */
	return !linearizable(&h, &end);
}

/* Explored -------------------------------------------------------------- */

static uint32_t calls_each;

/* What nobody guards: the fault that must be found. */
static int unguarded(struct weft_delegate *d, uint32_t request,
		     uint32_t argument, uint32_t *value, weft_us_t within)
{
	(void)within;
	*value = delegate_run(d, request, argument);
	return WEFT_OK;
}

static const struct weft_delegation nobody = {.name = "planted",
					      .apply = unguarded};

static void play(void)
{
	struct call calls[CALLS];

	for (uint32_t i = 0; i < calls_each && !serves(me); i++) {
		calls[i] = (struct call){.operation = (me + i) & 1,
					 .argument = me << 8 | (i + 1)};
		if (history.kind == MODEL_COUNTERS) {
			calls[i].argument = ((me + i) & 1) | 1 << 16;
		}
	}
	if (!serves(me)) {
		record(calls_each, calls, true);
	}
	end_requests();
}

static void judge(void)
{
	wrong = !check(calls_each);
}

/* The first word of it is that; what follows begins with *rest. */
static bool begins(const char *text, const char *word, const char **rest)
{
	size_t n = strlen(word);

	*rest = text + n + 1;
	return strncmp(text, word, n) == 0 && text[n] == ',';
}

static const char *explored;

static void before(void)
{
	const struct weft_delegation *how = NULL;
	const char *object_name = "", *number = "";
	uint32_t kind = MODELS;

	for (size_t i = 0; i < KINDS && !how; i++) {
		if (begins(explored, weft_delegation_name(kinds[i]),
			   &object_name)) {
			how = kinds[i];
		}
	}
	for (uint32_t k = 0; how && k < MODELS && kind == MODELS; k++) {
		kind = begins(object_name, names[k], &number) ? k : MODELS;
	}
	if (kind == MODELS) {
		weft_panic("KIND,OBJECT,CALLS");
	}
	begin();
	make(planted ? &nobody : how, (enum model_kind)kind, 1);
	calls_each = (uint32_t)number[0] - '0';
	choose_workers();
}

int main(int argc, char **argv)
{
	if (argc > 1) {
		const struct explore_case one = {argv[1], play, before, judge};

		explored = argv[1];
		return explore_main(argc, argv, &one, 1);
	}
	tap_begin();
	begin();
	tap_ok(checker(), "histories that are linearizable, and that are not");
	for (size_t i = 0; i < KINDS; i++) {
		const char *name = weft_delegation_name(kinds[i]);

		for (uint32_t k = 0; k < MODELS; k++) {
			tap_ok(run(kinds[i], (enum model_kind)k, 1), "%s: %s",
			       name, names[k]);
		}
		tap_ok(run(kinds[i], MODEL_QUEUE, 2), "%s: queue by two", name);
	}
	return tap_end();
}
