/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Send and receive with tags.  An offer waits at the receiver, in the place that its sender
 * has there; whoever receives asks the sender, who may have given up, and then has the data
 * stored in a segment of its own.
 */
#include "arch/arch.h"
#include "messages/am/segments/am_library.h"
#include "runtime/part.h"
#include "runtime/table.h"
#include "runtime/wait.h"
#include "runtime/why.h"

#include <weft/published/am_tag.h>

weft_am_handler am_on_offer, am_on_accept, am_on_withdraw;

/* A handler writes it while it is none, the thread while it is one. */
struct offer {
	volatile uint32_t operation; /* the sender's; 0: none */
	uint32_t tag, bytes;
	uint32_t given_up; /* my own to that core, still there */
};

static struct offer *offers; /* by rank */
static bool receiving;

static ARCH_COLD uint32_t am_tag_bytes(const struct rt_run *run, uint32_t left)
{
	(void)run;
	(void)left;
	return 0;
}

static ARCH_COLD void am_tag_placed(const struct rt_run *run, uint32_t offset,
				    uint32_t size)
{
	(void)offset;
	(void)size;
	offers = rt_table(run->count, sizeof(*offers), "no memory for am");
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "am_tags",
	.bytes = am_tag_bytes,
	.placed = am_tag_placed,
};
RT_PART(part);

void am_on_offer(struct weft_am_message *m)
{
	struct offer *o = &offers[m->from];

	if (m->count != AM_WORD_MORE + 1 || o->operation) {
		am_end(m, WEFT_ERR_STATE, NULL, 0);
		return;
	}
	o->tag = m->word[AM_WORD_OFFSET];
	o->bytes = m->word[AM_WORD_MORE];
	o->operation = am_head_operation(m->word[AM_WORD_HEAD]);
}

/* At the sender, who waits for that, or has given up. */
void am_on_accept(struct weft_am_message *m)
{
	bool waits = m->count == AM_WORD_MORE + 1 &&
		     am_operation_waits(m->word[AM_WORD_OFFSET]);

	am_operation_end(m->word[AM_WORD_OFFSET], WEFT_OK,
			 &m->word[AM_WORD_MORE], 1);
	am_end(m, waits ? WEFT_OK : WEFT_ERR_STATE, NULL, 0);
}

/* If it is no longer there, it has been taken, and ends when I am asked. */
void am_on_withdraw(struct weft_am_message *m)
{
	struct offer *o = &offers[m->from];
	bool there = o->operation && o->operation == m->word[AM_WORD_OFFSET];

	if (there) {
		o->operation = 0;
	}
	am_end(m, there ? WEFT_OK : WEFT_ERR_STATE, NULL, 0);
}

/* What I gave up may still be in the way. */
static int withdraw(uint32_t to, uint64_t deadline)
{
	uint32_t *number = &offers[to].given_up;
	uint32_t words[AM_WORD_MORE] = {*number, am_head(AM_HEAD_BYTE, 0, 0)};
	int error = WEFT_OK;

	if (*number) {
		error = am_ask(to, AM_ON_WITHDRAW, words, AM_WORD_MORE, NULL, 0,
			       deadline);
		if (!error) {
			am_operation_end(*number, WEFT_OK, NULL, 0);
		}
		if (!error || error == WEFT_ERR_STATE) {
			*number = 0;
			error = WEFT_OK;
		}
	}
	return error;
}

/* Waits until it is accepted: in which segment, then. */
static int offer(uint32_t to, uint32_t tag, uint32_t bytes, uint32_t *segment,
		 uint64_t deadline)
{
	uint32_t words[AM_WORD_MORE + 1] = {tag, am_head(AM_HEAD_BYTE, 0, 0),
					    bytes};
	struct am_result result = {segment, sizeof(*segment)};
	int error = withdraw(to, deadline);

	return error ? error
		     : am_ask_once(to, AM_ON_OFFER, words, AM_WORD_MORE + 1,
				   &result, deadline, &offers[to].given_up);
}

int weft_am_send(weft_rank_t to, uint32_t tag, const void *data, size_t bytes,
		 weft_us_t within)
{
	struct weft_am_remote r = {.rank = to};
	int error = am_library();

	if (error) {
		return error;
	}
	if (bytes > 0 && !data) {
		return WEFT_ERR_NULL;
	}
	if (to >= am.count) {
		return RT_WHY(WEFT_ERR_RANK, "to");
	}
	error = offer(to, tag, (uint32_t)bytes, &r.segment,
		      rt_deadline(within));
	/* From here on the receiver is waiting for it. */
	return error ? error
		     : am_send_packets(&r, 0, data, (uint32_t)bytes, 0,
				       ARCH_NEVER);
}

static bool am_tag_fits(const struct weft_am_received *what, uint32_t from)
{
	const struct offer *o = &offers[from];

	return (what->from == WEFT_ANYONE || what->from == from) &&
	       o->operation && o->tag == what->tag;
}

struct search {
	const struct weft_am_received *what;
	uint32_t found, next;
};

/* From the core after the one that was found last: none waits for ever. */
static bool is_there(void *place)
{
	struct search *s = place;

	for (uint32_t i = 0; i < am.count; i++) {
		s->next = s->next + 1 < am.count ? s->next + 1 : 0;
		if (am_tag_fits(s->what, s->next)) {
			s->found = s->next;
			return true;
		}
	}
	return am.mode.evicted;
}

/* Its sender stores it in my memory. */
static int am_tag_take(uint32_t from, void *data, uint32_t size,
		       uint64_t deadline)
{
	struct weft_am_segment s = {.memory = data, .bytes = size};
	uint32_t words[AM_WORD_MORE + 1] = {offers[from].operation,
					    am_head(AM_HEAD_BYTE, 0, 0)};
	int error;

	offers[from].operation = 0;
	words[AM_WORD_MORE] = am_segment_own(&s);
	error = am_ask(from, AM_ON_ACCEPT, words, AM_WORD_MORE + 1, NULL, 0,
		       deadline);
	if (!error) {
		error = am_wait_until(&s.stored, size, deadline);
	}
	am_segment_own(NULL);
	return error;
}

static int receive(struct weft_am_received *what, void *data, size_t room,
		   uint64_t deadline)
{
	static uint32_t last;
	struct search s = {what, 0, last};
	int error;

	do {
		error = am_serve_until(is_there, &s, deadline, RT_ANYONE,
				       "a message with that tag");
		if (error || am.mode.evicted) {
			return error ? error : WEFT_ERR_DEAD;
		}
		last = s.found;
		what->bytes = offers[s.found].bytes;
		if (what->bytes > room) {
			error = WEFT_ERR_SIZE;
		} else if (what->bytes > 0 && !data) {
			error = WEFT_ERR_NULL;
		} else {
			error = am_tag_take(s.found, data, what->bytes,
					    deadline);
		}
	} while (error == WEFT_ERR_STATE); /* its sender has given up */
	what->from = error ? what->from : s.found;
	return error;
}

int weft_am_receive(struct weft_am_received *what, void *data, size_t room,
		    weft_us_t within)
{
	int error = am_library();

	if (error || !what) {
		return error ? error : WEFT_ERR_NULL;
	}
	if (what->from >= am.count && what->from != WEFT_ANYONE) {
		return RT_WHY(WEFT_ERR_RANK, "what->from");
	}
	if (receiving) {
		return RT_WHY(WEFT_ERR_STATE, "another fiber is receiving");
	}
	receiving = true;
	error = receive(what, data, room, rt_deadline(within));
	receiving = false;
	return error;
}
