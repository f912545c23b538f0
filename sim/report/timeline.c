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

/* Flags, waits, interrupts ------------------------------------------------- */

static void write_flag(uint32_t rank, uint32_t offset, const uint32_t *value)
{
	uint64_t from = track_now();

	timeline_other();
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
	uint32_t word, begin, from = recorded ? record->word.from : RT_ANYONE;
	const char *name =
		recorded ? record->what
			 : hint_region(what->rank, what->offset, &begin);
	uint64_t since = track_now();

	timeline_other();
	timeline_real.await(what);
	put_event('X', core->rank, since);
	fputs("wait: ", timeline_out);
	put_text(name, UINT64_MAX);
	put_until(since, track_now());
	fprintf(timeline_out,
		",\"args\":{\"offset\":%" PRIu32 ",\"value\":%" PRIu32,
		what->offset, what->value);
	if (from != RT_ANYONE) {
		fprintf(timeline_out, ",\"from\":%" PRIu32, from);
	}
	fputs("}}", timeline_out);
	memcpy(&word, engine.cores[what->rank].window + what->offset,
	       sizeof(word));
	if ((int32_t)(word - what->value) >= 0) {
		/* Within the slice, not at its end, which is not in it. */
		put_arrow(&timeline_tracks[what->rank].words[what->offset / 4],
			  core->rank, later(track_now() - 1, since));
	}
}

static void sleep_until_irq(void)
{
	const struct core *core = engine.current;
	const struct rt_wait *record = core->wait_record;
	uint64_t since = track_now();

	timeline_other();
	timeline_real.sleep();
	put_event('X', core->rank, since);
	fputs("sleep", timeline_out);
	if (record && record->what) {
		fputs(": ", timeline_out);
		put_text(record->what, UINT64_MAX);
	}
	put_until(since, track_now());
	fputc('}', timeline_out);
}

static void raised(uint32_t rank, uint64_t from)
{
	timeline_tracks[rank].raised =
		(struct origin){from, engine.current->rank};
}

static void interrupt(uint32_t rank)
{
	uint64_t from = track_now();

	timeline_other();
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

	timeline_other();
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

	timeline_other();
	if (cause == ARCH_IRQ_NOTIFY) {
		put_arrow(&track->raised, rank, from);
		track->raised.time = 0;
	}
	track->irq(cause);
	timeline_other();
	put_event('X', rank, from);
	fputs(cause == ARCH_IRQ_NOTIFY ? "handler" : "handler: timer",
	      timeline_out);
	put_until(from, track_now());
	fputc('}', timeline_out);
}

static bool tas(uint32_t rank)
{
	uint64_t from = track_now();
	bool taken;

	timeline_other();
	taken = timeline_real.tas(rank);
	put_event('X', engine.current->rank, from);
	fprintf(timeline_out, "%s %02" PRIu32, taken ? "lock" : "try lock",
		rank);
	put_until(from, track_now());
	fputc('}', timeline_out);
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

static int end(int status)
{
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		if (timeline_tracks[rank].copy.open) {
			timeline_put_copy(rank, &timeline_tracks[rank].copy);
		}
		put_ring(&engine.cores[rank], &timeline_tracks[rank]);
	}
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
	mode_add(&timeline);
}
