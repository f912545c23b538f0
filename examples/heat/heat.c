/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "examples/heat/heat.h"
#include "examples/input.h"

enum {
	ABOVE, /* which neighbour something is from */
	BELOW,
	SIDES,
	PARITIES = 2,
};

static uint32_t rows_at, flags, steps_done;

/* My strip: n rows, and one more at both ends. */
struct strip {
	uint32_t width, n;
	uint16_t *now, *next;
	uint32_t near[SIDES]; /* ranks, or my own at an edge */
};

static size_t row_bytes(uint32_t width)
{
	return width * sizeof(uint16_t);
}

void heat_setup(uint32_t width)
{
	need(weft_mpb_alloc(SIDES * PARITIES * row_bytes(width), &rows_at));
	need(weft_flags_alloc(SIDES, &flags));
}

static void step_row(const uint16_t *row, uint16_t *to, uint32_t width)
{
	const uint16_t *above = row - width, *below = row + width;

	for (uint32_t x = 0; x < width; x++) {
		uint32_t left = row[x > 0 ? x - 1 : x];
		uint32_t right = row[x + 1 < width ? x + 1 : x];

		to[x] = (uint16_t)((4u * row[x] + left + right + above[x] +
				    below[x]) >>
				   3);
	}
}

static void step(struct strip *s)
{
	uint16_t *was = s->now;

	for (uint32_t y = 1; y <= s->n; y++) {
		step_row(s->now + y * s->width, s->next + y * s->width,
			 s->width);
	}
	s->now = s->next;
	s->next = was;
}

static uint32_t place_of(uint32_t side, uint32_t width)
{
	uint32_t i = side * PARITIES + (steps_done & 1);

	return rows_at + i * (uint32_t)row_bytes(width);
}

/* My last row to the core below, for which I am above; and the other way round. */
static void put_row(const struct strip *s, uint32_t to, const uint16_t *row)
{
	uint32_t side = SIDES - 1 - to;

	if (s->near[to] != weft_rank()) {
		need(weft_put_signal(
			weft_at(s->near[to], place_of(side, s->width)), row,
			row_bytes(s->width), weft_flag_at(flags, side),
			steps_done + 1));
	}
}

/* The row beyond mine; at an edge it is as my own. */
static void get_row(const struct strip *s, uint32_t from, uint16_t *to,
		    const uint16_t *own)
{
	size_t bytes = row_bytes(s->width);

	if (s->near[from] == weft_rank()) {
		memcpy(to, own, bytes);
		return;
	}
	need(weft_flag_wait_from(s->near[from], weft_flag_at(flags, from),
				 steps_done + 1, WEFT_FOREVER));
	need(weft_get(to, weft_at(weft_rank(), place_of(from, s->width)),
		      bytes));
}

static void meet_neighbours(const struct strip *s)
{
	uint16_t *first = s->now + s->width;
	uint16_t *last = s->now + s->n * s->width;

	put_row(s, ABOVE, first);
	put_row(s, BELOW, last);
	get_row(s, ABOVE, s->now, first);
	get_row(s, BELOW, last + s->width, last);
}

static void make(struct strip *s, uint32_t width, uint32_t n)
{
	s->width = width;
	s->n = n;
	s->now = room((n + 2) * row_bytes(width));
	s->next = room((n + 2) * row_bytes(width));
	s->near[ABOVE] = weft_rank();
	s->near[BELOW] = weft_rank();
}

void heat_alone(uint16_t *plate, uint32_t width, uint32_t height,
		uint32_t steps)
{
	struct strip s;

	make(&s, width, height);
	memcpy(s.now + width, plate, height * row_bytes(width));
	for (uint32_t t = 0; height > 0 && t < steps; t++) {
		memcpy(s.now, s.now + width, row_bytes(width));
		memcpy(s.now + (height + 1) * width, s.now + height * width,
		       row_bytes(width));
		step(&s);
	}
	memcpy(plate, s.now + width, height * row_bytes(width));
	free(s.now);
	free(s.next);
}

/* Cores beyond the number of rows have none. */
void heat_run(uint16_t *plate, uint32_t width, uint32_t height, uint32_t steps,
	      uint32_t root)
{
	uint32_t cores = weft_size(), me = weft_rank();
	uint32_t parts = cores < height ? cores : height;
	size_t *count = room(cores * sizeof(*count));
	size_t *at = room(cores * sizeof(*at));
	struct strip s;

	for (uint32_t i = 0; i < parts; i++) {
		uint32_t first = first_of(i, parts, height);

		at[i] = first * row_bytes(width);
		count[i] = (first_of(i + 1, parts, height) - first) *
			   row_bytes(width);
	}
	make(&s, width, (uint32_t)(count[me] / row_bytes(width)));
	s.near[ABOVE] = me > 0 && me < parts ? me - 1 : me;
	s.near[BELOW] = me + 1 < parts ? me + 1 : me;
	need(weft_scatterv(plate, count, at, s.now + width, count[me], root,
			   WEFT_WORLD, WEFT_FOREVER));
	for (uint32_t t = 0; t < steps; t++, steps_done++) {
		if (s.n > 0) {
			meet_neighbours(&s);
			step(&s);
		}
	}
	need(weft_gatherv(s.now + width, count[me], plate, count, at, root,
			  WEFT_WORLD, WEFT_FOREVER));
	free(s.now);
	free(s.next);
	free(count);
	free(at);
}
