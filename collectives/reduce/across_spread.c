/* SPDX-License-Identifier: Apache-2.0 */
/* What a leader has, to the others of its node (across.h). */
#include "collectives/reduce/across.h"
#include "messages/chunk_pool.h"

#if ARCH_NODES

/* What a leader has to the others of its node, one of whom may want it, or all. */
static int spread_piece(const struct across *own, uint32_t at, const char *from,
			char *to, uint32_t n, uint64_t deadline)
{
	bool leads = own->nodes->me == 0;
	int error;

	if (leads) {
		arch_put(arch_rank(), ARCH_WINDOW_MPB, at, from, n);
	}
	error = barrier_until(own->barrier, deadline);
	if (!error && !leads && to) {
		arch_get(to, own->nodes->mate[0], ARCH_WINDOW_MPB, at, n);
	}
	return error;
}

/*
 * Longer ones go by pages: a chunk buffer in each of some of the node's first cores.  A page
 * has its first buffers, and the next one has the others, so while all cores take a page
 * the leader lays the next one.
 */
struct spread_page {
	const struct across *own;
	uint32_t banks, buffer;
};

/* Bytes of a page in bank i; a core other than the leader takes them. */
static void spread_bank(const struct spread_page *page, uint32_t i,
			const char *from, char *to, uint32_t n)
{
	uint32_t at = arith_mul(i, chunk_bytes());
	uint32_t bank = page->own->nodes->mate[i];

	if (at < n) {
		n = chunk_of(n - at);
		if (page->own->nodes->me == 0) {
			arch_put(bank, ARCH_WINDOW_MPB, page->buffer, from + at,
				 n);
		} else {
			arch_get(to + at, bank, ARCH_WINDOW_MPB, page->buffer,
				 n);
		}
	}
}

/* Cores begin with different banks. */
static void spread_banks(const struct spread_page *page, const char *from,
			 char *to, uint32_t n)
{
	uint32_t first = page->own->nodes->me;

	for (uint32_t i = 0; i < page->banks; i++) {
		spread_bank(page, (first + i) & (page->banks - 1), from, to, n);
	}
}

static int spread_pages(const struct across *own, const char *from, char *to,
			uint32_t bytes, uint64_t deadline)
{
	struct spread_page page = {
		.own = own, .banks = 1u << nodes_banks_log2(own->nodes->mates)};
	bool leads = own->nodes->me == 0;
	uint32_t n, all;
	int error = barrier_shared(own->barrier, deadline);

	all = arith_mul(page.banks, chunk_bytes());
	for (uint32_t b = 0; bytes > 0 && !error; bytes -= n, b ^= 1) {
		n = bytes < all ? bytes : all;
		page.buffer = chunk_buffer(b);
		if (leads) {
			spread_banks(&page, from, to, n);
		}
		error = barrier_shared(own->barrier, deadline);
		if (!leads && to && !error) {
			spread_banks(&page, from, to, n);
		}
		from += n;
		to += to ? n : 0;
	}
	return error ? error : barrier_shared(own->barrier, deadline);
}

/*
 * A piece that fits the leader's own words is there until it has the next call's, of
 * which all cores of its node have a part.
 */
int across_spread(const struct across *own, const char *from, char *to,
		  uint32_t bytes, uint64_t deadline)
{
	return bytes <= own->value_bytes
		       ? spread_piece(own, own->value, from, to, bytes,
				      deadline)
		       : spread_pages(own, from, to, bytes, deadline);
}

#endif
