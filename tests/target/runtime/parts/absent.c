/* SPDX-License-Identifier: Apache-2.0 */
/* A part that says that it does not take part in the run. */
#include "runtime/part.h"

#include "tests/target/runtime/parts/parts.h"

struct seen absent;

static uint32_t absent_bytes(const struct rt_run *run, uint32_t left)
{
	(void)run;
	(void)left;
	return 0;
}

static void absent_placed(const struct rt_run *run, uint32_t offset,
			  uint32_t bytes)
{
	(void)run;
	absent.placed++;
	absent.offset = offset;
	absent.bytes = bytes;
}

static bool absent_round(enum rt_round why)
{
	(void)why;
	absent.rounds++;
	return false;
}

static void absent_rung(uint32_t from, uint32_t times)
{
	(void)from;
	absent.rung += times;
}

static void absent_interrupted(enum arch_irq cause)
{
	(void)cause;
	absent.interrupts++;
}

static void absent_finish(void)
{
	absent.finished++;
}

static const struct rt_part absent_part = {
	.name = "absent",
	.bytes = absent_bytes,
	.placed = absent_placed,
	.round = absent_round,
	.notified = absent_rung,
	.channel = &absent.channel,
	.interrupted = absent_interrupted,
	.finish = absent_finish,
};
RT_PART(absent_part);

bool absent_has_no_part(void)
{
	return absent.placed == 1 && absent.bytes == 0 && absent.rung == 0 &&
	       absent.rounds == 0 && absent.interrupts == 0;
}
