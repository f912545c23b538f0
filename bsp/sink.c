/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A sink knows where the next bytes go: to the head of a record, to the memory that the
 * record is about, or, when all records have come, to where the next get puts.
 * Many bytes for one place are read from the window straight to there; what is short is
 * read in larger pieces first, as each read has its cost.
 */
#include "bsp/state.h"

#include <string.h>

enum {
	DIRECT = 128,                                  /* bytes for one place */
	STAGE_LEAST = ARCH_LINE < 32 ? 32 : ARCH_LINE, /* after those */
	STAGE_MOST = 512
};

void sink_requests(struct partner *p)
{
	chain_clear(&p->asked);
	p->sink = (struct sink){.stage = STAGE_LEAST};
	if (p->to_take > 0) {
		p->sink.to = chain_add(&p->asked, chain_pad(p->to_take, 8));
		p->sink.left = p->to_take;
	}
}

void sink_data(struct partner *p)
{
	p->sink = (struct sink){
		.stage = STAGE_LEAST,
		.data = p->data_in,
		.walk = chain_start(&p->gets),
	};
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

	s->have = 0;
	if (record_op(r) == BSP_SEND) {
		body += message_tag_bytes();
		to = message_room(r->bytes);
	} else {
		to = register_memory(from, r);
	}
	if (s->data < sizeof(*r) ||
	    chain_pad(body, RECORD_ALIGN) > s->data - sizeof(*r)) {
		bsp_refuse(from, r, ", more than it has told of");
	}
	goes_to(s, to, body);
	s->data -= sizeof(*r) + chain_pad(body, RECORD_ALIGN);
}

/* Bytes of a record's head; how many there were. */
static uint32_t head(struct partner *p, const char *from, uint32_t n)
{
	struct sink *s = &p->sink;
	uint32_t want = sizeof(s->record) - s->have;

	want = want < n ? want : n;
	memcpy((char *)&s->record + s->have, from, want);
	s->have += want;
	if (s->have == sizeof(s->record)) {
		record(p);
	}
	return want;
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
static ARCH_COLD void move(char *to, const char *from, uint32_t n)
{
	memmove(to, from, n);
}

void sink_take(struct partner *p, const char *from, uint32_t n)
{
	struct sink *s = &p->sink;

	while (n > 0) {
		uint32_t m = 0;

		if (s->left > 0) {
			m = s->left < n ? s->left : n;
			if (p->pid == bsp.me) {
				move(s->to, from, m);
			} else {
				memcpy(s->to, from, m);
			}
			s->to += m;
			s->left -= m;
		} else if (s->pad > 0) {
			m = s->pad < n ? s->pad : n;
			s->pad -= m;
		} else if (s->data > 0) {
			m = head(p, from, n);
		} else {
			reply(p);
		}
		from += m;
		n -= m;
	}
}

void sink_get(struct partner *p, uint32_t core, uint32_t offset, uint32_t n)
{
	_Alignas(8) char stage[STAGE_MOST];
	struct sink *s = &p->sink;

	while (n > 0) {
		uint32_t m;

		if (s->left >= DIRECT) {
			m = s->left < n ? s->left : n;
			arch_get(s->to, core, ARCH_WINDOW_MPB, offset, m);
			s->to += m;
			s->left -= m;
			s->stage = STAGE_LEAST;
		} else {
			m = s->stage < n ? s->stage : n;
			arch_get(stage, core, ARCH_WINDOW_MPB, offset, m);
			sink_take(p, stage, m);
			s->stage = s->stage < STAGE_MOST ? 2 * s->stage
							 : STAGE_MOST;
		}
		offset += m;
		n -= m;
	}
}
