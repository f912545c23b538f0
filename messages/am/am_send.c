/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "arch/inline.h"
#include "messages/am/am_lean.h"
#include "messages/am/am_put.h"
#include "runtime/context.h"
#include "runtime/wait.h"

ARCH_COLD void am_send(uint32_t rank, enum am_class class,
		       const struct am_out *out)
{
	struct am_peer *p = &am.peer[rank];
	uint32_t number = p->sent[class] + 1, in_line = out->count;

	if (am.form.lean) {
		am_lean_send(rank, class, out);
		return;
	}
	if (in_line > AM_IN_LINE) {
		in_line = AM_IN_LINE;
		arch_flags_write(rank, am_rest(am_key(am.me, class), number),
				 out->words + AM_IN_LINE,
				 out->count - AM_IN_LINE);
	}
	am_put(rank, p, class, number, am_head_full(out->head, out->count),
	       out->tag, out->words, in_line);
}

static ARCH_COLD int check_message(uint32_t handler, const uint32_t *words,
				   uint32_t count)
{
	if (count > WEFT_AM_WORDS) {
		return RT_WHY(WEFT_ERR_SIZE, "count: more than WEFT_AM_WORDS");
	}
	if (handler - 1 >= WEFT_AM_HANDLERS - 1) {
		return RT_WHY(WEFT_ERR_NUMBER, "handler: 1 to 255");
	}
	return count > 0 && !words ? RT_WHY(WEFT_ERR_NULL, "words") : WEFT_OK;
}

/* May this thread send now, and such a message? */
static ARCH_COLD int check_request(const struct am_out *out)
{
	int error = am_check();

	if (!error) {
		error = am.mode.held ? RT_WHY(WEFT_ERR_STATE,
					      "handlers are held: weft_am_hold")
				     : check_message(out->head, out->words,
						     out->count);
	}
	return error;
}

static ARCH_COLD int check_dest(const struct weft_am_dest *to)
{
	if (!to) {
		return RT_WHY(WEFT_ERR_NULL, "to");
	}
	if (to->rank >= am.count) {
		return RT_WHY(WEFT_ERR_RANK, "to->rank");
	}
	return (to->endpoint | to->reply_to) >= WEFT_AM_ENDPOINTS
		       ? RT_WHY(WEFT_ERR_NUMBER,
				"endpoint or reply_to: 0 to 15")
		       : WEFT_OK;
}

static inline uint32_t request_head(const struct weft_am_dest *to,
				    uint32_t handler)
{
	return to->endpoint << AM_ENDPOINT_SHIFT |
	       to->reply_to << AM_OWN_SHIFT | handler;
}

static inline uint32_t head_to(const struct weft_am_dest *to, uint32_t handler,
			       uint32_t count)
{
	return am_head_full(request_head(to, handler), count);
}

/*
 * On a core that takes interrupts handlers may come, and reply to the same core, or be
 * told that it has stopped: what has been sent, the slot and the byte go together.
 */
static ARCH_COLD int send_masked(uint32_t rank, const struct am_out *out)
{
	arch_irq_state state = arch_irq_save();
	bool dead = am.peer[rank].state || am.mode.evicted;

	if (!dead) {
		am_send(rank, AM_REQUEST, out);
		am.look.likely = am_key(rank, AM_REPLY);
	}
	arch_irq_restore(state);
	return dead ? WEFT_ERR_DEAD : WEFT_OK;
}

static ARCH_COLD int send_with_room(uint32_t rank, const struct am_out *out,
				    weft_us_t within)
{
	const struct am_peer *p = &am.peer[rank];
	int error = WEFT_OK;

	if (p->sent[AM_REQUEST] == p->last && !am_has_room(rank)) {
		error = am_await_room(rank, rt_deadline(within));
	}
	return error ? error : send_masked(rank, out);
}

