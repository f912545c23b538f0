/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Multiplies a sparse matrix by a vector, again and again.  The matrix is INPUT=, a Matrix
 * Market file of integers, or the Laplacian of a square grid of points.
 *
 *   bspspmv [steps=<n>] [grid=<points on a side>]
 *
 * A process has some rows and the same part of the vector.  Once, at the start, it finds
 * which parts of others' it needs; then a step is a superstep: those parts by bsp_get, and
 * its rows.  The process that has the matrix multiplies alone, too, and compares.
 */
#include "examples/bspkernel.h"
#include "examples/mtx.h"

enum {
	MOST = 1 << 20 /* rows */
};

struct entry {
	uint32_t y, x, value;
};

/* Parts of the vector that follow each other, and where they are wanted. */
struct run {
	uint32_t owner, from, to, n;
};

static uint32_t p, me, n, root, first, rows, steps;
static struct mtx file;
static uint32_t grid, point; /* without a file: its side, where it stands */
static struct entry *entries;
static uint32_t count, runs;
static struct run *run;
static uint32_t *x, *wanted; /* my part; what my rows need */

/* Each point of the grid has itself and its neighbours: five entries, some left out. */
static bool next_of_grid(struct entry *e)
{
	for (; point < 5 * n; point++) {
		static const int32_t aside[] = {0, 1, -1, 0, 0};
		static const int32_t below[] = {0, 0, 0, 1, -1};
		uint32_t i = point / 5, k = point % 5;
		uint32_t column = i % grid + (uint32_t)aside[k];
		uint32_t line = i / grid + (uint32_t)below[k];

		if (column < grid && line < grid) {
			*e = (struct entry){i, line * grid + column,
					    k == 0 ? 4 : UINT32_MAX};
			point++;
			return true;
		}
	}
	return false;
}

static bool next_entry(struct entry *e)
{
	return grid ? next_of_grid(e)
		    : mtx_next(&file, &e->y, &e->x, (int32_t *)&e->value);
}

/* What a process does that has the matrix: with each entry, and its mirror image. */
static void each_entry(void (*with)(struct entry e))
{
	struct mtx start = file;
	struct entry e;

	for (point = 0; next_entry(&e);) {
		with(e);
		if (file.symmetric && !grid && e.x != e.y) {
			with((struct entry){e.x, e.y, e.value});
		}
	}
	if (!grid && !file.ok) {
		bsp_abort("bspspmv: entry %u is wrong", (unsigned)file.next);
	}
	file = start;
}

static void send(struct entry e)
{
	bsp_send((int)part_of(e.y, p, n), NULL, &e, sizeof(e));
}

static void take_entries(void)
{
	int messages, bytes;

	bsp_qsize(&messages, &bytes);
	count = (uint32_t)messages;
	entries = room((size_t)bytes);
	for (uint32_t i = 0; i < count; i++) {
		bsp_move(&entries[i], sizeof(*entries));
	}
}

/* Of each column that my entries have, a place in `wanted`; from now on their x is that. */
static void find_runs(void)
{
	uint32_t *place = room(n * sizeof(*place)), end = 0;
	bool inside = false;

	for (uint32_t i = 0; i < count; i++) {
		place[entries[i].x] = 1;
	}
	run = room(n * sizeof(*run));
	for (uint32_t i = 0; i < n; i++) {
		uint32_t owner = part_of(i, p, n);

		if (place[i] && (!inside || run[runs - 1].owner != owner)) {
			run[runs++] = (struct run){
				owner, i - first_of(owner, p, n), end, 0};
		}
		inside = place[i];
		if (inside) {
			run[runs - 1].n++;
			place[i] = end++;
		}
	}
	for (uint32_t i = 0; i < count; i++) {
		entries[i].x = place[entries[i].x];
	}
	wanted = room(end * sizeof(*wanted));
	free(place);
}

static void step(void)
{
	for (uint32_t i = 0; i < runs; i++) {
		bsp_get((int)run[i].owner, x, (int)(run[i].from * sizeof(*x)),
			wanted + run[i].to, (int)(run[i].n * sizeof(*x)));
	}
	bsp_sync();
	memset(x, 0, rows * sizeof(*x));
	for (uint32_t i = 0; i < count; i++) {
		x[entries[i].y - first] +=
			entries[i].value * wanted[entries[i].x];
	}
}

static uint32_t *was, *is; /* of the one who computes alone */

static void multiply(struct entry e)
{
	is[e.y] += e.value * was[e.x];
}

static uint32_t check(const uint32_t *all)
{
	uint32_t *other = room(n * sizeof(*other)), wrong = 0;

	is = room(n * sizeof(*is));
	was = other;
	for (uint32_t i = 0; i < n; i++) {
		is[i] = random_at(i);
	}
	for (uint32_t t = 0; t < steps; t++) {
		uint32_t *spare = was;

		was = is;
		is = spare;
		memset(is, 0, n * sizeof(*is));
		each_entry(multiply);
	}
	for (uint32_t i = 0; i < n; i++) {
		wrong += all[i] != is[i];
	}
	return wrong;
}

/* The matrix of INPUT=, else the grid; all know how many rows. */
static WEFT_COLD void open_matrix(int argc, char **argv)
{
	const char *text;
	size_t bytes = 0;

	root = input_root(&text, &bytes);
	if (root == weft_size()) {
		grid = argument(argc, argv, "grid", 12);
		n = grid * grid;
		root = 0;
		return;
	}
	if (weft_rank() == root) {
		file = mtx_open(text, bytes, MOST);
		n = file.ok ? file.size : 0;
	}
	need(weft_bcast(&n, sizeof(n), root, WEFT_WORLD, WEFT_FOREVER));
	if (n == 0) {
		weft_panic("bspspmv: INPUT= is no square integer matrix in "
			   "Matrix Market's format");
	}
}

int main(int argc, char **argv)
{
	uint32_t *all, wrong = 0;
	uint64_t start;

	steps = argument(argc, argv, "steps", 5);
	open_matrix(argc, argv);
	bsp_begin(bsp_nprocs());
	p = (uint32_t)bsp_nprocs();
	me = (uint32_t)bsp_pid();
	first = first_of(me, p, n);
	rows = first_of(me + 1, p, n) - first;
	x = room(rows * sizeof(*x));
	/* Only the root has room for the whole vector: to others its name is NULL. */
	all = me == root ? room(n * sizeof(*all)) : NULL;
	bsp_push_reg(x, (int)(rows * sizeof(*x)));
	bsp_push_reg(all, me == root ? (int)(n * sizeof(*all)) : 0);
	if (me == root) {
		each_entry(send);
	}
	bsp_sync();
	take_entries();
	find_runs();
	for (uint32_t i = 0; i < rows; i++) {
		x[i] = random_at(first + i);
	}
	bsp_sync();
	start = bsp_cycles();
	for (uint32_t t = 0; t < steps; t++) {
		step();
	}
	bsp_sync();
	start = bsp_cycles() - start;
	bsp_put((int)root, x, all, (int)(first * sizeof(*x)),
		(int)(rows * sizeof(*x)));
	bsp_sync();
	if (me == root) {
		wrong = check(all);
	}
	return kernel_end("bspspmv", n, wrong, start);
}
