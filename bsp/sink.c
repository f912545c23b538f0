/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A sink knows where the next bytes go: to the head of a record, to the memory that the
 * record is about, or, when all records have come, to where the next get puts.
 * Many bytes for one place are read from the window straight to there; what is short is
 * read in larger pieces first, as each read has its cost.  Streams, and what is read of
 * them at once, are words.
 */
#include "bsp/order.h"
#include "bsp/state.h"

enum {
	DIRECT = 128,                                  /* bytes for one place */
	STAGE_LEAST = ARCH_LINE < 32 ? 32 : ARCH_LINE, /* after those */
	STAGE_MOST = 512
};

/* As short as what came last, or as long. */
static void sink_begin(struct sink *s)
{
	uint32_t stage = s->stage;

	*s = (struct sink){.stage = stage > 0 ? stage : STAGE_LEAST};
}

void sink_requests(struct partner *p)
{
	chain_clear(&p->asked);
	sink_begin(&p->sink);
	if (p->to_take > 0) {
		p->sink.to = chain_add(&p->asked, chain_pad(p->to_take, 8));
		p->sink.left = p->to_take;
	}
}

void sink_data(struct partner *p)
{
	sink_begin(&p->sink);
	p->sink.data = p->data_in;
	p->sink.walk = chain_start(&p->gets);
	p->sink.keeps = BSP_BY_PID && bsp_options.by_pid;
}

static void goes_to(struct sink *s, char *to, uint32_t bytes)
{
	s->to = to;
	s->left = bytes;
	s->pad = chain_pad(bytes, RECORD_ALIGN) - bytes;
}

/* The head of a record is whole. */
static void record(struct partner *p)
{
	struct sink *s = &p->sink;
	uint32_t from = p->pid;
	const struct record *r = &s->record;
	uint32_t body = r->bytes;
	char *to;

	if (record_op(r) == BSP_SEND) {
		body += message_tag_bytes();
		if (record_entry(r) >= registered.row) {
			bsp_refuse(from, r, " of no process here");
		}
		to = message_room(record_entry(r), r->bytes);
	} else {
		to = register_memory(from, r);
	}
	if (chain_pad(body, RECORD_ALIGN) > s->data) {
		bsp_refuse(from, r, ", more than it has told of");
	}
	goes_to(s, to, body);
	s->data -= chain_pad(body, RECORD_ALIGN);
}

/* What is there of a record's head; how many of n words. */
static uint32_t head(struct partner *p, const uint32_t *from, uint32_t n)
{
	struct sink *s = &p->sink;
	uint32_t at = 0;

	if (s->have == 0) {
		s->record.offset = from[0] & ~RECORD_WHOLE;
		s->have = from[0] & RECORD_WHOLE ? 1 : RECORD_WORDS;
		at++;
	}
	if (s->have == 1 && at < n) {
		s->record.what = from[at++];
		s->have = 2;
	}
	if (s->have == 2 && at < n) {
		s->record.bytes = from[at++];
		s->have = RECORD_WORDS;
	}
	s->data -= at << 2;
	if (s->have == RECORD_WORDS) {
		s->have = 0;
		record(p);
	}
	return at;
}

/* Of words, which most puts are: a loop with nothing else.  How many of n words. */
static uint32_t words_alike(char *base, uint32_t most, const uint32_t *from,
			    uint32_t n)
{
	const uint32_t *at = from, *end = from + (n & ~UINT32_C(1));

	while (at != end && at[0] <= most) { /* RECORD_WHOLE is more */
		memcpy(base + at[0], &at[1], sizeof(at[1]));
		at += 2;
	}
	return (uint32_t)(at - from);
}

/* Puts like the one before them that are there as a whole; how many of n words. */
static uint32_t puts_alike(struct partner *p, const uint32_t *from, uint32_t n)
{
	struct record *r = &p->sink.record;
	uint32_t bytes = r->bytes, at = 0;
	uint32_t words = 1 + (chain_pad(bytes, RECORD_ALIGN) >> 2);
	uint32_t most;
	char *base;

	if (record_op(r) != BSP_PUT || words > n) {
		return 0;
	}
	r->offset = 0;
	base = register_memory(p->pid, r);
	most = registered.entry[record_entry(r)].bytes - bytes;
	if (bytes == sizeof(uint32_t)) {
		at = words_alike(base, most, from, n);
		p->sink.data -= at << 2;
		return at;
	}
	do {
		if (from[at] > most) { /* RECORD_WHOLE is */
			break;
		}
		copy_short(base + from[at], (const char *)&from[at + 1], bytes);
		at += words;
	} while (words <= n - at);
	p->sink.data -= at << 2;
	return at;
}

