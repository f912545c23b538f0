/* SPDX-License-Identifier: Apache-2.0 */
/* Copies on the timeline: accesses that follow one another are one. */
#include <inttypes.h>

#include "sim/report/timeline_out.h"
#include "sim/report/timeline_track.h"

void timeline_put_copy(uint32_t rank, const struct copy *copy)
{
	const struct side *from = &copy->read, *to = &copy->write;

	if (from->bytes + to->bytes == 0) {
		return; /* memory was read, and then something came between */
	}
	put_event('X', rank, copy->from);
	if (from->bytes && to->bytes) {
		fprintf(timeline_out, "copy %02" PRIu32 " to %02" PRIu32,
			from->rank, to->rank);
	} else if (from->bytes) {
		fprintf(timeline_out, "get from %02" PRIu32, from->rank);
	} else {
		fprintf(timeline_out, "put to %02" PRIu32, to->rank);
	}
	put_until(copy->from, copy->until);
	fprintf(timeline_out, ",\"args\":{\"bytes\":%" PRIu32 "}}",
		from->bytes > to->bytes ? from->bytes : to->bytes);
}

static void step_copy(bool write, uint32_t rank, uint32_t offset, uint32_t n)
{
	struct copy *copy = &track_mine()->copy;
	struct side *side = write ? &copy->write : &copy->read;

	if (copy->open && side->bytes &&
	    (side->rank != rank || side->next != offset)) {
		timeline_other();
	}
	if (!copy->open) {
		timeline_call_begins();
		*copy = (struct copy){.open = true, .from = track_now()};
	}
	side->rank = rank;
	side->next = offset + n;
	side->bytes += n;
}

void timeline_wrote(uint32_t rank, uint32_t offset, uint32_t n)
{
	struct origin by = {track_now(), engine.current->rank};

	for (uint32_t at = offset & ~3u; at < offset + n; at += 4) {
		timeline_tracks[rank].words[at / 4] = by;
	}
}

static void read_window(uint32_t rank, uint32_t offset, void *to, uint32_t n)
{
	step_copy(false, rank, offset, n);
	timeline_real.read(rank, offset, to, n);
	track_mine()->copy.until = track_now();
}

static void write_window(uint32_t rank, uint32_t offset, const void *from,
			 uint32_t n)
{
	step_copy(true, rank, offset, n);
	timeline_wrote(rank, offset, n);
	timeline_real.write(rank, offset, from, n);
	track_mine()->copy.until = track_now();
}

/* A put begins with it. */
static void dram_read(const void *from, uint32_t n)
{
	if (!track_mine()->copy.open) {
		timeline_call_begins();
		track_mine()->copy =
			(struct copy){.open = true, .from = track_now()};
	}
	timeline_real.dram_read(from, n);
	track_mine()->copy.until = track_now();
}

static void dram_write(void *to, uint32_t n)
{
	timeline_real.dram_write(to, n);
	track_mine()->copy.until = track_now();
}

void timeline_copies(struct sim_host *host)
{
	host->read = read_window;
	host->write = write_window;
	host->dram_read = dram_read;
	host->dram_write = dram_write;
}
