/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 seeds=3 time-out=120 */
/* weft-test: cores=3 args=published seeds=3 time-out=120 */
/* weft-test: cores=1,2,17,48 args=published seeds=3 full=1 time-out=120 */
/* weft-test: cores=3,5 boards=scc-sim modes=relaxed seeds=5 full=1 */
/* weft-test: cores=3,5 boards=scc-sim args=published modes=relaxed seeds=5 full=1 */
/*
 * Queues, stacks and counters are linearizable, whatever kind of delegate applies
 * their operations: cores apply random ones at once, and record what they saw (history.h).
 * So are queues by two delegates, one for puts, one for takes; and a stack that no delegate
 * guards (weft/published/treiber.h).
 *
 * With "published" these are the published kinds, else those of the product.
 *
 * With other arguments the explorer plays it (tests/explore.t): KIND,OBJECT,CALLS.  Then all cores
 * apply so many operations, and with CALLSputs begin with a put.  "planted": an object that
 * nothing guards.
 */
#include <string.h>

#include "tests/target/dirty.h"
#include "tests/target/tap.h"
#include "workers.h"

enum {
	ROUNDS = 4
};

/* A queue's words are taken at both ends. */
static bool take_last = true;

static struct call any_call(enum model_kind kind, uint32_t i)
{
	uint32_t r = tap_own_random();
	struct call call = {.operation = r & 1};

	if (kind == MODEL_QUEUE && take_last && (r & 3) == 3) {
		call.operation = WEFT_QUEUE_TAKE_LAST;
	}
	call.argument = kind == MODEL_COUNTERS
				? (r >> 1 & (ROOM - 1)) | (r >> 8 & 3) << 16
				: weft_rank() << 8 | (i + 1);
	return call;
}

static bool run(const struct weft_delegation *how, enum model_kind kind,
		uint32_t n_delegates)
{
	bool ok = true;

	take_last = n_delegates == 1;
	workers_make(how, kind, n_delegates);
	for (uint32_t i = 0; i < ROUNDS; i++) {
		uint32_t n = 1 + tap_below(tap_random(), CALLS);

		workers_choose();
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		workers_work(n, any_call, tap_own_random() & 1);
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		ok &= workers_check(n);
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
	workers_free();
	return ok;
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

int main(int argc, char **argv)
{
	bool published = argc > 1 && strcmp(argv[1], "published") == 0;
	size_t first = published ? PRODUCT : 0;
	size_t end = published ? KINDS : PRODUCT;

	if (argc > 1 && !published) {
		return linear_explore(argc, argv);
	}
	tap_begin();
	dirty_heap();
	workers_begin();
	tap_ok(checker(), "histories that are linearizable, and that are not");
	for (size_t i = first; i < end; i++) {
		const char *name = weft_delegation_name(workers_kinds[i]);

		for (uint32_t k = 0; k < MODELS; k++) {
			tap_ok(run(workers_kinds[i], (enum model_kind)k, 1),
			       "%s: %s", name, workers_objects[k]);
		}
		tap_ok(run(workers_kinds[i], MODEL_QUEUE, 2),
		       "%s: queue by two", name);
	}
	if (published) {
		tap_ok(run(workers_kinds[DIRECT], MODEL_TREIBER, 1), "treiber");
	}
	return tap_end();
}
