/* SPDX-License-Identifier: Apache-2.0 */
/* What the calls of asked.h have in common. */
#include "collectives/started/asked.h"
#include "collectives/started/request.h"
#include "runtime/in_use.h"
#include "runtime/progress.h"
#include "runtime/why.h"
#include "topology/arith.h"

uint32_t asked_in_turn(const struct asked *a, const struct asked_call *c,
		       uint32_t step)
{
	uint32_t rank = a->team.me + 1 + step;

	(void)c;
	return rank < a->team.size ? rank : rank - a->team.size;
}

uint32_t asked_root(const struct asked *a, const struct asked_call *c,
		    uint32_t step)
{
	(void)a;
	(void)step;
	return c->root;
}

size_t asked_block(const struct asked_call *c, const struct blocks *b,
		   uint32_t i)
{
	size_t bytes = blocks_bytes(b, i), at;

	if (c->all == 0) {
		return bytes;
	}
	at = (size_t)(blocks_at(b, i) - b->base);
	at = at < c->all ? at : c->all;
	return c->all - at < bytes ? c->all - at : bytes;
}

/* For so many collectives more. */
struct room_for {
	const struct asked *a;
	uint32_t calls;
};

static bool asked_start_has_room(void *what)
{
	const struct room_for *r = what;

	return r->a->begun - r->a->ended + r->calls <= ASKED_CALLS;
}

/* Number n, which has not begun. */
static void enter(struct asked *a, uint32_t n, const struct asked_call *call,
		  struct weft_request *request)
{
	struct asked_call *c = asked_call(a, n);
	uint32_t rest = 0;

	*c = *call;
	c->request = request;
	if (call->op) {
		arith_div(a->piece, call->op->bytes, &rest);
	}
	c->piece = a->piece - rest;
}

static int asked_start_wait(struct weft_request *request,
			    enum weft_request_state state, weft_us_t within)
{
	return started_wait(request, state, within, asked_whom);
}

static const struct rt_operation operation = {.look = started_look,
					      .wait = asked_start_wait};

/* The count goes last: a handler may look at any time. */
static void asked_start_begin(struct asked *a, uint32_t calls,
			      struct weft_request *request)
{
	arch_irq_state state;

	request->data = (const char *)a;
	rt_use(request, &operation);
	state = arch_irq_save();
	a->begun += calls;
	arch_irq_restore(state);
	rt_progress_begun();
}

/* Of `calls` collectives of up to so many bytes: all that can be wrong; or waits. */
static ARCH_COLD int asked_start_check(struct asked *a,
				       const struct asked_call *call,
				       size_t most, uint32_t calls,
				       struct weft_request *request)
{
	struct room_for r = {a, calls};

	if (!request) {
		return RT_WHY(WEFT_ERR_NULL, "the request");
	}
	if (rt_in_use(request)) {
		return RT_WHY(WEFT_ERR_STATE, "the request is in use");
	}
	if (a->piece == 0) {
		return RT_WHY(
			WEFT_ERR_LIMIT,
			"the MPB has no room for two words for each core");
	}
	if (most >> 30 > 0) {
		return RT_WHY(WEFT_ERR_SIZE, "1 GB or more");
	}
	if (call->op && call->op->bytes > a->piece) {
		return RT_WHY(WEFT_ERR_SPACE,
			      "an element is longer than a piece");
	}
	return started_await(asked_start_has_room, &r, asked_whom, a,
			     ARCH_NEVER,
			     "room for one more started collective");
}

int asked_start(struct weft_team *team, const struct asked_call *call,
		const struct asked_own *own, struct weft_request *request)
{
	struct asked *a = team_asked(team);
	int error = asked_start_check(a, call, own->most, 1, request);

	if (!error) {
		blocks_own(own->to, own->from, own->bytes);
		enter(a, a->begun + 1, call, request);
		asked_start_begin(a, 1, request);
	}
	return error;
}

ARCH_COLD int asked_start_both(struct weft_team *team,
			       const struct asked_call *first,
			       const struct asked_call *then,
			       const struct asked_own *own,
			       struct weft_request *request)
{
	struct asked *a = team_asked(team);
	int error = asked_start_check(a, first, own->most, 2, request);

	if (!error) {
		blocks_own(own->to, own->from, own->bytes);
		enter(a, a->begun + 1, first, request);
		enter(a, a->begun + 2, then, request);
		asked_start_begin(a, 2, request);
	}
	return error;
}
