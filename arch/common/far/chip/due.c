/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/common/far/chip/due.h"

#include "arch/arch.h"
#include "arch/links.h"

static uint64_t alarm_at = ARCH_NEVER, held_until;
static bool due, rests;

void arch_link_alarm(uint64_t deadline)
{
	if (deadline < alarm_at) {
		alarm_at = deadline;
		far_due_at(deadline);
	}
}

void arch_link_hold(uint64_t until)
{
	held_until = until;
}

/* What has been armed may have come, or may have been for something else. */
static void arm_again(void)
{
	far_due_at(due && held_until < alarm_at ? held_until : alarm_at);
}

void far_due_take(bool rung)
{
	uint64_t now = arch_cycles();

	due |= rung;
	if (alarm_at <= now) {
		alarm_at = ARCH_NEVER;
		due = true;
	}
	if (due && (rests || held_until <= now)) {
		due = false;
		far_door_turn();
	}
	arm_again();
}

void far_due_rest(bool does)
{
	rests = does;
}

bool far_due_now(void)
{
	if (!due) {
		return false;
	}
	due = false;
	far_door_turn();
	arm_again();
	return true;
}