/* Whatever is in the way of the short path.  The head is the handler so far. */
static ARCH_COLD __attribute__((noinline)) int
request_any(const struct weft_am_dest *to, struct am_out *out, weft_us_t within)
{
	int error = check_request(out);

	if (!error) {
		error = check_dest(to);
	}
	if (!error) {
		out->head = request_head(to, out->head);
		out->tag = to->tag;
		error = send_with_room(to->rank, out, within);
	}
	return error;
}

static inline bool is_short(const struct weft_am_dest *to, uint32_t handler,
			    const uint32_t *words, uint32_t count)
{
	return rt_context == RT_THREAD && to && to->rank < am.mode.ready &&
	       (to->endpoint | to->reply_to) < WEFT_AM_ENDPOINTS &&
	       handler - 1 < WEFT_AM_HANDLERS - 1 && count <= AM_IN_LINE &&
	       (words || count == 0);
}

static inline __attribute__((always_inline)) void
send_now(uint32_t rank, struct am_peer *p, uint32_t head, uint32_t tag,
	 const uint32_t *words, uint32_t count)
{
	am.look.likely = am_key(rank, AM_REPLY);
	am_put(rank, p, AM_REQUEST, p->sent[AM_REQUEST] + 1, head, tag, words,
	       count);
}

/* Where what runs seldom is slow, room is waited for a while, too. */
static inline bool has_room(const struct am_peer *p, uint32_t rank)
{
	return p->sent[AM_REQUEST] != p->last ||
	       (ARCH_NEAR && !am.form.lean && am_room_soon(rank));
}

/*
 * On a core that polls, where there is room, and of no more words than a line's, to a
 * core that may be sent to: all else takes longer.
 */
WEFT_REGISTERS int weft_am_request(const struct weft_am_dest *to,
				   uint32_t handler, const uint32_t *words,
				   uint32_t count, weft_us_t within)
{
	if (is_short(to, handler, words, count)) {
		struct am_peer *p = &am.peer[to->rank];

		if (has_room(p, to->rank)) {
			send_now(to->rank, p, head_to(to, handler, count),
				 to->tag, words, count);
			return WEFT_OK;
		}
		if (am.form.lean &&
		    am_lean_request(to->rank, head_to(to, handler, count),
				    to->tag, words, count)) {
			return WEFT_OK;
		}
	}
	struct am_out out = {handler, 0, words, count};

	return request_any(to, &out, within);
}

_Static_assert(RT_THREAD == 0, "ready_poll is 1 above that context alone");

/*
 * Where the short way ends: on a core that polls there is no room in the full layout; a
 * core that takes interrupts sends as send_masked does.
 */
static AM_BY_INTERRUPT __attribute__((noinline)) bool
request_else(const struct weft_am_target *target, const uint32_t *words,
	     uint32_t count, uint32_t what)
{
	struct am_peer *p = target->peer;
	arch_irq_state state;
	bool dead;

	if ((uint32_t)rt_context < am.mode.ready_poll) {
		return am.form.lean &&
		       am_lean_request(target->rank, target->head | what,
				       target->tag, words, count);
	}
	if (rt_context != RT_THREAD || am.mode.how < WEFT_AM_INTERRUPT ||
	    am.mode.held || p->sent[AM_REQUEST] == p->last) {
		return false;
	}
	state = arch_irq_save();
	dead = p->state || am.mode.evicted;
	if (!dead) {
		send_now(target->rank, p, target->head | what, target->tag,
			 words, count);
	}
	arch_irq_restore(state);
	return !dead;
}

/* By value: in memory, the word would be stored and read again in the short way, too. */
static AM_BY_INTERRUPT __attribute__((noinline)) WEFT_REGISTERS bool
request_word_else(const struct weft_am_target *target, uint32_t word,
		  uint32_t what)
{
	return request_else(target, &word, 1, what);
}

