/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who waits for whom: printed when nothing can happen any more, when the time
 * limit comes and when the runner gives up on us.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime/wait.h"
#include "sim/engine.h"
#include "sim/host.h"

#define US(ps) ((double)(ps) / 1e6)

static uint32_t memory_word(const struct core *core)
{
	uint32_t word;

	memcpy(&word,
	       engine.cores[core->await.rank].window + core->await.offset,
	       sizeof(word));
	return word;
}

/* What the runtime says of the wait, if it does. */
static void print_purpose(const struct core *core)
{
	const struct rt_wait *wait = core->wait_record;

	if (wait && wait->what) {
		fprintf(stderr, ", %.60s", wait->what);
		if (wait->from != RT_ANYONE) {
			fprintf(stderr, " from rank %" PRIu32, wait->from);
		}
	}
}

static void print_word(const struct core *core)
{
	uint32_t word = memory_word(core);

	fprintf(stderr,
		"rank %" PRIu32 " +0x%04" PRIx32 " >= %" PRIu32
		", saw %" PRIu32,
		core->await.rank, core->await.offset, core->await.value,
		core->await.seen);
	if (word != core->await.seen) {
		fprintf(stderr, " (stale: it is %" PRIu32 ")", word);
	}
}

static void print_core(const struct core *core)
{
	static const char *const states[] = {
		[NOT_WAITING] = "runs",
		[WAIT_WORD] = "waits",
		[WAIT_SLEEP] = "sleeps",
	};

	fprintf(stderr,
		"%6" PRIu32 " %5" PRIu32 " (%" PRIu32 ",%" PRIu32 ")  %-6s  ",
		core->rank, engine.coords[core->rank].core, core->at.x,
		core->at.y, states[core->waiting]);
	if (core->waiting == WAIT_WORD) {
		print_word(core);
	} else if (core->waiting == WAIT_SLEEP) {
		fputs("for an interrupt", stderr);
	}
	if (core->waiting != NOT_WAITING) {
		print_purpose(core);
		fprintf(stderr, ", since %.3f us", US(core->since));
	} else {
		fprintf(stderr, "at %.3f us", US(core->cpu->clock));
	}
	if (core->cpu->masked && core->cpu->irq_next <= core->cpu->clock) {
		fputs(", an interrupt is held off", stderr);
	}
	fputc('\n', stderr);
}

void report_waits(void)
{
	fputs("  rank  core (x,y)  state   what\n", stderr);
	for (uint32_t i = 0; i < engine.count; i++) {
		print_core(&engine.cores[i]);
	}
	for (uint32_t i = 0; i < engine.count; i++) {
		const struct packet *buffer = &engine.cores[i].combining;

		if (buffer->mask) {
			fprintf(stderr,
				"weft-sim: rank %" PRIu32
				" has not flushed a write to rank %" PRIu32
				", line at +0x%04" PRIx64 "\n",
				i, buffer->rank,
				buffer->line * engine.profile.line_bytes);
		}
	}
	fflush(stderr);
}

void report_deadlock(void)
{
	fprintf(stderr,
		"weft-sim: deadlock at %.3f us: nothing is on its way to any "
		"of the %" PRIu32 " cores\n",
		US(engine.now), engine.count);
	report_waits();
	_exit(STATUS_DEADLOCK);
}

void report_limit(const char *what)
{
	uint64_t now = engine.now;

	if (engine.current) {
		now = later(now, engine.current->cpu->clock);
	}
	fprintf(stderr, "weft-sim: %s, at %.3f us\n", what, US(now));
	report_waits();
	_exit(STATUS_LIMIT);
}
