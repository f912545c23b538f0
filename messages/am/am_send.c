/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "messages/am/am.h"
#include "runtime/context.h"

/*
 * Not known yet how it receives.  It shows that, lets it land, and then looks for
 * messages; I let mine land, and then look at what it shows.  One of the two sees
 * the other.
 */
static ARCH_COLD void ask_reception(uint32_t rank)
{
	FENCE(am_first_contact, arch_settle(rank));
	am.peer[rank].reception = arch_flag_read(rank, am.reception);
}

static ARCH_COLD void tell_by_interrupt(uint32_t rank, struct am_peer *p)
{
	if (rank == am.me) {
		/* My own writes come back to me only then. */
		FENCE(am_to_myself, arch_settle(rank));
	}
	if (!p->reception) {
		ask_reception(rank);
	}
	if (p->reception == WEFT_AM_INTERRUPT) {
		arch_raise(rank, 1);
	}
}

void am_tell(uint32_t rank, uint32_t news)
{
	struct am_peer *p = &am.peer[rank];

	arch_flag_write(rank, am.notice, news);
	if (p->reception != WEFT_AM_POLL || rank == am.me) {
		tell_by_interrupt(rank, p);
	}
}

/* My byte at that core: numbers of both classes. */
static inline void put_byte(uint32_t rank, const struct am_peer *p)
{
	uint8_t byte = (uint8_t)((p->sent[AM_REPLY] & 15) << 4 |
				 (p->sent[AM_REQUEST] & 15));

	arch_put(rank, ARCH_WINDOW_MPB, am.notice + 4 + am.me, &byte, 1);
}

/*
 * The line, byte and news, in this order.  A handler that interrupts a request of
 * the thread may reply to the same core: byte and numbers go together.
 */
void am_post(uint32_t rank, enum am_class class, uint32_t *line,
	     const uint32_t *words, uint32_t count)
{
	struct am_peer *p = &am.peer[rank];
	uint32_t number = p->sent[class] + 1;
	uint32_t slot = am_slot(am.me, class, number);
	uint32_t in_line = count;

	line[0] |= am_head(number) | count << AM_COUNT;
	if (count > AM_IN_LINE) {
		in_line = AM_IN_LINE;
		arch_flags_write(rank, am.rest + slot * AM_REST_BYTES,
				 words + AM_IN_LINE, count - AM_IN_LINE);
	}
	for (uint32_t i = 0; i < in_line; i++) {
		line[2 + i] = words[i];
	}
	arch_flags_write(rank, am_line(slot), line, 2 + in_line);
	if (am.how == WEFT_AM_INTERRUPT) {
		arch_irq_state state = arch_irq_save();

		p->sent[class] = number;
		put_byte(rank, p);
		arch_irq_restore(state);
	} else {
		p->sent[class] = number;
		put_byte(rank, p);
	}
	am_tell(rank, am_news(class, number));
}

int am_check(void)
{
	if (rt_context != RT_THREAD) {
		return WEFT_ERR_CONTEXT;
	}
	if (!am.how) {
		return am.placed ? WEFT_ERR_STATE : WEFT_ERR_LIMIT;
	}
	return am.evicted ? WEFT_ERR_DEAD : WEFT_OK;
}

static inline int check_message(uint32_t handler, const uint32_t *words,
				uint32_t count)
{
	if (count > WEFT_AM_WORDS) {
		return WEFT_ERR_SIZE;
	}
	if (handler - 1 >= WEFT_AM_HANDLERS - 1) {
		return WEFT_ERR_RANGE;
	}
	return count > 0 && !words ? WEFT_ERR_NULL : WEFT_OK;
}

/* Which of them, and is it so now? */
static ARCH_COLD int check_request(const struct weft_am_dest *to)
{
	int error = am_check();

	if (error) {
		return error;
	}
	if (am.held) {
		return WEFT_ERR_STATE;
	}
	if (!to) {
		return WEFT_ERR_NULL;
	}
	if (to->rank >= am.count) {
		return WEFT_ERR_RANK;
	}
	return WEFT_ERR_RANGE;
}

int weft_am_request(const struct weft_am_dest *to, uint32_t handler,
		    const uint32_t *words, uint32_t count, weft_us_t within)
{
	uint32_t line[AM_LINE_WORDS];
	struct am_peer *p;
	int error;

	if ((uint32_t)rt_context | am.closed || !to || to->rank >= am.count ||
	    (to->endpoint | to->reply_to) >= WEFT_AM_ENDPOINTS) {
		return check_request(to);
	}
	error = check_message(handler, words, count);
	if (error) {
		return error;
	}
	p = &am.peer[to->rank];
	if ((p->sent[AM_REQUEST] - p->freed > am.mask &&
	     !am_has_room(to->rank)) ||
	    p->dead) {
		error = am_await_room(to->rank, within);
		if (error) {
			return error;
		}
	}
	line[0] =
		to->endpoint << AM_ENDPOINT | to->reply_to << AM_OWN | handler;
	line[1] = to->tag;
	am_post(to->rank, AM_REQUEST, line, words, count);
	/* A reply may be next. */
	am_look_next(AM_REPLY, to->rank, p->got[AM_REPLY] + 1);
	return WEFT_OK;
}

int weft_am_reply(struct weft_am_message *m, uint32_t handler,
		  const uint32_t *words, uint32_t count)
{
	uint32_t line[AM_LINE_WORDS];
	int error;

	if (!m) {
		return WEFT_ERR_NULL;
	}
	if (!am.running || m->head == 0) {
		return WEFT_ERR_STATE;
	}
	error = check_message(handler, words, count);
	if (error) {
		return error;
	}
	line[0] = (m->head >> AM_OWN & 15) << AM_ENDPOINT |
		  (am.peer[m->from].got[AM_REQUEST] & 15) << AM_OWN | handler;
	line[1] = 0;
	m->head = 0; /* once */
	am_post(m->from, AM_REPLY, line, words, count);
	return WEFT_OK;
}
