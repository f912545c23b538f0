/* SPDX-License-Identifier: Apache-2.0 */
#include "bsp/state.h"

/*
 * What a stream has between records; it is written, so that who reads a chunk reads
 * nothing that nobody wrote.
 */
static const char padding[RECORD_ALIGN];

void source_requests(struct partner *p)
{
	p->source = (struct source){.next = SOURCE_HEAD};
	p->source.head.data = p->raw.bytes + p->hp_bytes;
}

void source_data(struct partner *p)
{
	p->source = (struct source){.next = SOURCE_RAW,
				    .walk = chain_start(&p->raw)};
}

/* The rest of a block is one run. */
static bool block(struct source *s)
{
	s->at = chain_here(&s->walk);
	if (s->at) {
		s->left = s->walk.block->used - s->walk.at;
		s->walk.at = s->walk.block->used;
	}
	return s->at;
}

static void data_of(struct source *s, struct piece *piece)
{
	s->at = piece->at;
	s->left = piece->record.bytes;
	s->pad = chain_pad(s->left, RECORD_ALIGN) - s->left;
	chain_skip(&s->walk, sizeof(*piece));
}

/* The next run, as the stream goes on. */
static void next_run(struct partner *p)
{
	struct source *s = &p->source;
	struct piece *piece;

	switch (s->next) {
	case SOURCE_HEAD:
		s->at = (const char *)&s->head;
		s->left = sizeof(s->head);
		s->walk = chain_start(&p->gets);
		s->next = SOURCE_GETS;
		return;
	case SOURCE_GETS:
		if (!block(s)) {
			s->next = SOURCE_END;
		}
		return;
	case SOURCE_RAW:
		if (!block(s)) {
			s->walk = chain_start(&p->hp);
			s->next = SOURCE_HP;
		}
		return;
	case SOURCE_HP:
		piece = chain_here(&s->walk);
		if (piece) {
			s->at = (const char *)&piece->record;
			s->left = RECORD_BYTES;
			s->next = SOURCE_HP_DATA;
			return;
		}
		s->walk = chain_start(&p->asked);
		chain_skip(&s->walk, sizeof(struct stream_head));
		s->next = SOURCE_REPLIES;
		return;
	case SOURCE_HP_DATA:
		piece = chain_here(&s->walk);
		s->next = SOURCE_HP;
		if (piece) {
			data_of(s, piece);
		}
		return;
	case SOURCE_REPLIES:
		piece = chain_here(&s->walk);
		if (piece) {
			data_of(s, piece);
			return;
		}
		s->next = SOURCE_END;
		return;
	case SOURCE_END:
		return;
	}
}

const char *source_next(struct partner *p, uint32_t *n)
{
	struct source *s = &p->source;
	const char *at;

	while (s->left == 0 && s->pad == 0 && s->next != SOURCE_END) {
		next_run(p);
	}
	if (s->left == 0) {
		*n = s->pad < *n ? s->pad : *n;
		s->pad -= *n;
		return padding;
	}
	at = s->at;
	*n = s->left < *n ? s->left : *n;
	s->at += *n;
	s->left -= *n;
	return at;
}
