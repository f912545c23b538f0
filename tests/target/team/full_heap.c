/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17,48 time-out=60 */
/*
 * The heap is full before the first broadcast of a run: broadcasts of each size work all
 * the same, and a team for which there is no memory is WEFT_ERR_SPACE on all cores, also
 * where one core alone has none.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	LARGEST = 1 << 22,
	SMALLEST = 16,
	BYTES = 3000,
};

struct block {
	struct block *next;
};

static struct block *blocks;

static void fill(void)
{
	for (size_t n = LARGEST; n >= SMALLEST; n >>= 1) {
		struct block *b;

		while ((b = malloc(n))) {
			b->next = blocks;
			blocks = b;
		}
	}
}

static void empty(void)
{
	while (blocks) {
		struct block *next = blocks->next;

		free(blocks);
		blocks = next;
	}
}

static bool broadcasts(size_t size)
{
	static uint8_t data[BYTES];
	uint32_t root = weft_size() - 1;
	bool ok;

	memset(data, weft_rank() == root ? 7 : 0, size);
	ok = weft_bcast(data, size, root, WEFT_WORLD, WEFT_FOREVER) == WEFT_OK;
	for (size_t i = 0; i < size; i++) {
		ok &= data[i] == 7;
	}
	return ok;
}

int main(void)
{
	struct weft_team *team = WEFT_NO_TEAM;
	weft_rank_t last = weft_size() - 1;
	bool refused;

	tap_begin();
	tap_ok(true, "stdio has its buffer");
	fill();
	tap_ok(broadcasts(8), "8 bytes");
	tap_ok(broadcasts(200), "200 bytes");
	tap_ok(broadcasts(BYTES), "3000 bytes");
	refused = weft_team_split(WEFT_WORLD, 0, 0, &team, WEFT_FOREVER) ==
		  WEFT_ERR_SPACE;
	tap_ok(refused && team == WEFT_NO_TEAM,
	       "no team where no core has memory");
	if (weft_rank() != last) {
		empty();
	}
	refused = weft_team_split(WEFT_WORLD, 0, 0, &team, WEFT_FOREVER) ==
		  WEFT_ERR_SPACE;
	tap_ok(refused && team == WEFT_NO_TEAM,
	       "no team where one core has none");
	empty();
	refused = weft_team_split(WEFT_WORLD, 0, 0, &team, WEFT_FOREVER) !=
		  WEFT_OK;
	tap_ok(!refused && team != WEFT_NO_TEAM, "a team where all have");
	return tap_end();
}