/* That may send now, and that there is room, are all that is left to look at. */
static inline bool may_send(const struct weft_am_target *target)
{
	return (uint32_t)rt_context < am.mode.ready_poll &&
	       has_room(target->peer, target->rank);
}

WEFT_REGISTERS bool weft_am_request_short(const struct weft_am_target *target,
					  const uint32_t *words, uint32_t what)
{
	if (!may_send(target)) {
		return request_else(target, words, what >> AM_COUNT_SHIFT,
				    what);
	}
	send_now(target->rank, target->peer, target->head | what, target->tag,
		 words, what >> AM_COUNT_SHIFT);
	return true;
}

WEFT_REGISTERS bool weft_am_request_word(const struct weft_am_target *target,
					 uint32_t word, uint32_t what)
{
	if (!may_send(target)) {
		return request_word_else(target, word, what);
	}
	send_now(target->rank, target->peer, target->head | what, target->tag,
		 &word, 1);
	return true;
}

ARCH_COLD int weft_am_aim(struct weft_am_target *target,
			  const struct weft_am_dest *to)
{
	int error;

	RT_THREAD_ONLY();
	if (!target) {
		return RT_WHY(WEFT_ERR_NULL, "target");
	}
	error = am.mode.placed ? check_dest(to) : WEFT_ERR_LIMIT;
	if (error) {
		return error;
	}
	target->peer = &am.peer[to->rank];
	target->rank = to->rank;
	target->head = head_to(to, 0, 0);
	target->tag = to->tag;
	return WEFT_OK;
}

ARCH_COLD int weft_am_request_any(const struct weft_am_target *target,
				  uint32_t handler, const uint32_t *words,
				  uint32_t count, weft_us_t within)
{
	struct am_out out = {handler, 0, words, count};
	int error;

	error = target ? check_request(&out) : RT_WHY(WEFT_ERR_NULL, "target");
	if (!error) {
		out.head |= target->head;
		out.tag = target->tag;
		error = send_with_room(target->rank, &out, within);
	}
	return error;
}

static inline uint32_t reply_head(struct weft_am_message *m, uint32_t handler)
{
	uint32_t head = am_head_own(m->head) << AM_ENDPOINT_SHIFT | handler;

	m->head = 0; /* once */
	return head;
}

/* What does not fit into a line, or is wrong. */
static ARCH_COLD __attribute__((noinline)) int
reply_any(struct weft_am_message *m, uint32_t handler, const uint32_t *words,
	  uint32_t count)
{
	struct am_out out = {0, 0, words, count};
	int error;

	if (m != &am.message || m->head == 0) {
		return m ? RT_WHY(WEFT_ERR_STATE,
				  "it is not this handler's message, or no "
				  "request, or replied to")
			 : WEFT_ERR_NULL;
	}
	error = check_message(handler, words, count);
	if (!error) {
		out.head = reply_head(m, handler);
		out.tag = am.from[am_key(m->from, AM_REQUEST)].got;
		am_send(m->from, AM_REPLY, &out);
	}
	return error;
}

WEFT_REGISTERS int weft_am_reply(struct weft_am_message *m, uint32_t handler,
				 const uint32_t *words, uint32_t count)
{
	uint32_t rank = am.message.from;
	struct am_peer *p = &am.peer[rank];

	if (m != &am.message || m->head == 0 || count > AM_IN_LINE ||
	    handler - 1 >= WEFT_AM_HANDLERS - 1 || (count > 0 && !words)) {
		return reply_any(m, handler, words, count);
	}
	if (am.form.lean) {
		am_lean_reply(rank, am.from[am_key(rank, AM_REQUEST)].got,
			      am_head_full(reply_head(m, handler), count),
			      words, count);
		return WEFT_OK;
	}
	am_put(rank, p, AM_REPLY, p->sent[AM_REPLY] + 1,
	       am_head_full(reply_head(m, handler), count),
	       am.from[am_key(rank, AM_REQUEST)].got, words, count);
	return WEFT_OK;
}
