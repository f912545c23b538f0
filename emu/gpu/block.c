// SPDX-License-Identifier: Apache-2.0
/* A core's block of threads: which of them is next, and their barrier. */
#include "emu/gpu/chip.h"
#include "host/host.h"

void core_start(struct core *core, uint32_t function, uint64_t argument)
{
	core->count = chip.columns * chip.rows;
	core->threads = host_alloc(core->count * sizeof(*core->threads));
	for (uint32_t i = 0; i < core->count; i++) {
		struct thread *t = core->now = &core->threads[i];

		t->core = core;
		t->index = i;
		t->stack = host_alloc(STACK);
		t->local = host_alloc(chip.local_bytes);
		thread_start(t, function, argument);
	}
}

/* Those that have not ended go on once all of them wait. */
static bool let_go(struct core *core)
{
	uint64_t last = 0;
	bool any = false;

	for (uint32_t i = 0; i < core->count; i++) {
		const struct thread *t = &core->threads[i];

		if (t->state == THREAD_RUNS) {
			return false;
		}
		if (t->state == THREAD_WAITS) {
			last = t->clock > last ? t->clock : last;
			any = true;
		}
	}
	core->phase++;
	for (uint32_t i = 0; any && i < core->count; i++) {
		struct thread *t = &core->threads[i];

		if (t->state == THREAD_WAITS) {
			t->state = THREAD_RUNS;
			t->clock = last + T_BARRIER;
		}
	}
	return any;
}

/* The one that is behind the others, of those that run. */
static struct thread *soonest(struct core *core)
{
	struct thread *first = NULL;

	for (uint32_t i = 0; i < core->count; i++) {
		struct thread *t = &core->threads[i];

		if (t->state == THREAD_RUNS &&
		    (!first || t->clock < first->clock)) {
			first = t;
		}
	}
	return first;
}

void core_run(struct core *core, uint64_t until)
{
	struct thread *t;

	for (;;) {
		t = soonest(core);
		if (!t && let_go(core)) {
			continue;
		}
		if (!t || t->clock >= until) {
			break;
		}
		core->now = t;
		thread_run(t, until);
	}
	core->clock = t ? t->clock : core->now->clock;
	if (!t) {
		core->ended = true;
		memory_settle(core, UINT64_MAX);
		chip.running--;
	}
}
