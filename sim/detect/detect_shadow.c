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
 * cores' writes of different values into one flag.
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
	uint64_t left;      /* bytes that a former owner wrote, .. */
	struct event freed; /* .. which then freed them */
};

static struct line *lines; /* of each core's window */

static struct line *line_of(uint32_t rank, uint32_t offset)
{
	const struct profile *p = &engine.profile;

	return &lines[(rank * p->window_bytes + offset) / p->line_bytes];
}

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

static bool before(const struct event *e, const struct event *by)
{
	return !e->did || clock_knows(by->rank, e);
}

/*
 * One core's writes to one core are in order; what reads them must know that they
 * are there, even the core itself.
 */
static bool landed(const struct event *e, const struct event *by, uint32_t at)
{
	return !e->did || (e->rank == by->rank && did_write(by->did)) ||
	       clock_knows_landed(by->rank, e, at);
}

/* An earlier access that this one conflicts with, or null. */
static const struct event *conflict(const struct cell *cell,
				    const struct event *by, uint32_t at)
{
	if (by->did == DID_READ_FLAG && cell->write.did == DID_WRITE_FLAG) {
		return NULL;
	}
	if (!landed(&cell->write, by, at)) {
		return &cell->write;
	}
	if (!did_write(by->did)) {
		return NULL;
	}
	for (uint32_t i = 0; cell->readers && i < engine.count; i++) {
		if (!before(&cell->readers[i], by)) {
			return &cell->readers[i];
		}
	}
	return before(&cell->read, by) ? NULL : &cell->read;
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
	} else if (before(&cell->read, by)) {
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

/*
 * The heap is zero at start; what is allocated anew has no contents.  Weft's own
 * parts read nothing but flags that nobody has written.
 */
static bool unwritten_at(const struct line *line, const struct cell *cell,
			 struct spot where, uint32_t i)
{
	uint64_t byte = (where.offset + i) % engine.profile.line_bytes;

	return (line->left >> byte & 1) ||
	       (!cell->write.did && !hint_is_heap(where));
}

void shadow_freed(const struct event *by, struct spot where)
{
	uint32_t size = (uint32_t)engine.profile.line_bytes;

	for (uint32_t at = 0; at < where.bytes; at += size) {
		struct line *line = line_of(where.rank, where.offset + at);

		line->left = UINT64_MAX;
		line->freed = *by;
	}
}

/* One report for a call's access to a line, about its first bad byte. */
void shadow_access(const struct event *by, struct spot where)
{
	uint64_t size = engine.profile.line_bytes;
	struct line *line = line_of(where.rank, where.offset);
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
		const struct event *e = conflict(cell, by, where.rank);

		if (e && !other.did) {
			other = *e;
			raced = i;
		}
		if (by->did == DID_GET && !unwritten &&
		    unwritten_at(line, cell, where, i)) {
			unwritten = i + 1;
		}
		remember(cell, by);
	}
	if (line->bytes && n == size && did_write(by->did)) {
		join(line);
	}
	if (did_write(by->did)) {
		line->left &= ~packet_mask(where.offset % (uint32_t)size,
					   where.bytes);
	}
	if (other.did) {
		detect_found(before(&other, by) ? DETECT_QUIET : DETECT_RACES,
			     &other, by,
			     (struct spot){where.rank, where.offset + raced,
					   where.bytes - raced});
	}
	if (unwritten) {
		unwritten--;
		detect_found(DETECT_UNWRITTEN, &line->freed, by,
			     (struct spot){where.rank, where.offset + unwritten,
					   where.bytes - unwritten});
	}
}
