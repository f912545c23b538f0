/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "examples/input.h"
#include "examples/matmul/summa.h"

enum {
	PANEL = 8 /* columns of A, rows of B, that a step is of */
};

/* A core's place in the grid, and the part of a matrix that it has. */
struct part {
	uint32_t row, column;              /* in the grid */
	uint32_t top, left, height, width; /* of the block */
};

static struct {
	uint32_t rows, columns; /* of cores */
	uint32_t n;             /* of a matrix */
	struct weft_team *row, *column;
} grid;

static struct part part_of(uint32_t rank)
{
	struct part p = {.row = rank / grid.columns,
			 .column = rank % grid.columns};

	p.top = first_of(p.row, grid.rows, grid.n);
	p.left = first_of(p.column, grid.columns, grid.n);
	p.height = first_of(p.row + 1, grid.rows, grid.n) - p.top;
	p.width = first_of(p.column + 1, grid.columns, grid.n) - p.left;
	return p;
}

/* As square as the number of cores allows. */
static void make_grid(uint32_t n)
{
	uint32_t cores = weft_size(), me = weft_rank();

	grid.n = n;
	for (uint32_t rows = 1; rows * rows <= cores; rows++) {
		grid.rows = cores % rows == 0 ? rows : grid.rows;
	}
	grid.columns = cores / grid.rows;
	need(weft_team_split(WEFT_WORLD, (int32_t)(me / grid.columns), 0,
			     &grid.row, WEFT_FOREVER));
	need(weft_team_split(WEFT_WORLD, (int32_t)(me % grid.columns), 0,
			     &grid.column, WEFT_FOREVER));
}

static void free_grid(void)
{
	need(weft_team_free(&grid.row, WEFT_FOREVER));
	need(weft_team_free(&grid.column, WEFT_FOREVER));
}

/* Between a matrix and all cores' blocks, one after the other. */
static void pack(uint32_t *blocks, uint32_t *matrix, bool out)
{
	for (uint32_t rank = 0; rank < weft_size(); rank++) {
		struct part p = part_of(rank);

		for (uint32_t y = 0; y < p.height; y++, blocks += p.width) {
			uint32_t *row = matrix + (p.top + y) * grid.n + p.left;

			memcpy(out ? row : blocks, out ? blocks : row,
			       p.width * sizeof(*row));
		}
	}
}

/* The root's matrix to or from all cores' blocks. */
static void move(uint32_t *matrix, uint32_t *block, uint32_t root, bool out)
{
	uint32_t cores = weft_size(), me = weft_rank();
	size_t *count = room(cores * sizeof(*count));
	size_t *at = room(cores * sizeof(*at)), end = 0;
	uint32_t *all = NULL;

	for (uint32_t i = 0; i < cores; i++) {
		struct part p = part_of(i);

		at[i] = end;
		count[i] = (size_t)p.height * p.width * sizeof(*block);
		end += count[i];
	}
	if (me == root) {
		all = room(end);
	}
	if (all && !out) {
		pack(all, matrix, out);
	}
	need(out ? weft_gatherv(block, count[me], all, count, at, root,
				WEFT_WORLD, WEFT_FOREVER)
		 : weft_scatterv(all, count, at, block, count[me], root,
				 WEFT_WORLD, WEFT_FOREVER));
	if (all && out) {
		pack(all, matrix, out);
	}
	free(all);
	free(count);
	free(at);
}

void multiply_add(const uint32_t *a, const uint32_t *b, uint32_t *c,
		  uint32_t rows, uint32_t inner, uint32_t columns)
{
	for (uint32_t y = 0; y < rows; y++, c += columns) {
		for (uint32_t k = 0; k < inner; k++) {
			const uint32_t *row = b + k * columns;
			uint32_t factor = *a++;

			for (uint32_t x = 0; x < columns; x++) {
				c[x] += factor * row[x];
			}
		}
	}
}

/* Which of `parts` has thing i of n. */
static uint32_t owner(uint32_t i, uint32_t parts, uint32_t n)
{
	uint32_t part = 0;

	while (first_of(part + 1, parts, n) <= i) {
		part++;
	}
	return part;
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* Steps of at most PANEL that have one owner in the rows, and one in the columns. */
static void steps(const struct part *me, const uint32_t *a, const uint32_t *b,
		  uint32_t *c)
{
	uint32_t *left = room((size_t)me->height * PANEL * sizeof(*left));
	uint32_t *top = room((size_t)me->width * PANEL * sizeof(*top));

	for (uint32_t k = 0, w; k < grid.n; k += w) {
		uint32_t column = owner(k, grid.columns, grid.n);
		uint32_t row = owner(k, grid.rows, grid.n);

		w = least(PANEL,
			  first_of(column + 1, grid.columns, grid.n) - k);
		w = least(w, first_of(row + 1, grid.rows, grid.n) - k);
		for (uint32_t y = 0; me->column == column && y < me->height;
		     y++) {
			memcpy(left + y * w, a + y * me->width + k - me->left,
			       w * sizeof(*a));
		}
		if (me->row == row) {
			memcpy(top, b + (k - me->top) * me->width,
			       w * me->width * sizeof(*b));
		}
		need(weft_bcast(left, me->height * w * sizeof(*left), column,
				grid.row, WEFT_FOREVER));
		need(weft_bcast(top, w * me->width * sizeof(*top), row,
				grid.column, WEFT_FOREVER));
		multiply_add(left, top, c, me->height, w, me->width);
	}
	free(left);
	free(top);
}

void summa(const uint32_t *a, const uint32_t *b, uint32_t *c, uint32_t n,
	   uint32_t root)
{
	struct part me;
	uint32_t *mine[3];

	make_grid(n);
	me = part_of(weft_rank());
	for (int i = 0; i < 3; i++) {
		mine[i] = room((size_t)me.height * me.width * sizeof(*a));
	}
	move((uint32_t *)(uintptr_t)a, mine[0], root, false);
	move((uint32_t *)(uintptr_t)b, mine[1], root, false);
	steps(&me, mine[0], mine[1], mine[2]);
	move(c, mine[2], root, true);
	for (int i = 0; i < 3; i++) {
		free(mine[i]);
	}
	free_grid();
}
