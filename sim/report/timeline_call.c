/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls of the library by the application: slices around all that a core does for
 * one.  Entries are heard by the marks of basic blocks, so a call in a loop is told
 * from the next; which call something is done for is seen on the stack, whose outermost
 * public function it is.  A call ends with the last thing that is done for it.  Where
 * fibers take turns, each turn is a slice.
 */
#include <inttypes.h>
#include <string.h>

#include "sim/chip/blocks.h"
#include "sim/chip/host.h"
#include "sim/chip/load.h"
#include "sim/detect/detect.h"
#include "sim/report/timeline_track.h"

#define LENGTH(list) (sizeof(list) / sizeof((list)[0]))

enum {
	NONE = 0,      /* functions count from 1 */
	UNKNOWN = 255, /* not looked at */
	FUNCTIONS = 254,
	PATHS = 1 << 14,
};

static const char *const prefixes[] = {"weft_", "bsp_", "shmem_", "RCCE_"};

/* These are called by what stands below main, or by interrupts. */
static const char *const others[] = {"weft_start", "weft_irq_entry",
				     "weft_fault"};

static const char *functions[FUNCTIONS + 1];
static uint32_t known;

/* Of each path: the function, and the address in the application that called it. */
static struct {
	uint8_t function;
	uint32_t caller;
} paths[PATHS];

static struct call {
	uint64_t from, until; /* .. when something was done last */
	uint64_t entered[FUNCTIONS + 1];
	uint64_t entry; /* that of the present call */
	uint8_t function;
	uint32_t caller;
} * calls; /* of each core */

static uint8_t number_of(const char *name)
{
	for (uint32_t i = 1; name && i <= known; i++) {
		if (strcmp(functions[i], name) == 0) {
			return (uint8_t)i;
		}
	}
	return NONE;
}

static void entered(struct core *core, const char *function)
{
	if (timeline_tracks[core->rank].handler.kind) {
		return; /* the call that it has interrupted goes on */
	}
	for (uint32_t i = 1; i <= known; i++) {
		if (functions[i] == function) {
			calls[core->rank].entered[i] = core->cpu->clock;
		}
	}
}

static bool is_of(const char *name, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (strcmp(name, list[i]) == 0) {
			return true;
		}
	}
	return false;
}

/* Outermost first, and from main on; what interrupts is done for nobody's call. */
static void look_at(uint32_t id)
{
	const struct path *path = path_get(id);
	const char *names[PATH_DEPTH];
	uint32_t from = path->n;
	uintptr_t past;

	for (uint32_t i = 0; i < path->n; i++) {
		names[i] = symbol_at(path->at[i], &past);
		if (path->at[i] && names[i] && strcmp(names[i], "main") == 0) {
			from = i;
		}
	}
	paths[id].function = NONE;
	while (from-- && path->at[from] && names[from] &&
	       !is_of(names[from], others, LENGTH(others)) &&
	       paths[id].function == NONE) {
		paths[id].function = number_of(names[from]);
		paths[id].caller = from + 1 < path->n ? path->at[from + 1] : 0;
	}
}

static void close_call(uint32_t rank)
{
	struct call *call = &calls[rank];

	if (call->function != NONE) {
		put_event('X', rank, call->from);
		fputs(functions[call->function], timeline_out);
		fprintf(timeline_out, "\",\"dur\":%.6f",
			(double)(call->until - call->from) / 1e6);
		fprintf(timeline_out,
			",\"args\":{\"call\":%.6f,\"at\":%" PRIu32 "}}",
			(double)call->entry / 1e6, call->caller);
		call->function = NONE;
	}
}

void timeline_call_until(uint32_t rank, uint64_t time)
{
	calls[rank].until = later(calls[rank].until, time);
}

void timeline_call_begins(void)
{
	const struct core *core = engine.current;
	struct call *call = &calls[core->rank];
	uint32_t id = path_here(core);
	uint8_t function;

	if (paths[id].function == UNKNOWN) {
		look_at(id);
	}
	function = paths[id].function;
	if (call->function == function &&
	    call->entry == call->entered[function]) {
		return;
	}
	close_call(core->rank);
	call->function = function;
	call->entry = call->entered[function];
	call->caller = paths[id].caller;
	call->from = later(call->entry, call->until);
	call->until = track_now();
}

void timeline_calls_create(void)
{
	const char *name;

	calls = host_alloc(engine.count * sizeof(*calls));
	for (uint32_t i = 1; i < PATHS; i++) {
		paths[i].function = UNKNOWN;
	}
	for (size_t i = 0; (name = symbol_function(i)); i++) {
		bool ours = false;

		for (uint32_t p = 0; p < LENGTH(prefixes); p++) {
			ours |= strncmp(name, prefixes[p],
					strlen(prefixes[p])) == 0;
		}
		if (ours && !is_of(name, others, LENGTH(others)) &&
		    known < FUNCTIONS && !strchr(name, '.') &&
		    blocks_watch(name, entered)) {
			functions[++known] = name;
		}
	}
}

void timeline_calls_end(void)
{
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		close_call(rank);
	}
}
