/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "runtime/trace.h"
#include "runtime/wait.h"
#include "sim/detect/detect.h"
#include "sim/chip/host.h"
#include "sim/explore/narrate.h"
#include "sim/report/timeline.h"
#include "sim/report/timeline_out.h"
#include "sim/report/timeline_track.h"

const char *timeline_path;
struct track *timeline_tracks;
struct sim_host timeline_real;

/* What the runtime has noted since; times of its ring are in cycles. */
static void put_ring(const struct core *core, struct track *track)
{
	const struct rt_trace *ring = core->trace_ring;
	uint32_t first = track->events;

	if (!ring || ring->next == first) {
		return;
	}
	if (ring->next - first > ring->entries) {
		first = ring->next - ring->entries;
	}
	for (; first != ring->next; first++) {
		const struct rt_event *event =
			&ring->event[first & (ring->entries - 1)];
		uint64_t mhz = core->host.core_mhz;

		if (event->took) {
			continue; /* a slice, as the engine has it */
		}
		put_mark(core->rank,
			 event->time / mhz * 1000000 +
				 event->time % mhz * 1000000 / mhz,
			 event->what, UINT64_MAX);
		fprintf(timeline_out,
			",\"args\":{\"a\":%" PRIu32 ",\"b\":%" PRIu32 "}}",
			event->a, event->b);
	}
	track->events = ring->next;
}

void timeline_other(void)
{
	struct track *track = track_mine();

	if (track->copy.open) {
		track->copy.open = false;
		timeline_put_copy(engine.current->rank, &track->copy);
	}
	put_ring(engine.current, track);
}

/* Something that is no part of a copy begins. */
static void begins(void)
{
	timeline_other();
	timeline_call_begins();
}

/* A slice of a word that is waited for, but for its last brace. */
static void put_wait(uint32_t rank, const struct under_way *wait, uint64_t now)
{
	put_event('X', rank, wait->since);
	fputs(wait->kind, timeline_out);
	put_text(wait->name, UINT64_MAX);
	put_until(wait->since, now);
	fprintf(timeline_out,
		",\"args\":{\"offset\":%" PRIu32 ",\"value\":%" PRIu32,
		wait->offset, wait->value);
	if (wait->from != RT_ANYONE) {
		fprintf(timeline_out, ",\"from\":%" PRIu32, wait->from);
	}
}

/* Flags, waits, interrupts ------------------------------------------------- */

static void write_flag(uint32_t rank, uint32_t offset, const uint32_t *value)
{
	uint64_t from = track_now();

	begins();
	timeline_wrote(rank, offset, sizeof(*value));
	timeline_real.write_flag(rank, offset, value);
	put_event('X', engine.current->rank, from);
	fprintf(timeline_out, "flag of %02" PRIu32, rank);
	put_until(from, track_now());
	fprintf(timeline_out,
		",\"args\":{\"offset\":%" PRIu32 ",\"value\":%" PRIu32 "}}",
		offset, *value);
}

static void await(const struct sim_await *what)
{
	const struct core *core = engine.current;
	const struct rt_wait *record = core->wait_record;
	bool recorded = record && record->what;
	struct under_way *wait = &track_mine()->wait;
	struct under_way mine;
	uint32_t word, begin;

	begins();
	mine = (struct under_way){
		.kind = "wait: ",
		.name = recorded
				? record->what
				: hint_region(what->rank, what->offset, &begin),
		.since = track_now(),
		.offset = what->offset,
		.value = what->value,
		.from = recorded ? record->word.from : RT_ANYONE,
	};
	*wait = mine;
	timeline_real.await(what);
	wait->kind = NULL; /* a handler's may have been in its place */
	put_wait(core->rank, &mine, track_now());
	fputs("}}", timeline_out);
	memcpy(&word, engine.cores[what->rank].window + what->offset,
	       sizeof(word));
	if ((int32_t)(word - what->value) >= 0) {
		/* Within the slice, not at its end, which is not in it. */
		put_arrow(&timeline_tracks[what->rank].words[what->offset / 4],
			  core->rank, later(track_now() - 1, mine.since));
	}
}

static void sleep_until_irq(void)
{
	const struct rt_wait *record = engine.current->wait_record;
	struct under_way *wait = &track_mine()->wait;
	struct under_way mine;

	begins();
	mine = (struct under_way){
		.kind = "sleep",
		.name = "",
		.since = track_now(),
		.from = RT_ANYONE,
	};
	if (record && record->what) {
		mine.kind = "sleep: ";
		mine.name = record->what;
		mine.from = record->word.from;
	}
	*wait = mine;
	timeline_real.sleep();
	wait->kind = NULL;
	put_wait(engine.current->rank, &mine, track_now());
	fputs("}}", timeline_out);
}

static void raised(uint32_t rank, uint64_t from)
{
	timeline_tracks[rank].raised =
		(struct origin){from, engine.current->rank};
}

static void interrupt(uint32_t rank)
{
	uint64_t from = track_now();

	begins();
	raised(rank, from);
	timeline_real.interrupt(rank);
	put_event('X', engine.current->rank, from);
	fprintf(timeline_out, "interrupt %02" PRIu32, rank);
	put_until(from, track_now());
	fputc('}', timeline_out);
}

