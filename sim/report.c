/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who waits for whom, written when nothing can happen any more, when the time
 * limit comes, when the runner gives up on us, and when a core panics.
 *
 * A line of JSON a core, for tools/wait_table.py, which draws the table for all
 * boards.  Addresses count from the image's first byte, as in its ELF file.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime/trace.h"
#include "runtime/wait.h"
#include "sim/detect.h"
#include "sim/host.h"
#include "sim/inject.h"

#define US(ps) ((double)(ps) / 1e6)

enum {
	EVENTS_SHOWN = 6
};

const char *report_path;

static uint32_t memory_word(const struct core *core)
{
	uint32_t word;

	memcpy(&word,
	       engine.cores[core->await.rank].window + core->await.offset,
	       sizeof(word));
	return word;
}

static void put_text(FILE *f, const char *key, const char *text)
{
	fprintf(f, ", \"%s\": \"", key);
	for (; *text; text++) {
		if (*text != '"' && *text != '\\' && *text >= ' ') {
			fputc(*text, f);
		}
	}
	fputc('"', f);
}

/* What the runtime says of the wait, if it does. */
static void put_purpose(FILE *f, const struct core *core)
{
	const struct rt_wait *wait = core->wait_record;

	put_text(f, "what", wait && wait->what ? wait->what : "a word");
	fprintf(f, ", \"since_us\": %.3f", US(core->since));
	if (wait && wait->what) {
		fprintf(f, ", \"site\": %" PRIuPTR,
			(uintptr_t)wait->site - core->base);
		if (wait->from != RT_ANYONE) {
			fprintf(f, ", \"from_rank\": %" PRIu32, wait->from);
		}
	}
}

static void put_word(FILE *f, const struct core *core)
{
	uint32_t word = memory_word(core);

	if (core->await.rank != core->rank) {
		fprintf(f, ", \"at_rank\": %" PRIu32, core->await.rank);
	}
	fprintf(f,
		", \"offset\": %" PRIu32 ", \"wants\": %" PRIu32
		", \"has\": %" PRIu32,
		core->await.offset, core->await.value, word);
	if (word != core->await.seen) {
		fprintf(f, ", \"stale\": %" PRIu32, core->await.seen);
	}
}

static void put_events(FILE *f, const struct core *core)
{
	const struct rt_trace *ring = core->trace_ring;
	uint32_t n = ring ? ring->next : 0;
	uint32_t from = n > EVENTS_SHOWN ? n - EVENTS_SHOWN : 0;

	fputs(", \"events\": [", f);
	for (uint32_t i = from; i < n; i++) {
		const struct rt_event *e = &ring->event[i % ring->entries];

		fprintf(f, "%s[%" PRIu64 ", \"%s\", %" PRIu32 ", %" PRIu32 "]",
			i > from ? ", " : "", e->time, e->what, e->a, e->b);
	}
	fputc(']', f);
}

static void put_core(FILE *f, const struct core *core)
{
	const char *const *phase = core->phase;

	fprintf(f,
		"{\"rank\": %" PRIu32 ", \"core\": %" PRIu32 ", \"x\": %" PRIu32
		", \"y\": %" PRIu32 ", \"clock_us\": %.3f",
		core->rank, engine.coords[core->rank].core, core->at.x,
		core->at.y, US(core->cpu->clock));
	put_text(f, "phase", phase && *phase ? *phase : "starting");
	if (core->waiting == WAIT_WORD) {
		put_purpose(f, core);
		put_word(f, core);
	} else if (core->waiting == WAIT_SLEEP) {
		fputs(", \"sleeps\": true", f);
	} else if (core->wait_record &&
		   ((const struct rt_wait *)core->wait_record)->what) {
		put_purpose(f, core); /* between two attempts at a lock */
	}
	if (core->cpu->masked && core->cpu->irq_next <= core->cpu->clock) {
		fputs(", \"held_off\": true", f);
	}
	if (core->tas_taken) {
		fprintf(f, ", \"lock_of\": %" PRIu32, core->tas_by);
	}
	if (core->combining.mask) {
		fprintf(f, ", \"unflushed\": [%" PRIu32 ", %" PRIu64 "]",
			core->combining.rank,
			core->combining.line * engine.profile.line_bytes);
	}
	inject_note(f, core);
	put_events(f, core);
	fputs("}\n", f);
}

void report_waits(void)
{
	FILE *f = report_path ? fopen(report_path, "w") : stderr;

	if (!f) {
		return;
	}
	for (uint32_t i = 0; i < engine.count; i++) {
		put_core(f, &engine.cores[i]);
	}
	fflush(f);
}

void report_deadlock(void)
{
	fprintf(stderr,
		"weft-sim: deadlock at %.3f us: nothing is on its way to any "
		"of the %" PRIu32 " cores\n",
		US(engine.now), engine.count);
	inject_end();
	report_waits();
	detect_exit(STATUS_DEADLOCK);
}

void report_limit(const char *what)
{
	uint64_t now = engine.now;

	if (engine.current) {
		now = later(now, engine.current->cpu->clock);
	}
	fprintf(stderr, "weft-sim: %s, at %.3f us\n", what, US(now));
	inject_end();
	report_waits();
	detect_exit(STATUS_LIMIT);
}
