/* SPDX-License-Identifier: Apache-2.0 */
#include "examples/dirt/bricks.h"
#include "examples/input.h"

#include <string.h>

enum {
	NONE = 0xffffffff
};

struct line {
	uint32_t key;
	uint32_t asked; /* somebody has asked for this one */
	uint32_t waits; /* a bit for each reader that waits for that one */
	uint8_t data[BRICK_BYTES];
};

struct brick_counts brick_counts;

static uint32_t me, cores, edge, side; /* of the cube in voxels, in bricks */
static uint32_t per_core, line_mask;
static uint8_t *own, *most;
static struct line *cache;
static struct weft_fiber *fiber_of[READERS];

static uint32_t key_of(int32_t x, int32_t y, int32_t z)
{
	uint32_t a = (uint32_t)x / BRICK, b = (uint32_t)y / BRICK;

	return ((uint32_t)z / BRICK * side + b) * side + a;
}

/* Neighbours have different ones: what is seen of the surface is in many places. */
static uint32_t home_of(uint32_t key)
{
	return key % cores;
}

/* Bytes of a brick, x first. */
static uint32_t place_of(int32_t x, int32_t y, int32_t z)
{
	return (((uint32_t)z % BRICK) * BRICK + (uint32_t)y % BRICK) * BRICK +
	       (uint32_t)x % BRICK;
}

/* The brick at that corner. */
static WEFT_COLD void fill(const struct scene *scene, const uint32_t corner[3],
			   uint8_t *data, uint8_t *greatest)
{
	for (uint32_t i = 0; i < BRICK_BYTES; i++) {
		data[i] = scene_value(scene, (int32_t)(corner[0] + i % BRICK),
				      (int32_t)(corner[1] + i / BRICK % BRICK),
				      (int32_t)(corner[2] + i / BRICK / BRICK));
		*greatest = data[i] > *greatest ? data[i] : *greatest;
	}
}

/* The next one's, x first. */
static void go_on(uint32_t corner[3])
{
	for (int i = 0; i < 3; i++) {
		corner[i] += BRICK;
		if (corner[i] < edge) {
			return;
		}
		corner[i] = 0;
	}
}

WEFT_COLD void bricks_setup(const struct scene *scene, uint32_t lines)
{
	uint32_t corner[3] = {0, 0, 0}, bricks;
	uint8_t *mine, *all;

	me = weft_rank();
	cores = weft_size();
	edge = (uint32_t)scene->edge;
	side = edge / BRICK;
	bricks = side * side * side;
	per_core = (bricks + cores - 1) / cores;
	line_mask = lines - 1;
	own = room(per_core * BRICK_BYTES);
	most = room(bricks);
	all = room(per_core * cores);
	cache = room(lines * sizeof(*cache));
	for (uint32_t i = 0; i < lines; i++) {
		cache[i].key = cache[i].asked = NONE;
	}
	mine = room(per_core);
	for (uint32_t key = 0; key < bricks; key++) {
		uint32_t i = key / cores;

		if (home_of(key) == me) {
			fill(scene, corner, own + i * BRICK_BYTES, &mine[i]);
		}
		go_on(corner);
	}
	need(weft_allgather(mine, all, per_core, WEFT_WORLD, WEFT_FOREVER));
	for (uint32_t key = 0; key < bricks; key++) {
		most[key] = all[home_of(key) * per_core + key / cores];
	}
	free(mine);
	free(all);
}

const uint8_t *bricks_own(uint32_t key)
{
	uint32_t i = key / cores;

	if (i >= per_core) {
		i = 0;
	}
	return &own[i * BRICK_BYTES];
}

WEFT_COLD void bricks_reader(struct reader_of_bricks *reader, uint32_t index)
{
	reader->index = index;
	reader->key = NONE;
	fiber_of[index] = weft_fiber_self();
}

/* Until who has asked for it has it. */
static WEFT_COLD void join(struct line *line, uint32_t index)
{
	uint32_t seen = weft_fiber_stage();

	brick_counts.joined++;
	line->waits |= UINT32_C(1) << index;
	need(weft_fiber_park(seen, WEFT_FOREVER));
}

static void wake(struct line *line)
{
	uint32_t waits = line->waits;

	line->waits = 0;
	for (uint32_t i = 0; i < READERS; i++) {
		if (waits >> i & 1) {
			weft_fiber_wake(fiber_of[i]);
		}
	}
}

static WEFT_COLD const uint8_t *fetch(struct reader_of_bricks *reader,
				      struct line *line, uint32_t key)
{
	brick_counts.misses++;
	line->asked = key;
	reader->key = NONE;
	bricks_fetch(home_of(key), key, reader->data);
	reader->key = key;
	if (line->asked == key) {
		line->key = key;
		line->asked = NONE;
		memcpy(line->data, reader->data, BRICK_BYTES);
	}
	wake(line); /* whatever they want: they look again */
	return reader->data;
}

/* Its bytes, until this fiber next waits. */
static const uint8_t *find(struct reader_of_bricks *reader, uint32_t key)
{
	struct line *line = &cache[key & line_mask];

	if (home_of(key) == me) {
		brick_counts.local++;
		return bricks_own(key);
	}
	if (reader->key != key && line->key != key && line->asked == key) {
		join(line, reader->index);
	}
	if (reader->key == key || line->key == key) {
		brick_counts.hits++;
		return reader->key == key ? reader->data : line->data;
	}
	return fetch(reader, line, key);
}

static bool inside(int32_t x, int32_t y, int32_t z)
{
	return (uint32_t)x < edge && (uint32_t)y < edge && (uint32_t)z < edge;
}

uint8_t bricks_most(int32_t x, int32_t y, int32_t z)
{
	return inside(x, y, z) ? most[key_of(x, y, z)] : 0;
}

uint8_t bricks_value(struct reader_of_bricks *reader, int32_t x, int32_t y,
		     int32_t z)
{
	if (!inside(x, y, z)) {
		return 0;
	}
	brick_counts.reads++;
	return find(reader, key_of(x, y, z))[place_of(x, y, z)];
}
