/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who touched each byte of each window last, and whether that was ordered.
 *
 * As in FastTrack (C. Flanagan, S. Freund, PLDI 2009) one write and one read are
 * enough for most bytes: a new one that the old happened before replaces it.
 * Only where several cores have read without an order among them, each one's
 * last read is kept.  A line is one cell until something touches less than all
 * of it, and again when something writes it whole.
 *
 * Flags are no data: a flag read of what a flag write has written is
 * synchronisation (detect_clock.c), and a put of marks is taken for a flag
 * write.  All else is data to each other: a put or a get of a flag's bytes, two
 * cores' writes of one flag.
 */
#include <string.h>

#include "sim/detect/detect.h"
#include "sim/chip/host.h"

struct cell {
	struct event write, read;
	struct event *readers; /* by rank, instead of `read`; or null */
};

struct line {
	struct cell whole;
	struct cell *bytes; /* instead; or null */
};

static struct line *lines; /* of each core's window */

/* Blocks of one size that are given back. */
struct pool {
	size_t bytes;
	void **first;
};
static struct pool cells, vectors;

static void *pool_take(struct pool *pool)
{
	void **block = pool->first;

	if (!block) {
		return host_alloc(pool->bytes);
	}
	pool->first = *block;
	memset(block, 0, pool->bytes);
	return block;
}

static void pool_give(struct pool *pool, void *block)
{
	*(void **)block = pool->first;
	pool->first = block;
}

void shadow_create(void)
{
	const struct profile *p = &engine.profile;

	cells.bytes = p->line_bytes * sizeof(struct cell);
	vectors.bytes = engine.count * sizeof(struct event);
	lines = host_reserve(engine.count * p->window_bytes / p->line_bytes *
				     sizeof(*lines),
			     "windows' shadows");
}

static bool before(const struct event *e, const uint32_t *clock)
{
	return !e->did || e->clock <= clock[e->rank];
}

/* An earlier access that this one conflicts with, or null. */
static const struct event *conflict(const struct cell *cell,
				    const struct event *by)
{
	const uint32_t *clock = clock_of(by->rank);

	if (by->did == DID_READ_FLAG && cell->write.did == DID_WRITE_FLAG) {
		return NULL;
	}
	if (!before(&cell->write, clock)) {
		return &cell->write;
	}
	if (!did_write(by->did)) {
		return NULL;
	}
	for (uint32_t i = 0; cell->readers && i < engine.count; i++) {
		if (!before(&cell->readers[i], clock)) {
			return &cell->readers[i];
		}
	}
	return before(&cell->read, clock) ? NULL : &cell->read;
}

static void forget_readers(struct cell *cell)
{
	if (cell->readers) {
		pool_give(&vectors, cell->readers);
		cell->readers = NULL;
	}
}

static void remember(struct cell *cell, const struct event *by)
{
	if (did_write(by->did)) {
		forget_readers(cell);
		cell->write = *by;
		cell->read.did = DID_NOTHING;
	} else if (by->did == DID_READ_FLAG) {
		return;
	} else if (cell->readers) {
		cell->readers[by->rank] = *by;
	} else if (before(&cell->read, clock_of(by->rank))) {
		cell->read = *by;
	} else {
		cell->readers = pool_take(&vectors);
		cell->readers[cell->read.rank] = cell->read;
		cell->readers[by->rank] = *by;
		cell->read.did = DID_NOTHING;
	}
}

static void split(struct line *line)
{
	struct cell *whole = &line->whole;

	line->bytes = pool_take(&cells);
	for (uint64_t i = 0; i < engine.profile.line_bytes; i++) {
		line->bytes[i] = *whole;
		if (whole->readers) {
			line->bytes[i].readers = pool_take(&vectors);
			memcpy(line->bytes[i].readers, whole->readers,
			       vectors.bytes);
		}
	}
	forget_readers(whole);
}

/* It has just been written whole. */
static void join(struct line *line)
{
	line->whole = line->bytes[0];
	pool_give(&cells, line->bytes);
	line->bytes = NULL;
}

/* One report for a call's access to a line, about its first bad byte. */
void shadow_access(const struct event *by, struct spot where)
{
	static const struct event nobody;
	uint64_t size = engine.profile.line_bytes;
	uint64_t window = engine.profile.window_bytes;
	struct line *line = &lines[(where.rank * window + where.offset) / size];
	struct cell *cell = &line->whole;
	struct event other = {0};
	uint32_t n = where.bytes, raced = 0, unwritten = 0;

	if (!line->bytes && n < size) {
		split(line);
	}
	if (line->bytes) {
		cell = &line->bytes[where.offset % size];
	} else {
		n = 1;
	}
	for (uint32_t i = 0; i < n; i++, cell++) {
		const struct event *e = conflict(cell, by);

		if (e && !other.did) {
			other = *e;
			raced = i;
		}
		if (by->did == DID_GET && !cell->write.did && !unwritten) {
			unwritten = i + 1;
		}
		remember(cell, by);
	}
	if (line->bytes && n == size && did_write(by->did)) {
		join(line);
	}
	if (other.did) {
		detect_found(DETECT_RACES, &other, by,
			     (struct spot){where.rank, where.offset + raced,
					   where.bytes - raced});
	}
	if (unwritten) {
		unwritten--;
		detect_found(DETECT_UNWRITTEN, &nobody, by,
			     (struct spot){where.rank, where.offset + unwritten,
					   where.bytes - unwritten});
	}
}
