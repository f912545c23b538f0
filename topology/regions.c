/* SPDX-License-Identifier: Apache-2.0 */
#include "topology/regions.h"

#include <stdbool.h>

#include "topology/box.h"

enum {
	DEPTH = 10,  /* of the cuts: log2 of the most regions, and more */
	LINES = 128, /* of cores side by side that are told apart */
};

/* Cores order[from .. from + n - 1], for regions first .. first + regions - 1. */
struct regions_piece {
	uint32_t from, n, first, regions;
};

static ARCH_COLD struct box box_of(const uint16_t *rank, uint32_t n,
				   mesh_where *where)
{
	struct box box = BOX_EMPTY;

	for (uint32_t i = 0; i < n; i++) {
		box_add(&box, where(rank[i]));
	}
	return box;
}

static ARCH_COLD uint32_t along(struct mesh_place at, bool wide)
{
	return wide ? at.x : at.y;
}

/* The first line with more than `half` of them up to its end. */
static ARCH_COLD uint32_t line_at(const uint16_t *rank, uint32_t n, bool wide,
				  struct box box, uint32_t half,
				  mesh_where *where)
{
	uint32_t first = wide ? box.x0 : box.y0, line = 0, up_to;
	uint16_t on[LINES] = {0};

	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = along(where(rank[i]), wide) - first;

		on[at < LINES ? at : LINES - 1]++;
	}
	for (up_to = on[0]; up_to <= half && line < LINES - 1;) {
		up_to += on[++line];
	}
	return first + line;
}

static ARCH_COLD void swap(uint16_t *a, uint16_t *b)
{
	uint16_t kept = *a;

	*a = *b;
	*b = kept;
}

/* The first `half` of them to the front: all before a line, the rest on it. */
static ARCH_COLD void cut(uint16_t *rank, uint32_t n, uint32_t half,
			  mesh_where *where)
{
	struct box box = box_of(rank, n, where);
	bool wide = box_is_wide(&box);
	uint32_t line = line_at(rank, n, wide, box, half, where), to = 0;

	for (uint32_t i = 0; i < n; i++) {
		if (along(where(rank[i]), wide) < line) {
			swap(&rank[to++], &rank[i]);
		}
	}
	for (uint32_t i = to; i < n && to < half; i++) {
		if (along(where(rank[i]), wide) == line) {
			swap(&rank[to++], &rank[i]);
		}
	}
}

void regions_cut(uint16_t *rank, uint32_t count, const uint16_t *size,
		 uint32_t regions, mesh_where *where)
{
	struct regions_piece todo[DEPTH], p = {0, count, 0, regions};
	uint32_t depth = 0;

	for (;;) {
		uint32_t half = p.regions >> 1, cores = 0;

		if (half == 0) {
			if (depth == 0) {
				return;
			}
			p = todo[--depth];
			continue;
		}
		for (uint32_t i = 0; i < half; i++) {
			cores += size[p.first + i];
		}
		cut(rank + p.from, p.n, cores, where);
		todo[depth++] = (struct regions_piece){
			p.from + cores, p.n - cores, p.first + half,
			p.regions - half};
		p.n = cores;
		p.regions = half;
	}
}
