/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What images tell about their memory (arch/annotate.h): the MPB map and what of the
 * heap is allocated, private memory that is lent to an operation under way, reads
 * that are checked later.
 *
 * The heap is symmetric: an offset may be used, in any core's window, by those
 * cores on which it is allocated.  Others may be late with the same call.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/detect/detect.h"
#include "sim/chip/host.h"

enum {
	REGIONS = 64,
	MARKS = 4,
};

struct region {
	const char *name;
	uint32_t begin, end;
};

/* A line as one core may use it. */
struct use {
	uint8_t bytes;     /* from the line's first */
	struct event last; /* that it was allocated or freed */
};

struct loan {
	struct loan *next;
	const void *at;
	uint64_t n, sum;
	struct event lent;
};

static struct image_memory {
	struct region regions[REGIONS], marks[MARKS];
	uint32_t count, marks_count;
	struct use *lines;
	struct loan *loans;
	bool optimistic;
} * memories; /* of each core */

void hint_create(void)
{
	const struct profile *p = &engine.profile;
	uint64_t lines = p->window_bytes / p->line_bytes;

	memories = host_alloc(engine.count * sizeof(*memories));
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		memories[rank].lines =
			host_alloc(lines * sizeof(*memories->lines));
	}
}

/*
 * `bytes` of the n from `offset` on may be used; 0: none.  What is before `offset` in its line
 * stays as it was: small parts share one.
 */
static void allow(struct image_memory *m, uint32_t offset, uint64_t n,
		  uint64_t bytes, const struct event *last)
{
	uint64_t size = engine.profile.line_bytes, end = offset + bytes;

	for (uint64_t at = offset - offset % size; at < offset + n;
	     at += size) {
		struct use *use = &m->lines[at / size];
		uint64_t most = end > at ? earlier(end - at, size) : 0;

		if (at >= offset || most > use->bytes) {
			use->bytes = (uint8_t)most;
		}
		use->last = *last;
	}
}

static void add_region(struct image_memory *m, const char *name,
		       uint32_t offset, uint64_t n)
{
	static const struct event never;
	bool heap = strcmp(name, ARCH_ANNOTATE_HEAP) == 0;

	if (m->count == REGIONS - 1 ||
	    offset + n > engine.profile.window_bytes) {
		die(STATUS_INPUT, "a hint of region '%s' makes no sense", name);
	}
	m->regions[++m->count] =
		(struct region){name, offset, offset + (uint32_t)n};
	allow(m, offset, n, heap ? 0 : n, &never);
}

static void add_marks(struct image_memory *m, uint32_t offset, uint64_t n)
{
	if (m->marks_count == MARKS ||
	    offset + n > engine.profile.window_bytes) {
		die(STATUS_INPUT, "a hint of marks makes no sense");
	}
	m->marks[m->marks_count++] =
		(struct region){NULL, offset, offset + (uint32_t)n};
}

static uint64_t sum_of(const void *at, uint64_t n)
{
	const uint8_t *byte = at;
	uint64_t sum = 0xcbf29ce484222325u; /* FNV-1a */

	for (; n; n--) {
		sum = (sum ^ *byte++) * 0x100000001b3u;
	}
	return sum;
}

static void lend(struct image_memory *m, const struct event *by, const void *at,
		 uint64_t n)
{
	struct loan *loan = host_alloc(sizeof(*loan));

	*loan = (struct loan){m->loans, at, n, sum_of(at, n), *by};
	m->loans = loan;
}

static void compare(const struct loan *loan, const struct event *then)
{
	if (sum_of(loan->at, loan->n) != loan->sum) {
		detect_found(DETECT_SOURCE, &loan->lent, then,
			     (struct spot){0});
	}
}

static void give_back(struct image_memory *m, const struct event *by,
		      const void *at, uint64_t n)
{
	for (struct loan **link = &m->loans; *link; link = &(*link)->next) {
		struct loan *loan = *link;

		if (loan->at == at && loan->n == n) {
			compare(loan, by);
			*link = loan->next;
			free(loan);
			return;
		}
	}
}

void hint_take(enum arch_hint what, const void *place, uint32_t offset,
	       uint64_t n)
{
	const struct core *core = engine.current;
	struct image_memory *m = &memories[core->rank];
	struct event by;

	switch (what) {
	case ARCH_HINT_OPTIMISTIC:
		m->optimistic = n;
		break;
	case ARCH_HINT_REGION:
		add_region(m, place, offset, n);
		break;
	case ARCH_HINT_MARKS:
		add_marks(m, offset, n);
		break;
	case ARCH_HINT_LEND:
		by = detect_event(core, DID_LEND);
		by.path = path_here(core);
		lend(m, &by, place, n);
		break;
	case ARCH_HINT_GIVE_BACK:
		by = detect_event(core, DID_GIVE_BACK);
		by.path = path_here(core);
		give_back(m, &by, place, n);
		break;
	case ARCH_HINT_ALLOC:
	case ARCH_HINT_FREE:
		by = detect_event(core, what == ARCH_HINT_ALLOC ? DID_ALLOC
								: DID_FREE);
		by.path = path_here(core);
		allow(m, offset, n, what == ARCH_HINT_ALLOC ? n : 0, &by);
		if (what == ARCH_HINT_FREE) {
			shadow_freed(&by, (struct spot){core->rank, offset,
							(uint32_t)n});
		}
		break;
	}
}

bool hint_optimistic(uint32_t rank, bool value)
{
	bool was = memories[rank].optimistic;

	memories[rank].optimistic = value;
	return was;
}

bool hint_is_optimistic(uint32_t rank)
{
	return memories[rank].optimistic;
}

bool hint_is_mark(struct spot where)
{
	const struct image_memory *m = &memories[where.rank];

	for (uint32_t i = 0; i < m->marks_count; i++) {
		if (where.offset >= m->marks[i].begin &&
		    where.offset + where.bytes <= m->marks[i].end) {
			return true;
		}
	}
	return false;
}

bool hint_is_heap(struct spot where)
{
	uint32_t begin;
	const char *name = hint_region(where.rank, where.offset, &begin);

	return name && strcmp(name, ARCH_ANNOTATE_HEAP) == 0;
}

void hint_access(const struct event *by, struct spot where)
{
	uint64_t size = engine.profile.line_bytes;
	const struct image_memory *m = &memories[by->rank];
	const struct use *use = &m->lines[where.offset / size];

	/* Before it has a map, a core can touch nothing. */
	if (where.offset % size + where.bytes > use->bytes) {
		detect_found(DETECT_HEAP, &use->last, by, where);
	}
}

const char *hint_region(uint32_t rank, uint32_t offset, uint32_t *begin)
{
	const struct image_memory *m = &memories[rank];

	for (uint32_t i = 1; i <= m->count; i++) {
		const struct region *r = &m->regions[i];

		if (offset >= r->begin && offset < r->end) {
			*begin = r->begin;
			return r->name;
		}
	}
	*begin = 0;
	return NULL;
}

/* Nobody has given these back; but they had better not change. */
void hint_end(void)
{
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		struct event now = detect_event(&engine.cores[rank], DID_GO_ON);
		const struct loan *loan = memories[rank].loans;

		for (; loan; loan = loan->next) {
			compare(loan, &now);
		}
	}
}
