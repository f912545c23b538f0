/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Handlers that take longer than their limit, and interrupts that are held off
 * for longer than theirs.  The core is looked at when its time is up, at the next
 * basic block or when it comes back from the engine, and so tells where it is.
 *
 * Interrupts are held off from the start until the runtime lets them in, since
 * cores come late; that counts for nothing.  A handler holds them off, too: that
 * is the handlers' limit.
 */
#include "sim/detect/detect.h"
#include "sim/chip/host.h"

struct span {
	struct event begin; /* did nothing: there is none */
	bool told;
};

static struct spans {
	struct span handler, masked;
} * all; /* of each core */

void time_create(void)
{
	all = host_alloc(engine.count * sizeof(*all));
}

static uint64_t end_of(const struct span *span, uint64_t limit)
{
	return span->begin.did && !span->told ? span->begin.time + limit + 1
					      : SIM_NEVER;
}

static void set_look(struct core *core)
{
	const struct spans *spans = &all[core->rank];

	core->look_at =
		earlier(end_of(&spans->handler, engine.profile.handler_limit),
			end_of(&spans->masked, engine.profile.masked_limit));
	core->cpu->horizon = earlier(core->cpu->horizon, core->look_at);
}

static void check(struct core *core, struct span *span, enum detector what,
		  uint64_t limit, enum did did)
{
	struct event now;

	if (core->cpu->clock < end_of(span, limit)) {
		return;
	}
	span->told = true;
	now = detect_event(core, did);
	if (span->begin.did == DID_MASK) {
		now.path = path_here(core);
	} else if (did == DID_GO_ON) {
		now.path = path_in_handler(core);
	}
	detect_found(what, &span->begin, &now, (struct spot){0});
	set_look(core);
}

static void look(struct core *core, enum did did)
{
	check(core, &all[core->rank].handler, DETECT_HANDLER,
	      engine.profile.handler_limit, did);
	check(core, &all[core->rank].masked, DETECT_MASKED,
	      engine.profile.masked_limit, did);
}

void time_look(struct core *core)
{
	if (core->cpu->clock >= core->look_at) {
		look(core, DID_GO_ON);
	}
}

static void begin(struct core *core, struct span *span, enum did did)
{
	span->told = false;
	span->begin = detect_event(core, did);
	span->begin.path = path_here(core);
	set_look(core);
}

static void end(struct core *core, struct span *span)
{
	look(core, DID_END);
	span->begin.did = DID_NOTHING;
	set_look(core);
}

void time_mask(struct core *core, bool held)
{
	struct span *span = &all[core->rank].masked;

	if (!detect_on(DETECT_MASKED)) {
		return;
	}
	if (held) {
		begin(core, span, DID_MASK);
	} else {
		end(core, span);
	}
}

void time_enter(struct core *core)
{
	if (detect_on(DETECT_HANDLER)) {
		begin(core, &all[core->rank].handler, DID_ENTER);
	}
}

void time_leave(struct core *core)
{
	if (detect_on(DETECT_HANDLER)) {
		end(core, &all[core->rank].handler);
	}
}
