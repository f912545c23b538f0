/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 time-out=60 */
/* The symmetric heap against a simple model: any order, any size, no overlap. */
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"

#include "tests/target/tap.h"

enum {
	BLOCKS = 24,
	ROUNDS = 4000,
	LINES = ARCH_HEAP_LINES /* at most */
};

static struct block {
	uint32_t offset, size;
} blocks[BLOCKS];

static bool overlaps(uint32_t offset, uint32_t size)
{
	for (int i = 0; i < BLOCKS; i++) {
		if (blocks[i].size > 0 &&
		    offset < blocks[i].offset + blocks[i].size &&
		    blocks[i].offset < offset + size) {
			return true;
		}
	}
	return false;
}

static uint32_t base; /* of the heap, and its bytes */
static size_t bytes;

/* What is free by the blocks that there are, and the largest piece of it. */
static bool sums(void)
{
	static bool used[LINES];
	size_t largest, total = weft_mpb_free_bytes(&largest);
	uint32_t lines = (uint32_t)bytes / ARCH_LINE, run = 0, most = 0;

	memset(used, 0, sizeof(used));
	for (int i = 0; i < BLOCKS; i++) {
		uint32_t first = (blocks[i].offset - base) / ARCH_LINE;

		for (uint32_t n = 0; n < blocks[i].size; n += ARCH_LINE) {
			used[first++] = true;
		}
	}
	for (uint32_t i = 0; i < lines; i++) {
		run = used[i] ? 0 : run + 1;
		most = run > most ? run : most;
		total -= used[i] ? 0 : ARCH_LINE;
	}
	return total == 0 && largest == most * ARCH_LINE;
}

static bool random_rounds(void)
{
	uint32_t most = (uint32_t)bytes / (BLOCKS / 3); /* so that it fills */

	for (int round = 0; round < ROUNDS; round++) {
		struct block *b = &blocks[tap_below(tap_random(), BLOCKS)];
		uint32_t limit = round % 8 ? most : (uint32_t)bytes;
		uint32_t size = 1 + tap_below(tap_random(), limit), offset;
		int error;

		if (round % 64 == 0 && !sums()) {
			return false;
		}
		if (b->size > 0) {
			if (weft_mpb_free(b->offset)) {
				return false;
			}
			b->size = 0;
			continue;
		}
		error = weft_mpb_alloc(size, &offset);
		if (error == WEFT_ERR_SPACE) {
			size_t largest;

			weft_mpb_free_bytes(&largest);
			if (largest >= size) {
				return false; /* it would have fitted */
			}
		} else if (error || overlaps(offset, size)) {
			return false;
		} else {
			*b = (struct block){offset, size};
		}
	}
	return true;
}

int main(void)
{
	size_t before, after, largest;
	uint32_t offset;

	tap_begin();
	before = weft_mpb_free_bytes(NULL);
	bytes = before;
	if (weft_mpb_alloc(1, &base) || weft_mpb_free(base)) {
		weft_panic("no MPB space");
	}
	tap_ok(random_rounds(),
	       "%d random allocations and frees, and sums of what is free",
	       ROUNDS);
	for (int i = 0; i < BLOCKS; i++) {
		if (blocks[i].size > 0) {
			weft_mpb_free(blocks[i].offset);
		}
	}
	after = weft_mpb_free_bytes(&largest);
	tap_ok(before == after && largest == after,
	       "all %u bytes are free again, in one piece", (unsigned)before);
	tap_ok(weft_mpb_alloc(after, &offset) == WEFT_OK &&
		       weft_mpb_free_bytes(NULL) == 0,
	       "the whole heap can be one allocation");
	tap_ok(weft_mpb_alloc(1, &offset) == WEFT_ERR_SPACE, "then it is full");
	weft_mpb_free(offset);
	tap_ok(weft_mpb_alloc(0, &offset) == WEFT_ERR_SIZE &&
		       weft_mpb_alloc(1, NULL) == WEFT_ERR_NULL &&
		       weft_mpb_alloc(SIZE_MAX, &offset) == WEFT_ERR_SPACE,
	       "bad sizes are named errors");
	tap_ok(weft_mpb_free(offset) == WEFT_ERR_RANGE &&
		       weft_mpb_free(0) == WEFT_ERR_RANGE &&
		       weft_mpb_free(offset + 1) == WEFT_ERR_RANGE,
	       "freeing what is not allocated is a named error");
	return tap_end();
}
