/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/irq.h"
#include "runtime/panic.h"
#include "runtime/part.h"
#include "runtime/progress.h"
#include "runtime/wait.h"

/* Where no part calls it, it is not linked. */
extern void rt_progress(void) __attribute__((weak, visibility("hidden")));

rt_interrupted *rt_interrupt;
rt_idle *rt_idler;

bool rt_part_runs(const struct rt_part *part)
{
	return !part->bytes || part->bytes(&rt_run, 0) > 0;
}

/* By way of the list: seldom, as one is enough for all but tests. */
static ARCH_COLD void interrupt_all(enum arch_irq cause)
{
	for (RT_EACH_PART(p)) {
		if ((*p)->interrupted && rt_part_runs(*p)) {
			(*p)->interrupted(cause);
		}
	}
}

/* One after the other, until one has seen it come. */
static ARCH_COLD bool idle_all(rt_ready *come, void *what,
			       const struct rt_wait *record, uint64_t deadline)
{
	for (RT_EACH_PART(p)) {
		if ((*p)->idle && rt_part_runs(*p) &&
		    (*p)->idle(come, what, record, deadline)) {
			return true;
		}
	}
	return false;
}

uint32_t rt_parts_channels(bool *shared)
{
	uint32_t all = 0, look = 0;

	for (RT_EACH_PART(p)) {
		if ((*p)->notified && rt_part_runs(*p)) {
			all++;
			look += (*p)->looks != 0;
		}
	}
	*shared = all > 2 && look > 1;
	return *shared ? all - look + 1 : all;
}

void rt_parts_begin(void)
{
	bool shared;
	uint32_t last = rt_parts_channels(&shared) - 1, channels = 0;

	for (RT_EACH_PART(p)) {
		/* What most have none of is looked at first: whether one runs is dear. */
		if (!((*p)->round || (*p)->notified || (*p)->idle ||
		      (*p)->interrupted) ||
		    !rt_part_runs(*p)) {
			continue;
		}
		if (((*p)->round || (*p)->notified) && !rt_progress) {
			/* Link it, by a call of rt_progress. */
			rt_panic("a part has a round that nothing drives");
		}
		if ((*p)->notified) {
			*(*p)->channel =
				shared && (*p)->looks ? last : channels++;
		}
		if ((*p)->idle) {
			rt_idler = rt_idler ? idle_all : (*p)->idle;
		}
		if ((*p)->interrupted) {
			rt_interrupt = rt_interrupt ? interrupt_all
						    : (*p)->interrupted;
		}
	}
}

void rt_parts_ticked(void)
{
	for (RT_EACH_PART(p)) {
		if ((*p)->ticked && rt_part_runs(*p)) {
			(*p)->ticked();
		}
	}
}

void rt_parts_finish(void)
{
	for (RT_EACH_PART(p)) {
		if ((*p)->finish && rt_part_runs(*p)) {
			(*p)->finish();
		}
	}
}
