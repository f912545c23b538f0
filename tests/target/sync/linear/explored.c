/* SPDX-License-Identifier: Apache-2.0 */
/*
 * For the explorer (tests/explore.t): one kind of delegate, one object, so many calls of each
 * core: KIND,OBJECT,CALLS; or KIND,OBJECT,CALLSputs, and all begin with a put.  "planted": an
 * object that nothing guards.
 */
#include <string.h>

#include "sync/delegate.h"
#include "tests/target/sim/explore.h"
#include "workers.h"

static uint32_t calls_each;
static bool all_put;

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

/* Half of all calls of each kind; the second core begins with the other one, or not. */
static struct call fixed_call(enum model_kind kind, uint32_t i)
{
	uint32_t which = (all_put ? i : weft_rank() + i) & 1;
	struct call call = {.operation = which};

	call.argument = kind == MODEL_COUNTERS ? which | 1 << 16
					       : weft_rank() << 8 | (i + 1);
	return call;
}

static void play(void)
{
	workers_work(calls_each, fixed_call, true);
}

static void judge(void)
{
	wrong = !workers_check(calls_each);
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
	uint32_t kind = MODEL_TREIBER + 1;

	for (size_t i = 0; i < WAYS && !how; i++) {
		if (begins(explored, weft_delegation_name(workers_kinds[i]),
			   &object_name)) {
			how = workers_kinds[i];
		}
	}
	for (uint32_t k = 0; how && k <= MODEL_TREIBER; k++) {
		if (begins(object_name, workers_objects[k], &number)) {
			kind = k;
			break;
		}
	}
	if (kind > MODEL_TREIBER) {
		weft_panic("KIND,OBJECT,CALLS");
	}
	workers_begin();
	workers_make(planted ? &nobody : how, (enum model_kind)kind, 1);
	calls_each = (uint32_t)number[0] - '0';
	all_put = strcmp(number + 1, "puts") == 0;
	workers_choose();
}

int linear_explore(int argc, char **argv)
{
	const struct explore_case one = {argv[1], play, before, judge};

	explored = argv[1];
	return explore_main(argc, argv, &one, 1);
}
