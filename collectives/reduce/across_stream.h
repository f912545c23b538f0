/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the kinds of streams between leaders share: across_stream.c, across_halves.c,
 * across_bulk.c.
 */
#ifndef COLLECTIVES_REDUCE_ACROSS_STREAM_H
#define COLLECTIVES_REDUCE_ACROSS_STREAM_H

#include <string.h>

#include "collectives/reduce/across.h"

#if ARCH_NODES

enum {
	NEWS,
	ROOMS,
};

/* Elements in a row, in so many pieces. */
struct stream_part {
	uint32_t first, n, pieces;
};

/* A call, on one of the ways. */
struct stream {
	const struct across_all *all;
	struct across_way *way;
	const char *from;         /* what this leader has so far */
	uint32_t per;             /* elements of a piece */
	struct stream_part whole; /* all elements */
	bool bulk;  /* pieces go from memory to memory, with the way's flags */
	bool known; /* something is at all->before */
};

/* A step of it. */
struct stream_step {
	const struct stream *stream;
	const struct pairs_step *who;
	uint32_t h; /* its number */
	bool gets, gives[ACROSS_TOLD];
	struct stream_part out, in; /* what it gives, and what it gets */
	bool copies;  /* what comes is a result, to be combined no more */
	bool swaps;   /* one piece each way, without leave */
	uint32_t end; /* number of the last piece that it gets */
};

static inline uint32_t stream_flag(const struct across_way *way, uint32_t h,
				   uint32_t which)
{
	return rt_flag(way->flags, arith_mul(h, ACROSS_FLAGS) + which);
}

/* Which of its sender's receivers this leader is in a step: the second one tells nobody. */
static inline uint32_t stream_seat(const struct stream_step *s)
{
	return s->who->tells == 0;
}

/* Of a step whose pieces are of memory, or null. */
static inline struct held *stream_held(const struct across_way *way, uint32_t h)
{
	return ARCH_BULK && way->held ? &way->held[h] : NULL;
}

static inline struct stream_part stream_part(const struct stream *s,
					     uint32_t first, uint32_t n)
{
	uint32_t rest, pieces = arith_div(n + s->per - 1, s->per, &rest);

	return (struct stream_part){first, n, pieces};
}

/* Elements of a part's piece k, and where they are. */
static inline uint32_t stream_elements(const struct stream *s,
				       struct stream_part part, uint32_t k)
{
	uint32_t left = part.n - arith_mul(k, s->per);

	return left < s->per ? left : s->per;
}

static inline size_t stream_at(const struct stream *s, struct stream_part part,
			       uint32_t k)
{
	return arith_mul(part.first + arith_mul(k, s->per), s->all->op->bytes);
}

/*
 * Theirs, which may be written, with mine; in the order of ranks.  So many at a time that
 * what is copied is still in the first cache when it is combined.
 */
enum {
	JOIN_BYTES = 8192
};

static inline void stream_join_some(const struct stream_step *s, char *theirs,
				    size_t at, uint32_t n)
{
	const struct across_all *all = s->stream->all;
	const char *mine = s->stream->from + at;
	uint32_t bytes = arith_mul(n, all->op->bytes);
	char *to = all->to + at;

	if (s->copies) {
		memcpy(to, theirs, bytes);
		return;
	}
	if (s->who->upper) {
		all->op->combine(theirs, mine, n);
		mine = theirs;
	}
	if (to != mine) {
		memcpy(to, mine, bytes);
	}
	if (!s->who->upper) {
		all->op->combine(to, theirs, n);
	}
}

static inline void stream_join(const struct stream_step *s, char *theirs,
			       size_t at, uint32_t n)
{
	uint32_t e = s->stream->all->op->bytes, rest;
	uint32_t most = arith_div(JOIN_BYTES, e, &rest);
	uint32_t step = arith_mul(most, e);

	while (n > 0) {
		uint32_t now = n < most ? n : most;

		stream_join_some(s, theirs, at, now);
		theirs += step;
		at += step;
		n -= now;
	}
}

/* across_stream.c: the pieces of a step, which go as soon as there is room. */
int across_stream_run(struct stream_step *s);

/* across_halves.c: is each element better combined by one leader?  And all steps so. */
bool across_halves_fit(const struct stream *stream);
int across_halves(struct stream *stream);

/*
 * across_bulk.c: are these elements for pieces of memory?  How many make one?  And a step of
 * such a stream.
 */
#if ARCH_BULK
bool across_bulk_fits(const struct across_all *all);
uint32_t across_bulk_piece(const struct across_all *all);
int across_bulk_step(const struct stream_step *s);
#else
static inline bool across_bulk_fits(const struct across_all *all)
{
	(void)all;
	return false;
}

static inline uint32_t across_bulk_piece(const struct across_all *all)
{
	return all->count;
}

static inline int across_bulk_step(const struct stream_step *s)
{
	(void)s;
	return WEFT_OK;
}
#endif

#endif

#endif
