/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The volume as memory that all cores share by software, read-only: *bricks* of 4 by 4 by 4
 * bytes (or what DIRT_BRICK says), spread over all cores, and on each core a direct-mapped
 * cache of others' (M. A. Parker's thesis, Utah 2013, sections 5.3.3 and 6.2.7).
 *
 * There a semaphore belongs to a place of the cache, so that of two threads which want two
 * bricks of one place the wrong one may be woken, again and again.  Here each fiber
 * waits for its own reply, and finds the brick in memory of its own; only then does it go
 * into the cache.  A fiber that finds that another one has asked for the same brick waits for
 * that one, once; if the place has been taken meanwhile it asks itself.  So every wait ends
 * with a brick after two replies at most, and nothing in the cache is locked.
 */
#ifndef DIRT_BRICKS_H
#define DIRT_BRICKS_H

#include "examples/dirt/scene.h"

#include <weft/weft.h>

#ifndef DIRT_BRICK
#define DIRT_BRICK 4 /* a program may have others: before it includes this */
#endif

enum {
	BRICK = DIRT_BRICK,
	BRICK_BYTES = BRICK * BRICK * BRICK,
	LINES = 32, /* of the cache, at most */
	READERS = 8,
};

/* A fiber that reads; what it has asked for comes into its own memory. */
struct reader_of_bricks {
	uint32_t index; /* its bit */
	uint32_t key;
	uint8_t data[BRICK_BYTES];
};

struct brick_counts {
	uint32_t reads, local, hits, misses, joined;
};

extern struct brick_counts brick_counts;

/* What asks a core for a brick, and waits until it is there: main.c. */
void bricks_fetch(weft_rank_t home, uint32_t key, void *data);

/* Collective: this core's bricks of that scene, and a cache of so many lines. */
void bricks_setup(const struct scene *scene, uint32_t lines);

/* The home's: one of its own bricks. */
const uint8_t *bricks_own(uint32_t key);

void bricks_reader(struct reader_of_bricks *reader, uint32_t index);

/* The greatest value of the brick around that place, which every core knows. */
uint8_t bricks_most(int32_t x, int32_t y, int32_t z);

/* The value there; 0 outside the cube.  Waits if the brick is another core's. */
uint8_t bricks_value(struct reader_of_bricks *reader, int32_t x, int32_t y,
		     int32_t z);

#endif
