/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "sim/engine.h"
#include "sim/host.h"
#include "sim/timeline_out.h"

FILE *timeline_out;

static uint64_t arrows;

static double us(uint64_t time)
{
	return (double)time / 1e6;
}

void put_text(const char *text, uint64_t n)
{
	for (uint64_t i = 0; i < n && text[i]; i++) {
		if (text[i] == '"' || text[i] == '\\') {
			fputc('\\', timeline_out);
		}
		if ((unsigned char)text[i] >= ' ') {
			fputc(text[i], timeline_out);
		}
	}
}

/* An event up to its name, whose end is the caller's. */
void put_event(char kind, uint32_t rank, uint64_t time)
{
	fprintf(timeline_out,
		",\n{\"ph\":\"%c\",\"pid\":0,\"tid\":%" PRIu32
		",\"ts\":%.6f,\"name\":\"",
		kind, rank, us(time));
}

/* The end of a slice's name, and how long it was. */
void put_until(uint64_t from, uint64_t until)
{
	fprintf(timeline_out, "\",\"dur\":%.6f", us(until - from));
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

	timeline_out = NULL; /* should we fail meanwhile, end */
	fputs("\n]\n", file);
	fclose(file);
}
