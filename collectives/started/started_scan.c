/* SPDX-License-Identifier: Apache-2.0 */
/* Started scans (see weft/started.h). */
#include <string.h>

#include "collectives/started/start.h"

static void add(const struct started_call *c, uint32_t *into,
		const uint32_t *from)
{
	if (c->bytes > 0) {
		c->op->combine(into, from, c->count);
	}
}

/*
 * At call->value is what the ranks before mine combine to, but at rank 0.  A child's value
 * is taken before it is told: then it may write the next one there.
 */
static void pass(struct started *s, uint32_t n, bool before)
{
	struct started_call *c = &s->call[n & STARTED_MASK];
	_Alignas(16) uint32_t from[STARTED_BYTES / 4];

	if (before && c->recv && s->team.me > 0) {
		memcpy(c->recv, c->value, c->bytes);
	}
	if (s->team.me > 0) {
		add(c, c->value, c->own);
	} else {
		memcpy(c->value, c->own, sizeof(c->own));
	}
	if (!before && c->recv) {
		memcpy(c->recv, c->value, c->bytes);
	}
	for (uint32_t edge = 0; edge < s->edges; edge++) {
		if (started_child(s, edge) < s->team.size) {
			started_take(s, from, edge, n);
			started_tell_child(s, edge, n);
			add(c, c->value, from);
		}
	}
}

static void pass_scan(struct started *s, uint32_t n)
{
	pass(s, n, false);
}

static void pass_exscan(struct started *s, uint32_t n)
{
	pass(s, n, true);
}

int started_scan(const struct elements *e, struct weft_request *request)
{
	return started_run(e, pass_scan, request);
}

int started_exscan(const struct elements *e, struct weft_request *request)
{
	return started_run(e, pass_exscan, request);
}
