/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Long reductions whose result all leaders want, where these are a power of two:
 * Rabenseifner, "Optimization of Collective Reduction Operations" (ICCS 2004).
 *
 * Recursive halving: in each step two leaders have the same elements.  The lower one goes on
 * with the first half, the upper one with the second, and each gives the other half away.
 * So in the end each leader has the result of some elements.  Then the steps go backwards,
 * and each gives the other what it has.  A leader sends, receives and combines less than
 * twice the elements, where n leaders that exchange all elements in each step do that
 * log2(n) times.  But there are twice as many steps.
 */
#include "collectives/reduce/across_stream.h"

#if ARCH_NODES

enum {
	LEAST = 2048, /* bytes from which on twice the steps are worth it */
};

bool across_halves_fit(const struct stream *stream)
{
	const struct across_all *all = stream->all;
	uint32_t n = all->own->nodes->count;

	return stream->way->granted && !stream->bulk && !all->before &&
	       all->root == WEFT_TEAM_NOBODY && n > 2 && (n & (n - 1)) == 0 &&
	       all->count >= n &&
	       arith_mul(all->count, all->op->bytes) >= LEAST;
}

static int halves_step(const struct stream *stream, uint32_t h,
		       struct stream_part out, struct stream_part in,
		       bool copies)
{
	const struct pairs *pairs = &stream->all->own->leaders.pairs;
	struct stream_step s = {.stream = stream,
				.who = &pairs->step[h],
				.h = h,
				.gets = true,
				.gives = {true},
				.out = out,
				.in = in,
				.copies = copies};

	return across_stream_run(&s);
}

int across_halves(struct stream *stream)
{
	const struct pairs *pairs = &stream->all->own->leaders.pairs;
	struct stream_part mine[PAIRS_STEPS + 1], theirs[PAIRS_STEPS];
	uint32_t h;
	int error = WEFT_OK;

	mine[0] = stream->whole;
	for (h = 0; h < pairs->steps && !error; h++) {
		uint32_t first = mine[h].first, n = mine[h].n;
		uint32_t low = (n + 1) >> 1;
		struct stream_part lower = stream_part(stream, first, low);
		struct stream_part upper =
			stream_part(stream, first + low, n - low);

		mine[h + 1] = pairs->step[h].upper ? upper : lower;
		theirs[h] = pairs->step[h].upper ? lower : upper;
		error = halves_step(stream, h, theirs[h], mine[h + 1], false);
		stream->from = stream->all->to;
	}
	while (h-- > 0 && !error) {
		error = halves_step(stream, h, mine[h + 1], theirs[h], true);
	}
	return error;
}

#endif