/* Records, or the start of one: how many of n words. */
static uint32_t records(struct partner *p, const uint32_t *from, uint32_t n)
{
	struct sink *s = &p->sink;
	uint32_t all = s->data >> 2, words = 0;

	n = n < all ? n : all;
	if (s->have == 0 && !(from[0] & RECORD_WHOLE)) {
		words = puts_alike(p, from, n);
	}
	return words > 0 ? words : head(p, from, n);
}

static void reply(struct partner *p)
{
	struct sink *s = &p->sink;
	struct piece *get = chain_here(&s->walk);

	if (!get) {
		bsp_refuse(p->pid, &s->record, " came last: it goes on");
	}
	goes_to(s, get->at, get->record.bytes);
	chain_skip(&s->walk, sizeof(*get));
}

/* bsp_hpput to its own process: the two may overlap. */
static ARCH_COLD void sink_move(char *to, const char *from, uint32_t n)
{
	memmove(to, from, n);
}

void sink_take(struct partner *p, const char *from, uint32_t n)
{
	struct sink *s = &p->sink;

	if (BSP_BY_PID && s->keeps) {
		memcpy(chain_add(&p->kept, n), from, n);
		return;
	}
	while (n > 0) {
		uint32_t m = 0;

		if (s->left > 0) {
			m = s->left < n ? s->left : n;
			if (p->pid == bsp.me) {
				sink_move(s->to, from, m);
			} else {
				memcpy(s->to, from, m);
			}
			s->to += m;
			s->left -= m;
		} else if (s->pad > 0) {
			m = s->pad < n ? s->pad : n;
			s->pad -= m;
		} else if (s->data > 0) {
			m = records(p, (const void *)from, n >> 2) << 2;
		} else {
			reply(p);
		}
		from += m;
		n -= m;
	}
}

void sink_get(struct partner *p, uint32_t core, uint32_t offset, uint32_t n)
{
	uint32_t stage[STAGE_MOST / sizeof(uint32_t)];
	struct sink *s = &p->sink;

	if (BSP_BY_PID && s->keeps) {
		arch_get(chain_add(&p->kept, n), core, ARCH_WINDOW_MPB, offset,
			 n);
		return;
	}
	while (n > 0) {
		uint32_t m;

		if (s->left >= DIRECT) {
			m = s->left & ~(uint32_t)(RECORD_ALIGN - 1);
			m = m < n ? m : n;
			arch_get(s->to, core, ARCH_WINDOW_MPB, offset, m);
			s->to += m;
			s->left -= m;
			s->stage = STAGE_LEAST;
		} else {
			m = s->stage < n ? s->stage : n;
			/* To registers, as flags, not to memory. */
			arch_flags_read(stage, core, offset, m >> 2);
			sink_take(p, (const char *)stage, m);
			s->stage = s->stage < STAGE_MOST ? 2 * s->stage
							 : STAGE_MOST;
		}
		offset += m;
		n -= m;
	}
}

/*
 * What is kept of a stream from one place to another one.  A block holds whole words of it,
 * but not whole records.
 */
static ARCH_COLD void write_part(struct partner *p, uint32_t from, uint32_t end)
{
	struct chain_walk walk = chain_start(&p->kept);
	uint32_t place = 0;
	const char *at;

	while (place < end && (at = chain_here(&walk))) {
		uint32_t n = walk.block->used - walk.at;
		uint32_t skip = place < from ? from - place : 0;
		uint32_t most = end - place < n ? end - place : n;

		if (skip < most) {
			sink_take(p, at + skip, most - skip);
		}
		chain_skip(&walk, n);
		place += n;
	}
}

/* What gets have read is written first; it is behind the puts of its stream. */
ARCH_COLD void sink_write_kept(void)
{
	for (uint32_t i = 0; i < bsp.procs; i++) {
		struct partner *p = &bsp.partner[i];

		p->sink.keeps = false;
		p->sink.data = 0;
		write_part(p, p->data_in, p->kept.bytes);
	}
	for (uint32_t i = 0; i < bsp.procs; i++) {
		struct partner *p = &bsp.partner[i];

		sink_data(p);
		p->sink.keeps = false;
		write_part(p, 0, p->data_in);
		chain_clear(&p->kept);
	}
}
