/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/chip/mode.h"

#include <unistd.h>

#include "sim/chip/engine.h"

static struct mode *first, **at_end = &first;

bool modes_listen;
const struct player *player;
uint64_t (*mode_drawn)(uint32_t rank, uint32_t nth, uint64_t value);

void mode_add(struct mode *mode)
{
	mode->next = NULL;
	*at_end = mode;
	at_end = &mode->next;
	modes_listen |= mode->after != NULL;
}

void modes_before(struct core *core)
{
	for (struct mode *m = first; m; m = m->next) {
		if (m->before) {
			m->before(core);
		}
	}
}

void modes_after(const struct visible *what, uint64_t time)
{
	for (struct mode *m = first; m; m = m->next) {
		if (m->after) {
			m->after(what, time);
		}
	}
}

void modes_landed(struct core *window, const struct packet *packet,
		  uint64_t time)
{
	for (struct mode *m = first; m; m = m->next) {
		if (m->landed) {
			m->landed(window, packet, time);
		}
	}
}

void modes_describe(FILE *f, const struct core *core)
{
	for (struct mode *m = first; m; m = m->next) {
		if (m->describe) {
			m->describe(f, core);
		}
	}
}

void modes_last(void)
{
	for (struct mode *m = first; m; m = m->next) {
		if (m->last) {
			m->last();
		}
	}
}

/* A mode that fails at its end ends the run: it is not asked again. */
void modes_exit(int status)
{
	while (first) {
		struct mode *m = first;

		first = m->next;
		if (m->end) {
			status = m->end(status);
		}
	}
	_exit(status);
}

static uint64_t not_late(const struct core *core)
{
	(void)core;
	return 0;
}

static uint64_t usual(struct core *core)
{
	(void)core;
	return 1;
}

static bool not_held(struct core *owner, uint64_t time)
{
	(void)owner;
	(void)time;
	return false;
}

static void steady(struct core *core)
{
	core->pace_at = SIM_NEVER;
}

static const struct conditions as_the_profile = {
	.late = not_late,
	.dram = usual,
	.held = not_held,
	.raise = registers_raise,
	.pace = steady,
};

const struct conditions *conditions = &as_the_profile;
