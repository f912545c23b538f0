/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What befalls a core as it enters a function for the nth time: a moment that keeps its
 * meaning when code before it changes, as the number of an operation does not.
 */
#include <string.h>

#include "sim/chip/blocks.h"
#include "sim/chip/host.h"
#include "sim/faults/inject_rule.h"

static struct wait {
	struct fault_rule *rule;
	const struct core *core;
	uint64_t lasts, nth, entered;
	struct wait *next;
} * waits, **last = &waits;

static void act(struct wait *wait, struct core *core)
{
	char place[128];

	snprintf(place, sizeof(place), "in=%s,nth=%" PRIu64,
		 wait->rule->function, wait->nth);
	if (wait->rule->kind == STOP) {
		inject_stop_at(wait->rule, core, place);
	} else {
		inject_pause_at(wait->rule, core, wait->lasts, place);
	}
}

static void entered(struct core *core, const char *function)
{
	for (struct wait *wait = waits; wait; wait = wait->next) {
		if (wait->core == core &&
		    strcmp(wait->rule->function, function) == 0 &&
		    ++wait->entered == wait->nth) {
			act(wait, core);
		}
	}
}

void inject_enter_add(struct fault_rule *rule, struct core *core)
{
	struct wait *wait = host_alloc(sizeof(*wait));

	if (!blocks_watch(rule->function, entered)) {
		die(STATUS_USAGE, "fault '%s': the image has no function %s",
		    rule->text, rule->function);
	}
	*wait = (struct wait){
		.rule = rule,
		.core = core,
		.lasts = fault_draw(rule, KEY_FOR),
		.nth = fault_has(rule, KEY_NTH) ? fault_draw(rule, KEY_NTH) : 1,
	};
	*last = wait;
	last = &wait->next;
}