static void gic_write(enum sim_register name, uint32_t word, uint32_t bits)
{
	static const char *const names[] = {
		[SIM_GIC_REQUEST] = "request interrupts",
		[SIM_GIC_STATUS] = "interrupt status",
		[SIM_GIC_RESET] = "reset interrupts",
		[SIM_GIC_MASK] = "mask interrupts",
		[SIM_INTR] = "interrupt bit",
	};
	uint64_t from = track_now();

	begins();
	for (uint32_t i = 0; name == SIM_GIC_REQUEST && i < engine.count; i++) {
		uint32_t number = engine.coords[i].core;

		if (number / 32 == word && (bits >> number % 32 & 1)) {
			raised(i, from);
		}
	}
	timeline_real.gic_write(name, word, bits);
	put_event('X', engine.current->rank, from);
	fputs(names[name], timeline_out);
	put_until(from, track_now());
	fprintf(timeline_out,
		",\"args\":{\"word\":%" PRIu32 ",\"bits\":%" PRIu32 "}}", word,
		bits);
}

/* In place of the image's entry for interrupts. */
static void take_irq(enum arch_irq cause)
{
	struct track *track = track_mine();
	uint32_t rank = engine.current->rank;
	uint64_t from = track_now();
	const char *name =
		cause == ARCH_IRQ_NOTIFY ? "handler" : "handler: timer";
	struct under_way outer = track->handler, wait = track->wait;

	timeline_other();
	if (cause == ARCH_IRQ_NOTIFY) {
		put_arrow(&track->raised, rank, from);
		track->raised.time = 0;
	}
	track->handler = (struct under_way){.kind = name, .since = from};
	track->irq(cause);
	track->handler = outer;
	track->wait = wait;
	timeline_other();
	put_event('X', rank, from);
	fputs(name, timeline_out);
	put_until(from, track_now());
	fputc('}', timeline_out);
}

static bool tas(uint32_t rank)
{
	uint64_t from = track_now();
	bool taken;

	begins();
	taken = timeline_real.tas(rank);
	put_event('X', engine.current->rank, from);
	fprintf(timeline_out, "%s %02" PRIu32, taken ? "lock" : "try lock",
		rank);
	put_until(from, track_now());
	fprintf(timeline_out, ",\"args\":{\"from\":%" PRIu32 "}}",
		engine.cores[rank].tas_by);
	return taken;
}

static void console(const char *text, uint64_t n)
{
	timeline_other();
	put_mark(engine.current->rank, track_now(), text, n);
	fputc('}', timeline_out);
	timeline_real.console(text, n);
}

/* Beginning and end -------------------------------------------------------- */

static void stand_in_front(struct core *core)
{
	struct track *track = &timeline_tracks[core->rank];
	struct sim_host *host = &core->host;

	track->words = host_alloc(engine.profile.window_bytes / 4 *
				  sizeof(*track->words));
	track->image = *core->image;
	track->irq = core->image->irq;
	track->image.irq = take_irq;
	core->image = &track->image;
	timeline_copies(host);
	host->write_flag = write_flag;
	host->await = await;
	host->sleep = sleep_until_irq;
	host->interrupt = interrupt;
	host->gic_write = gic_write;
	host->tas = tas;
	host->console = console;
}

/* Innermost first: what a core has begun and will not end. */
static void put_under_way(uint32_t rank, uint64_t now)
{
	struct track *track = &timeline_tracks[rank];
	const struct core *core = &engine.cores[rank];

	if (core->stopped) {
		now = core->cpu->clock; /* by a fault */
	}
	if (track->wait.kind) {
		put_wait(rank, &track->wait, later(now, track->wait.since));
		fputs(",\"open\":true}}", timeline_out);
	}
	if (track->handler.kind) {
		put_event('X', rank, track->handler.since);
		fputs(track->handler.kind, timeline_out);
		put_until(track->handler.since,
			  later(now, track->handler.since));
		fputs(",\"args\":{\"open\":true}}", timeline_out);
	}
}

static int end(int status)
{
	uint64_t now = engine.now;

	for (uint32_t rank = 0; rank < engine.count; rank++) {
		if (!engine.cores[rank].stopped) {
			now = later(now, engine.cores[rank].cpu->clock);
		}
	}
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		if (timeline_tracks[rank].copy.open) {
			timeline_put_copy(rank, &timeline_tracks[rank].copy);
		}
		put_ring(&engine.cores[rank], &timeline_tracks[rank]);
		put_under_way(rank, now);
	}
	timeline_calls_end();
	timeline_close();
	return status;
}

static struct mode timeline = {.end = end};

void timeline_create(void)
{
	if (!timeline_path) {
		return;
	}
	narrate_create(); /* to hear which words are whose */
	timeline_open(timeline_path);
	timeline_tracks = host_alloc(engine.count * sizeof(*timeline_tracks));
	timeline_real =
		engine.cores[0].host; /* all cores' functions are the same */
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		stand_in_front(&engine.cores[rank]);
	}
	timeline_calls_create();
	mode_add(&timeline);
}
