/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17 time-out=60 */
/*
 * Long reductions and scans, and results scattered, with small chunk buffers: the largest
 * elements that there may be take turns where there is room for them, and all cores get
 * a named error where there is not.
 */
#include <string.h>

#include <weft/weft.h>

#include "messages/chunk_pool.h"

#include "tests/target/tap.h"

enum {
	WORDS = 64, /* of an element: 256 bytes */
	COUNT = 5
};

struct wide {
	uint32_t word[WORDS];
};

static void add(void *into, const void *from, size_t n)
{
	struct wide *x = into;
	const struct wide *y = from;

	for (size_t i = 0; i < n; i++) {
		for (uint32_t j = 0; j < WORDS; j++) {
			x[i].word[j] += y[i].word[j];
		}
	}
}

static const struct weft_op sum = {.combine = add,
				   .bytes = sizeof(struct wide)};

static struct wide mine[COUNT], all[COUNT];
static struct wide *blocks; /* one for each rank */

/* Element i of a rank has rank + 1 + i + j in word j. */
static bool are_sums(uint32_t ranks)
{
	uint32_t most = ranks * (ranks + 1) / 2;
	bool ok = true;

	for (uint32_t i = 0; i < COUNT; i++) {
		for (uint32_t j = 0; j < WORDS; j++) {
			ok &= all[i].word[j] == most + ranks * (i + j);
		}
	}
	return ok;
}

/* Word j of block b has rank + b + j: here the sum of those of block `rank`. */
static bool is_scattered(void)
{
	uint32_t ranks = weft_size(), me = weft_rank();
	bool ok = true;

	for (uint32_t j = 0; j < WORDS; j++) {
		ok &= all[0].word[j] ==
		      ranks * (ranks - 1) / 2 + ranks * (me + j);
	}
	return ok;
}

static void with_room(uint32_t bytes)
{
	bool fits_two = 2 * bytes >= 2 * sizeof(struct wide);
	bool fits_one = 2 * bytes >= sizeof(struct wide);
	int error;

	chunk_pool.size = bytes;
	chunk_pool.buffer[1] = chunk_pool.buffer[0] + bytes;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	memset(all, 0, sizeof all);
	error = weft_allreduce(mine, all, COUNT, &sum, WEFT_WORLD,
			       WEFT_FOREVER);
	tap_ok(fits_two ? !error && are_sums(weft_size())
			: error == WEFT_ERR_SPACE,
	       "to all, buffers of %u bytes", (unsigned)bytes);
	memset(all, 0, sizeof all);
	error = weft_reduce(mine, all, COUNT, &sum, 1, WEFT_WORLD,
			    WEFT_FOREVER);
	tap_ok(fits_two ? !error && (weft_rank() != 1 || are_sums(weft_size()))
			: error == WEFT_ERR_SPACE,
	       "to one, buffers of %u bytes", (unsigned)bytes);
	memset(all, 0, sizeof all);
	error = weft_scan(mine, all, COUNT, &sum, WEFT_WORLD, WEFT_FOREVER);
	tap_ok(fits_one ? !error && are_sums(weft_rank() + 1)
			: error == WEFT_ERR_SPACE,
	       "scan, buffers of %u bytes", (unsigned)bytes);
	memset(all, 0, sizeof all);
	error = weft_reduce_scatter(blocks, all, 1, NULL, &sum, WEFT_WORLD,
				    WEFT_FOREVER);
	tap_ok(fits_one ? !error && is_scattered() : error == WEFT_ERR_SPACE,
	       "scattered, buffers of %u bytes", (unsigned)bytes);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

int main(void)
{
	uint32_t size = chunk_bytes();

	tap_begin();
	for (uint32_t i = 0; i < COUNT; i++) {
		for (uint32_t j = 0; j < WORDS; j++) {
			mine[i].word[j] = weft_rank() + 1 + i + j;
		}
	}
	blocks = tap_room(weft_size() * sizeof(*blocks));
	for (uint32_t b = 0; b < weft_size(); b++) {
		for (uint32_t j = 0; j < WORDS; j++) {
			blocks[b].word[j] = weft_rank() + b + j;
		}
	}
	with_room(64);
	with_room(128);
	with_room(192);
	with_room(256);
	if (size >= 512) {
		with_room(512);
	}
	return tap_end();
}
