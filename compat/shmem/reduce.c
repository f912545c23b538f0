/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions: weft's, where all PEs take part; else the first PE of the set gets all
 * elements, a piece at a time, in the order of the PEs, and puts what they combine to.
 */
#include <string.h>

#include "compat/shmem/operation.h"

enum {
	PIECE = 512
};

static void piece(const struct set *set, char *to, const char *from, size_t n,
		  const struct weft_op *op)
{
	char sum[PIECE] __attribute__((aligned(16)));
	char next[PIECE] __attribute__((aligned(16)));
	size_t bytes = n * op->bytes;

	memcpy(sum, from, bytes);
	for (int i = 1; i < set->size; i++) {
		shmem_getmem(next, from, bytes, set_pe(set, i));
		op->combine(sum, next, n);
	}
	set_put(set, to, sum, bytes, -1);
}

/* Of all PEs: weft's, with no more before it than it needs. */
static inline void all_reduce(void *to, const void *from, size_t n, int op, int kind)
{
	static const struct weft_op *by; /* of the last reduction */
	static int last_op = -1, last_kind;

	if (op != last_op || kind != last_kind) {
		by = operation(op, kind);
		last_op = op;
		last_kind = kind;
	}
	own_check(weft_allreduce(from, to, n, by, WEFT_WORLD, WEFT_FOREVER),
		  "a reduction");
}

void set_reduce(const struct set *set, void *to, const void *from, size_t n,
		int op, int kind)
{
	const struct weft_op *by = operation(op, kind);
	size_t most = 1;

	if (set_is_all(set)) {
		all_reduce(to, from, n, op, kind);
		return;
	}
	while (2 * most * by->bytes <= PIECE) {
		most *= 2;
	}
	set_sync(set); /* all elements are there */
	for (size_t at = 0; set->me == 0 && at < n; at += most) {
		piece(set, (char *)to + at * by->bytes,
		      (const char *)from + at * by->bytes,
		      n - at < most ? n - at : most, by);
	}
	set_finish(set);
}

int shmemi_reduce(shmem_team_t team, void *to, const void *from, size_t n,
		  int op, int kind)
{
	struct set set;

	if (team == SHMEM_TEAM_WORLD) {
		all_reduce(to, from, n, op, kind);
		return 0;
	}
	set = set_of_team(team);
	set_reduce(&set, to, from, n, op, kind);
	return 0;
}

void shmemi_to_all(void *to, const void *from, int n, int op, int kind,
		   int first, int log, int size, long *sync)
{
	struct set set = set_active(first, log, size, sync);

	set_reduce(&set, to, from, (size_t)n, op, kind);
}
