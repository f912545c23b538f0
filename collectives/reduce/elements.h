/* SPDX-License-Identifier: Apache-2.0 */
/* What a reduction or a scan is asked for, and what can be wrong with that. */
#ifndef COLLECTIVES_ELEMENTS_H
#define COLLECTIVES_ELEMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "collectives/team/team.h"
#include "runtime/why.h"
#include "topology/arith.h"

#include <weft/reduce.h>
#include <weft/team.h>

enum {
	ELEMENT_MOST = 256, /* bytes of one */
	ELEMENTS_LOG2 =
		30, /* 1 GB and more in all is refused: offsets are words */
	ELEMENTS_FEW_LOG2 =
		22, /* fewer elements are below that, whatever their size */
};

struct elements {
	const void *send;
	void *recv; /* null: the result is not wanted here */
	size_t count;
	const struct weft_op *op;
	struct weft_team *team;
	uint32_t root; /* who wants it; or WEFT_TEAM_NOBODY: all do */
};

/* Is an element of that size, or are so many of them, too long for any of the calls? */
static inline bool elements_too_long(const struct weft_op *op, size_t count)
{
	return op->bytes - 1 >= ELEMENT_MOST ||
	       (count >> ELEMENTS_FEW_LOG2 > 0 &&
		!arith_fits(count, op->bytes, ELEMENTS_LOG2));
}

/* An error after which nobody can be asked about the rest. */
static inline int elements_lack(const struct weft_team *team,
				const struct weft_op *op)
{
	return !op || !op->combine ? RT_WHY(WEFT_ERR_NULL, "op, or its combine")
				   : team_check(team);
}

/* The error of the rest, on that team; recv is null then where it is not wanted. */
static inline int elements_check(struct elements *e, const struct team *team)
{
	int error = WEFT_OK;

	if (e->root == WEFT_TEAM_NOBODY || e->root == team->me) {
		error = e->count > 0 && !e->recv ? RT_WHY(WEFT_ERR_NULL, "recv")
						 : error;
	} else {
		e->recv = NULL;
	}
	error = e->count > 0 && !e->send ? RT_WHY(WEFT_ERR_NULL, "send")
					 : error;
	if (elements_too_long(e->op, e->count)) {
		error = RT_WHY(
			WEFT_ERR_SIZE,
			"elements of 0 bytes or of more than 256, or too many");
	}
	if (e->root != WEFT_TEAM_NOBODY && e->root >= team->size) {
		error = RT_WHY(WEFT_ERR_RANK, "the root");
	}
	return error;
}

/* Of elements that are not too long. */
static inline uint32_t elements_bytes(const struct elements *e)
{
	uint32_t bytes = e->op->bytes;

	return e->count == 1 ? bytes : arith_mul((uint32_t)e->count, bytes);
}

#endif
