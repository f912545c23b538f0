/* SPDX-License-Identifier: Apache-2.0 */
/* Started gathers, scatters and all-to-alls: who gets blocks asks for them. */
#include "collectives/started/asked.h"

/* Whom this core asks, and how many ask it. */
static ARCH_COLD void order(struct asked_call *c, const struct moves *m,
			    const struct team *team)
{
	bool root = moves_at_root(m, team->me),
	     all = m->root == WEFT_TEAM_NOBODY;
	uint32_t others = team->size - 1;

	c->root = m->root;
	c->one_send = m->one_send;
	c->one_recv = m->one_recv;
	c->askers = all ? others : m->one_send ? !root : root ? others : 0;
	if (m->one_send) {
		c->source = asked_in_turn;
		c->steps = root ? others : 0;
	} else if (m->one_recv) {
		c->source = asked_root;
		c->steps = !root;
	}
}

/* What goes where; in place, from where it belongs. */
static ARCH_COLD void asked_moves_move(struct asked_call *c,
				       const struct moves *m,
				       const struct moves_own *mine)
{
	c->send = m->send;
	c->recv = m->recv;
	if (m->send.base == WEFT_IN_PLACE) {
		c->send = m->one_send ? (struct blocks)BLOCKS_OF(mine->to,
								 mine->bytes)
				      : m->recv;
	}
}

ARCH_COLD int asked_moves(const struct moves *m, const struct asked_call *how,
			  struct weft_request *request)
{
	const struct team *team;
	struct asked_call call = how ? *how : (struct asked_call){0};
	struct asked_own own = {0};
	struct moves_own mine = {0};
	int error = team_check(m->team);

	if (error) {
		return error;
	}
	team = &team_asked(m->team)->team;
	error = moves_check(m, team, &own.most);
	if (error) {
		return error;
	}
	if (moves_at_root(m, team->me)) {
		mine = moves_own(m, team->me);
	}
	own.to = mine.to;
	own.from = mine.from;
	own.bytes = mine.bytes;
	own.most = m->send.each > own.most ? m->send.each : own.most;
	own.most = m->recv.each > own.most ? m->recv.each : own.most;
	order(&call, m, team);
	asked_moves_move(&call, m, &mine);
	return asked_start(m->team, &call, &own, request);
}
