/* SPDX-License-Identifier: Apache-2.0 */
/* What the calls of asked.h have in common. */
#include "collectives/started/asked.h"
#include "collectives/started/request.h"
#include "collectives/team/made.h"
#include "runtime/in_use.h"
#include "runtime/progress.h"

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

static bool has_room(void *what)
{
	const struct asked *a = what;

	return a->begun - a->ended < ASKED_CALLS;
}

/* The count goes last: a handler may look at any time. */
static void begin(struct asked *a, const struct asked_call *call,
		  struct weft_request *request)
{
	struct asked_call *c = asked_call(a, a->begun + 1);
	arch_irq_state state;

	*c = *call;
	c->request = request;
	c->piece = a->piece;
	rt_use(request, &started_operation);
	state = arch_irq_save();
	a->begun++;
	arch_irq_restore(state);
	rt_progress_begun();
}

int asked_start(struct weft_team *team, const struct asked_call *call,
		const struct asked_own *own, struct weft_request *request)
{
	struct asked *a = team_asked(team);
	int error;

	if (!request) {
		return WEFT_ERR_NULL;
	}
	if (rt_in_use(request)) {
		return WEFT_ERR_STATE;
	}
	if (a->piece == 0) {
		return WEFT_ERR_LIMIT;
	}
	if (own->most >> 30 > 0) {
		return WEFT_ERR_SIZE;
	}
	error = started_await(has_room, a, ARCH_NEVER,
			      "room for one more started collective");
	if (!error) {
		blocks_own(own->to, own->from, own->bytes);
		begin(a, call, request);
	}
	return error;
}
