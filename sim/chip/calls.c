/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where each core stands: the calls that led there, walked by the unwind tables
 * of engine and image.  A core that does not run walks its own stack: it is
 * switched to, finds that it was asked, answers, and switches back.
 */
#include <unwind.h>

#include "sim/chip/calls.h"
#include "sim/chip/core.h"
#include "sim/chip/host.h"

static struct {
	void *asker;
	struct calls *answer; /* null: nobody asks */
} question;

struct walk {
	const struct core *core;
	struct calls *calls;
};

static _Unwind_Reason_Code step(struct _Unwind_Context *context, void *cookie)
{
	const struct walk *walk = cookie;
	const struct core *core = walk->core;
	struct calls *calls = walk->calls;
	int exact;
	uintptr_t at = _Unwind_GetIPInfo(context, &exact);

	if (at >= core->base && at < core->end) {
		calls->at[calls->n++] = (uint32_t)(at - core->base) - !exact;
	} else if (_Unwind_GetRegionStart(context) == (uintptr_t)irq_enter) {
		calls->at[calls->n++] = 0;
	}
	return calls->n == CALLS_MOST ? _URC_NORMAL_STOP : _URC_NO_REASON;
}

static void walk_here(const struct core *core, struct calls *calls)
{
	struct walk walk = {.core = core, .calls = calls};

	calls->n = 0;
	_Unwind_Backtrace(step, &walk);
}

void calls_keep(struct core *core)
{
	if (!core->calls) {
		core->calls = host_reserve(sizeof(*core->calls), "calls");
		walk_here(core, core->calls);
	}
}

void calls_answer(struct core *core)
{
	while (question.answer) {
		walk_here(core, question.answer);
		coroutine_switch(&core->sp, question.asker);
	}
}

const struct calls *calls_of(struct core *core)
{
	static struct calls calls;
	uintptr_t here = (uintptr_t)__builtin_frame_address(0);

	calls.n = 0;
	if (core->calls) {
		return core->calls;
	}
	if (core_stack_left(core, here) > 0) {
		walk_here(core, &calls);
	} else if (core->sp != core->fresh_sp &&
		   core_stack_left(core, (uintptr_t)core->sp) > STACK_ROOM) {
		question.answer = &calls;
		coroutine_switch(&question.asker, core->sp);
		question.answer = NULL;
	}
	return &calls;
}
