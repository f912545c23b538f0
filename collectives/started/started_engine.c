/* SPDX-License-Identifier: Apache-2.0 */
/* What rounds do about started collectives; collectives/started/started.h says how. */
#include <string.h>

#include "collectives/started/request.h"
#include "collectives/started/started_map.h"
#include "runtime/context.h"
#include "runtime/in_use.h"
#include "runtime/part.h"
#include "runtime/progress.h"
#include "runtime/trace.h"
#include "runtime/wait.h"
#include "topology/binomial.h"

/* Where value n of an edge is; above the last edge are results. */
static uint32_t started_engine_place_of(const struct started *s, uint32_t edge,
					uint32_t n)
{
	uint32_t i = arith_mul(edge, s->room.depth) + (n & (s->room.depth - 1));

	return s->values + arith_mul(s->room.fits, i);
}

/* The number of an edge's flag of mine has come to n. */
static bool started_engine_has_come(const struct started *s, uint32_t edge,
				    uint32_t n)
{
	uint32_t at = rt_flag(s->flags, edge);

	return (int32_t)(arch_flag_read(arch_rank(), at) - n) >= 0;
}

/* The edge of results, which is the same at all cores. */
static uint32_t down(const struct started *s)
{
	return arith_log2_ceil(s->team.size);
}

/* A value, its number, and an interrupt, to rank i of the team. */
static void started_engine_tell(const struct started *s, uint32_t i,
				uint32_t edge, uint32_t n)
{
	const struct started_call *c = &s->call[n & STARTED_MASK];
	uint32_t rank = team_rank(&s->team, i);

	if (c->bytes > 0) {
		arch_flags_write(rank, started_engine_place_of(s, edge, n),
				 c->value, (c->bytes + 3) >> 2);
	}
	arch_flag_write(rank, rt_flag(s->flags, edge), n);
	arch_raise(rank, 1);
}

void started_tell_child(const struct started *s, uint32_t edge, uint32_t n)
{
	started_engine_tell(s, started_child(s, edge), down(s), n);
}

void started_take(const struct started *s, uint32_t *to, uint32_t edge,
		  uint32_t n)
{
	uint32_t bytes = s->call[n & STARTED_MASK].bytes;

	if (bytes > 0) {
		arch_flags_read(to, arch_rank(),
				started_engine_place_of(s, edge, n),
				(bytes + 3) >> 2);
	}
}

void started_pass_on(struct started *s, uint32_t n)
{
	const struct started_call *c = &s->call[n & STARTED_MASK];

	for (uint32_t edge = s->edges; edge-- > 0;) {
		if (started_child(s, edge) < s->team.size) {
			started_tell_child(s, edge, n);
		}
	}
	if (c->recv) {
		memcpy(c->recv, c->value, c->bytes);
	}
}

/* Its result is at call->value: to those below me, and to who has asked. */
static void end(struct started *s, uint32_t n)
{
	struct started_call *c = &s->call[n & STARTED_MASK];

	c->pass(s, n);
	RT_TRACE("started collective ends", n, c->bytes);
	s->ended = n;
	rt_not_in_use(c->request, WEFT_COMPLETE);
}

/* May its operation be called here? */
static bool may_combine(const struct started_call *c)
{
	if (c->bytes > 0 && !c->op->in_handler && rt_context != RT_THREAD) {
		started_wants_thread = true;
		return false;
	}
	return true;
}

/* Are the values of all below me there, and may they be combined here? */
static bool is_full(const struct started *s, uint32_t n)
{
	const struct started_call *c = &s->call[n & STARTED_MASK];

	for (uint32_t edge = 0; edge < s->edges; edge++) {
		if (started_child(s, edge) < s->team.size &&
		    !started_engine_has_come(s, edge, n)) {
			return false;
		}
	}
	return s->edges == 0 || may_combine(c);
}

static void combine(const struct started *s, uint32_t n)
{
	struct started_call *c =
		(struct started_call *)&s->call[n & STARTED_MASK];
	_Alignas(16) uint32_t from[STARTED_BYTES / 4];

	for (uint32_t edge = 0; c->bytes > 0 && edge < s->edges; edge++) {
		if (started_child(s, edge) < s->team.size) {
			started_take(s, from, edge, n);
			c->op->combine(c->value, from, c->count);
		}
	}
}

/* A scan combines on the way down, too. */
static bool may_pass(const struct started *s, uint32_t n)
{
	const struct started_call *c = &s->call[n & STARTED_MASK];

	return c->pass == started_pass_on || may_combine(c);
}

/* Is there one to tell, and is its place free at the parent? */
static bool may_tell(const struct started *s)
{
	return s->told != s->begun && s->told - s->ended < s->room.depth;
}

/* Of one team: results first, since they make room. */
static void started_engine_go_on(struct started *s)
{
	uint32_t n = s->ended + 1;

	while (s->team.me > 0 && s->told != s->ended &&
	       started_engine_has_come(s, down(s), n) && may_pass(s, n)) {
		started_take(s, s->call[n & STARTED_MASK].value, down(s), n);
		end(s, n++);
		rt_worked = true;
	}
	for (n = s->told + 1; may_tell(s) && is_full(s, n); n++) {
		combine(s, n);
		s->told = n;
		if (s->team.me == 0) {
			end(s, n);
		} else {
			started_engine_tell(
				s, s->team.me - (UINT32_C(1) << s->edges),
				s->edges, n);
		}
		rt_worked = true;
	}
}

bool started_round(enum rt_round why)
{
	(void)why;
	for (struct started *s = started_teams; s; s = s->next) {
		started_engine_go_on(s);
	}
	return false;
}

/* A child that has not told, or the parent. */
uint32_t started_whom_of(void *of)
{
	const struct started *s = of;
	uint32_t n = s->ended + 1;

	if (s->ended == s->begun) {
		return RT_ANYONE;
	}
	for (uint32_t i = 0; s->told == s->ended && i < s->edges; i++) {
		if (started_child(s, i) < s->team.size &&
		    !started_engine_has_come(s, i, n)) {
			return team_rank(&s->team, started_child(s, i));
		}
	}
	return s->team.me == 0
		       ? RT_ANYONE
		       : team_rank(&s->team,
				   s->team.me - (UINT32_C(1) << s->edges));
}

/* The count goes last: a handler may look at any time. */
void started_begin(struct started *s)
{
	arch_irq_state state = arch_irq_save();

	s->begun++;
	arch_irq_restore(state);
	rt_progress_begun();
}
