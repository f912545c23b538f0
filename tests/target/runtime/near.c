/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2 time-out=60 */
/* weft-image: near runtime/near.c -DARCH_NEAR=1 -Darch_near=near_of_the_test */
/*
 * Near memory, of which this test has little: any order and any size, no overlap, all zero,
 * the heap when there is no more, and in the end it is one piece again.
 */
#include <string.h>

#include <weft/weft.h>

#include "runtime/near.h"

#include "tests/target/tap.h"

enum {
	BYTES = 2048,
	BLOCKS = 12,
	MOST = 400, /* of a block: some find no room */
	ROUNDS = 2000,
};

static union {
	uint64_t align;
	unsigned char bytes[BYTES];
} region;

size_t near_of_the_test(void **base);

size_t near_of_the_test(void **base)
{
	*base = region.bytes;
	return BYTES;
}

static struct block {
	unsigned char *memory;
	uint32_t size, key;
} blocks[BLOCKS];

static bool is_near(const void *memory)
{
	uintptr_t at = (uintptr_t)memory, base = (uintptr_t)region.bytes;

	return at >= base && at < base + BYTES;
}

/* What is allocated in one piece at most, the parts of this image having theirs. */
static uint32_t largest(void)
{
	for (uint32_t size = BYTES; size > 0; size -= 8) {
		void *memory = rt_near_alloc(size);
		bool near = is_near(memory);

		rt_near_free(memory);
		if (near) {
			return size;
		}
	}
	return 0;
}

static bool is_zero(const unsigned char *memory, uint32_t size)
{
	while (size > 0 && memory[size - 1] == 0) {
		size--;
	}
	return size == 0;
}

static uint32_t nears, fars;

static bool allocate(struct block *b, uint32_t key)
{
	b->size = 1 + tap_below(tap_random(), MOST);
	b->key = key;
	b->memory = rt_near_alloc(b->size);
	if (!b->memory || ((uintptr_t)b->memory & 7) != 0 ||
	    !is_zero(b->memory, b->size)) {
		return false;
	}
	if (is_near(b->memory)) {
		nears++;
	} else {
		fars++;
	}
	tap_fill(b->memory, b->size, key);
	return !is_near(b->memory) || is_near(b->memory + b->size - 1);
}

static bool give_back(struct block *b)
{
	bool same = tap_same(b->memory, b->size, b->key);

	rt_near_free(b->memory);
	b->memory = NULL;
	return same;
}

static bool random_rounds(void)
{
	bool ok = true;

	for (uint32_t round = 0; ok && round < ROUNDS; round++) {
		struct block *b = &blocks[tap_below(tap_random(), BLOCKS)];

		ok = b->memory ? give_back(b) : allocate(b, round);
	}
	for (uint32_t i = 0; i < BLOCKS; i++) {
		ok = (!blocks[i].memory || give_back(&blocks[i])) && ok;
	}
	return ok;
}

int main(void)
{
	uint32_t before, after;
	void *all, *next;

	tap_begin();
	before = largest();
	tap_ok(random_rounds(), "%d random allocations and frees", ROUNDS);
	tap_ok(nears > 0 && fars > 0, "some near, some in the heap");
	after = largest();
	tap_ok(before > MOST && after == before, "then it is one piece again");
	all = rt_near_alloc(before);
	next = rt_near_alloc(before);
	tap_ok(is_near(all) && next && !is_near(next),
	       "when all is taken, the heap");
	rt_near_free(all);
	rt_near_free(next);
	rt_near_free(NULL);
	tap_ok(largest() == before, "nothing is lost");
	return tap_end();
}
