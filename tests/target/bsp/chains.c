/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,3 */
/*
 * Chains of records: all come back, in order, whole and where they were put, also in a chain
 * that was cleared or freed before; and one that is cleared takes no more memory for as much.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "bsp/chain.h"
#include "tests/target/tap.h"

enum {
	RECORDS = 60,
	MOST = 300, /* bytes of a record: more than the first block has */
	ALIGN = 8,
	ROUNDS = 6,
};

struct record {
	uint32_t bytes, number;
	char data[];
};

static uint32_t bytes_of(uint32_t round, uint32_t i)
{
	uint32_t key = (round * RECORDS + i + 1) * 2654435761u;
	uint32_t n = i % 7 == 0 ? MOST : tap_below(key, MOST / 4);

	return chain_pad(sizeof(struct record) + n, ALIGN);
}

static uint32_t fill(struct chain *c, uint32_t round, uint32_t count)
{
	uint32_t all = 0;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t n = bytes_of(round, i);
		struct record *r = chain_add(c, n);

		r->bytes = n;
		r->number = i;
		tap_fill(r->data, n - sizeof(*r), round * RECORDS + i);
		all += n;
	}
	return all;
}

static bool is_there(const struct chain *c, uint32_t round, uint32_t count)
{
	struct chain_walk walk = chain_start(c);
	const struct record *r;
	uint32_t i = 0;

	for (; (r = chain_here(&walk)); chain_skip(&walk, r->bytes)) {
		if (i == count || r->number != i ||
		    r->bytes != bytes_of(round, i) ||
		    !tap_same(r->data, r->bytes - sizeof(*r),
			      round * RECORDS + i)) {
			return false;
		}
		i++;
	}
	return i == count;
}

static uint32_t blocks(const struct chain *c)
{
	uint32_t n = 0;

	for (const struct chain_block *b = c->first; b; b = b->next) {
		n++;
	}
	return n;
}

static bool is_empty(const struct chain *c)
{
	struct chain_walk walk = chain_start(c);

	return c->bytes == 0 && !chain_here(&walk);
}

int main(void)
{
	static struct chain c;
	bool ok = is_empty(&c), same = true, freed = true;
	uint32_t had;

	tap_begin();
	for (uint32_t round = 0; round < ROUNDS; round++) {
		ok &= fill(&c, round, RECORDS - round) == c.bytes;
		ok &= is_there(&c, round, RECORDS - round);
		had = blocks(&c);
		chain_clear(&c);
		ok &= is_empty(&c) && blocks(&c) == had;
		ok &= fill(&c, round, RECORDS - round) == c.bytes;
		ok &= is_there(&c, round, RECORDS - round);
		same &= blocks(&c) == had;
		if (round & 1) {
			chain_free(&c);
			freed &= is_empty(&c) && !c.first && !c.last;
		} else {
			chain_clear(&c);
		}
	}
	tap_ok(ok, "what was added is there, in order");
	tap_ok(same, "as much in a cleared chain takes no more blocks");
	tap_ok(freed, "a freed one is empty, and can be used again");
	chain_free(&c);
	return tap_end();
}
