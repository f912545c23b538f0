/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "sim/chip/engine.h"
#include "sim/chip/host.h"
#include "sim/report/timeline_out.h"
#include "sim/report/timeline_track.h"

FILE *timeline_out;

static uint64_t arrows;

static double us(uint64_t time)
{
	return (double)time / 1e6;
}

/* Bytes of the character of UTF-8 at `text`, of at most n; 0: it is none. */
static uint64_t character(const char *text, uint64_t n)
{
	const unsigned char *c = (const unsigned char *)text;
	uint64_t bytes = c[0] < 0x80   ? 1
			 : c[0] < 0xe0 ? 2
			 : c[0] < 0xf0 ? 3
				       : 4;
	/* What the second byte can be, or it could be written in fewer. */
	unsigned least = c[0] == 0xe0 ? 0xa0 : c[0] == 0xf0 ? 0x90 : 0x80;
	unsigned most = c[0] == 0xed ? 0x9f : c[0] == 0xf4 ? 0x8f : 0xbf;

	if ((c[0] >= 0x80 && c[0] < 0xc2) || c[0] > 0xf4 || bytes > n) {
		return 0;
	}
	for (uint64_t i = 1; i < bytes; i++) {
		if (c[i] < least || c[i] > most) {
			return 0;
		}
		least = 0x80;
		most = 0xbf;
	}
	return bytes;
}

/* A program may print any bytes, and a line may end within a character. */
void put_text(const char *text, uint64_t n)
{
	for (uint64_t i = 0, bytes; i < n && text[i]; i += bytes) {
		bytes = character(text + i, n - i);
		if (text[i] == '"' || text[i] == '\\') {
			fputc('\\', timeline_out);
		}
		if (!bytes) {
			fputs("\\ufffd", timeline_out);
			bytes = 1;
		} else if ((unsigned char)text[i] >= ' ') {
			fwrite(text + i, 1, bytes, timeline_out);
		}
	}
}

static uint32_t slice_of; /* whose the last event was */

/* An event up to its name, whose end is the caller's. */
void put_event(char kind, uint32_t rank, uint64_t time)
{
	slice_of = rank;
	fprintf(timeline_out,
		",\n{\"ph\":\"%c\",\"pid\":0,\"tid\":%" PRIu32
		",\"ts\":%.6f,\"name\":\"",
		kind, rank, us(time));
}

/* The end of a slice's name, and how long it was. */
void put_until(uint64_t from, uint64_t until)
{
	fprintf(timeline_out, "\",\"dur\":%.6f", us(until - from));
	timeline_call_until(slice_of, until);
}

void put_mark(uint32_t rank, uint64_t time, const char *text, uint64_t n)
{
	put_event('i', rank, time);
	put_text(text, n);
	fputs("\",\"s\":\"t\"", timeline_out);
}

void put_arrow(const struct origin *from, uint32_t to, uint64_t time)
{
	if (from->time == 0 || from->time > time) {
		return;
	}
	arrows++;
	put_event('s', from->rank, from->time);
	fprintf(timeline_out, "tells\",\"cat\":\"tell\",\"id\":%" PRIu64 "}",
		arrows);
	put_event('f', to, time);
	fprintf(timeline_out,
		"tells\",\"cat\":\"tell\",\"bp\":\"e\",\"id\":%" PRIu64 "}",
		arrows);
}

/*
 * Of the chip: its mesh, on which lines go along x first; but where it is hashed at which
 * tile a line is kept, nobody can tell its way.
 */
static void put_chip(void)
{
	const struct profile *p = &engine.profile;

	fprintf(timeline_out,
		",\n{\"ph\":\"M\",\"pid\":0,\"name\":\"chip\",\"args\":{"
		"\"columns\":%" PRIu64 ",\"rows\":%" PRIu64
		",\"window\":%" PRIu64 ",\"line\":%" PRIu64 ",\"mhz\":%" PRIu64
		",\"ways\":%s}}",
		p->mesh_x, p->mesh_y, p->window_bytes, p->line_bytes,
		p->core_mhz, p->coherent && p->hashed ? "false" : "true");
}

void timeline_open(const char *path)
{
	timeline_out = fopen(path, "w");
	if (!timeline_out) {
		die(STATUS_INPUT, "%s: %s", path, strerror(errno));
	}
	fprintf(timeline_out,
		"[\n{\"ph\":\"M\",\"pid\":0,\"name\":\"process_name\","
		"\"args\":{\"name\":\"%" PRIu32 " cores, simulated time\"}}",
		engine.count);
	put_chip();
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		const struct arch_coords *at = &engine.coords[rank];

		fprintf(timeline_out,
			",\n{\"ph\":\"M\",\"pid\":0,\"tid\":%" PRIu32
			",\"name\":\"thread_name\",\"args\":{\"name\":"
			"\"%02" PRIu32 " (%" PRIu32 ",%" PRIu32 ")\"}}",
			rank, rank, at->x, at->y);
	}
}

void timeline_close(void)
{
	FILE *file = timeline_out;
	bool failed;

	timeline_out = NULL; /* should we fail meanwhile, end */
	fputs("\n]\n", file);
	failed = ferror(file);
	if (fclose(file) != 0 || failed) {
		fprintf(stderr, "weft-sim: the timeline is not whole: %s\n",
			strerror(errno));
	}
}
