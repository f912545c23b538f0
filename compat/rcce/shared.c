/* SPDX-License-Identifier: Apache-2.0 */
/*
 * RCCE's off-chip memory of all cores.  All make the same calls in one order, so each keeps the
 * same list of what is used, in its own memory, and no messages are exchanged.
 */
#include <weft/core.h>
#include <weft/rma.h>

#include "compat/rcce/rcce.h"

struct rcce_piece {
	struct rcce_piece *next; /* at a larger offset */
	size_t at, bytes;
};

static struct rcce_piece *pieces;

static char *common(size_t *bytes)
{
	char *memory = weft_common(bytes);

	if (!memory) {
		weft_panic("RCCE_shmalloc: "
			   "the cores of this run have no memory in common");
	}
	return memory;
}

/* The first gap of that size: before *link, or behind all. */
static struct rcce_piece **shared_gap(size_t bytes, size_t all, size_t *at)
{
	struct rcce_piece **link = &pieces;

	*at = 0;
	for (; *link && (*link)->at - *at < bytes; link = &(*link)->next) {
		*at = (*link)->at + (*link)->bytes;
	}
	return *link || (*at <= all && all - *at >= bytes) ? link : NULL;
}

t_vcharp RCCE_shmalloc(size_t bytes)
{
	size_t all, at, rest = RCCE_LINE_SIZE - 1;
	char *memory = common(&all);
	struct rcce_piece **link, *piece;

	if (bytes == 0 || bytes > all) {
		return NULL;
	}
	bytes = (bytes + rest) & ~rest;
	link = shared_gap(bytes, all, &at);
	piece = link ? malloc(sizeof(*piece)) : NULL;
	if (!piece) {
		return NULL;
	}
	*piece = (struct rcce_piece){.next = *link, .at = at, .bytes = bytes};
	*link = piece;
	return (t_vcharp)(memory + at);
}

t_vcharp RCCE_shmalloc_request(size_t bytes, size_t *got)
{
	t_vcharp place = NULL;
	size_t rest = RCCE_LINE_SIZE - 1;

	bytes = (bytes + rest) & ~rest;
	while (bytes > 0 && !(place = RCCE_shmalloc(bytes))) {
		bytes = bytes / 2 & ~rest;
	}
	*got = bytes;
	return place;
}

/* One that RCCE does not know is let pass, as by RCCE_free. */
void RCCE_shfree(t_vcharp place)
{
	struct rcce_piece **link = &pieces, *piece;
	size_t all;
	uintptr_t memory = (uintptr_t)common(&all);

	while (*link && memory + (*link)->at != (uintptr_t)place) {
		link = &(*link)->next;
	}
	piece = *link;
	if (piece) {
		*link = piece->next;
		free(piece);
	}
}

/* What I have stored is there before what I write next to any core. */
void RCCE_shflush(void)
{
	weft_quiet();
}
