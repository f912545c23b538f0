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

#include "runtime/trace.h"
#include "runtime/wait.h"
#include "sim/chip/chips.h"
#include "sim/chip/engine.h"
#include "sim/chip/calls.h"
#include "sim/chip/host.h"

#define US(ps) ((double)(ps) / 1e6)

enum {
	EVENTS_SHOWN = 6
};

const char *report_path;

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

static void put_record(FILE *f, const struct core *core,
		       const struct rt_wait *wait)
{
	put_text(f, "what", wait->what);
	fprintf(f, ", \"site\": %" PRIuPTR, (uintptr_t)wait->site - core->base);
	if (wait->word.from != RT_ANYONE) {
		fprintf(f, ", \"from_rank\": %" PRIu32, wait->word.from);
	}
	fprintf(f, ", \"since\": %" PRIu64, wait->since);
}

/* A core that has trapped may have written over its record before. */
static bool is_sound(const struct core *core, const struct rt_wait *wait)
{
	uintptr_t what = (uintptr_t)wait->what;

	return what >= core->base && what < core->end &&
	       wait->word.rank < engine.count &&
	       (wait->word.offset >= RT_A_COPY ||
		wait->word.offset + sizeof(uint32_t) <=
			engine.profile.window_bytes);
}

/* What the runtime says of a wait, or null: it says nothing. */
static const struct rt_wait *record_of(const struct core *core)
{
	const struct rt_wait *wait = core->wait_record;

	return wait && wait->what && (!core->faulted || is_sound(core, wait))
		       ? wait
		       : NULL;
}

static void put_word(FILE *f, const struct core *core, uint32_t at,
		     uint32_t offset, uint32_t value)
{
	uint32_t word;

	memcpy(&word, engine.cores[at].window + offset, sizeof(word));
	if (at != core->rank) {
		fprintf(f, ", \"at_rank\": %" PRIu32, at);
	}
	fprintf(f,
		", \"offset\": %" PRIu32 ", \"wants\": %" PRIu32
		", \"has\": %" PRIu32,
		offset, value, word);
	if (core->waiting == WAIT_WORD && word != core->await.seen) {
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

static void put_what(FILE *f, const struct core *core,
		     const struct rt_wait *wait)
{
	if (wait->word.offset == RT_A_LOCK) {
		fprintf(f, ", \"lock\": %" PRIu32, wait->word.value);
	} else if (wait->word.offset < RT_A_COPY) {
		put_word(f, core, wait->word.rank, wait->word.offset,
			 wait->word.value);
	}
}

/*
 * On whose behalf and since when the runtime says: a wait of its may be many of
 * the engine's, as a core that is parked sleeps many times, and one that wants a
 * lock may be between two attempts.
 */
static void put_wait(FILE *f, const struct core *core)
{
	const struct sim_await *what = &core->await;
	const struct rt_wait *wait = record_of(core);

	if (wait) {
		put_record(f, core, wait);
	} else if (core->waiting == WAIT_WORD) {
		put_text(f, "what", "a word");
		fprintf(f, ", \"since_us\": %.3f", US(core->since));
	} else if (core->waiting == WAIT_SLEEP) {
		fputs(", \"sleeps\": true", f);
	}
	if (core->waiting == WAIT_WORD) {
		put_word(f, core, what->rank, what->offset, what->value);
	} else if (wait) {
		put_what(f, core, wait);
	}
}

static void put_fibers(FILE *f, const struct core *core)
{
	const struct rt_parked *at = core->parked ? *core->parked : NULL;
	const char *between = ", \"fibers\": [";

	for (; at; at = at->next) {
		fprintf(f, "%s{\"fiber\": %" PRIu32, between, at->fiber);
		put_record(f, core, at->wait);
		put_what(f, core, at->wait);
		fputc('}', f);
		between = ", ";
	}
	if (core->parked && *core->parked) {
		fputc(']', f);
	}
}

static void put_calls(FILE *f, struct core *core)
{
	const struct calls *calls = calls_of(core);

	fputs(", \"calls\": [", f);
	for (uint32_t i = 0; i < calls->n; i++) {
		fprintf(f, "%s%" PRIu32, i ? ", " : "", calls->at[i]);
	}
	fputc(']', f);
}

static const char *phase_of(const struct core *core)
{
	if (core->faulted) {
		return "failed";
	}
	return core->phase && *core->phase ? *core->phase : "starting";
}

/* Of several chips, which one, and the core's number and place there. */
static void put_place(FILE *f, const struct core *core)
{
	uint64_t first = core->chip * chips_cores();

	fprintf(f, "{\"rank\": %" PRIu32 ", \"core\": %" PRIu64, core->rank,
		engine.coords[core->rank].core - first);
	if (chips.n > 1) {
		fprintf(f, ", \"chip\": %" PRIu32, core->chip);
	}
	fprintf(f, ", \"x\": %" PRIu64 ", \"y\": %" PRIu32,
		core->at.x - core->chip * chips.columns, core->at.y);
}

static void put_core(FILE *f, struct core *core)
{
	put_place(f, core);
	fprintf(f, ", \"clock_us\": %.3f", US(core->cpu->clock));
	put_text(f, "phase", phase_of(core));
	put_wait(f, core);
	put_fibers(f, core);
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
	modes_describe(f, core);
	put_events(f, core);
	put_calls(f, core);
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
	modes_last();
	report_waits();
	modes_exit(STATUS_DEADLOCK);
}

void report_still(uint64_t time)
{
	fprintf(stderr,
		"weft-sim: only time passes, at %.3f us: for %.0f s all of the "
		"%" PRIu32 " cores have waited without a deadline, and none "
		"was notified\n",
		US(engine.now), US(time) / 1e6, engine.count);
	modes_last();
	report_waits();
	modes_exit(STATUS_DEADLOCK);
}

void report_limit(const char *what)
{
	uint64_t now = engine.now;

	if (engine.current) {
		now = later(now, engine.current->cpu->clock);
	}
	if (!what) {
		what = engine.ended ? "stopped from outside"
				    : "the time limit has come";
	}
	fprintf(stderr, "weft-sim: %s, at %.3f us\n", what, US(now));
	modes_last();
	report_waits();
	modes_exit(STATUS_LIMIT);
}
