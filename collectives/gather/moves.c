/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/gather/moves.h"

/* Many blocks, which are there or, `here` being false, only have a size. */
static int check_many(const struct blocks *b, bool here, uint32_t n,
		      size_t *most)
{
	size_t longest;

	if (b->listed && !here) {
		return WEFT_OK;
	}
	if (b->listed && (!b->count || !b->at)) {
		return WEFT_ERR_NULL;
	}
	longest = b->listed ? blocks_most(b, n) : b->each;
	*most = longest > *most ? longest : *most;
	if (!blocks_fit(b, n)) {
		return WEFT_ERR_SIZE;
	}
	return here && lacks(b->base, longest) ? WEFT_ERR_NULL : WEFT_OK;
}

/* In place a core has nothing apart from what the root has. */
static int check_one(const struct blocks *b, bool root)
{
	return lacks(b->base, b->each) || (b->base == WEFT_IN_PLACE && !root)
		       ? WEFT_ERR_NULL
		       : WEFT_OK;
}

int moves_check(const struct moves *m, const struct team *team, size_t *most)
{
	bool root = moves_at_root(m, team->me);
	int sent = WEFT_OK, received = WEFT_OK;

	*most = 0;
	if (m->root != WEFT_TEAM_NOBODY && m->root >= team->size) {
		return WEFT_ERR_RANK;
	}
	if (m->one_send) {
		sent = check_one(&m->send, root);
	} else if (m->one_recv || m->send.base != WEFT_IN_PLACE) {
		sent = check_many(&m->send, root, team->size, most);
	}
	received = m->one_recv ? check_one(&m->recv, root)
			       : check_many(&m->recv, root, team->size, most);
	return sent ? sent : received;
}

struct moves_own moves_own(const struct moves *m, uint32_t me)
{
	uint32_t give = m->one_send ? 0 : me, get = m->one_recv ? 0 : me;
	struct moves_own own = {WEFT_IN_PLACE, WEFT_IN_PLACE, SIZE_MAX};
	size_t bytes;

	if (!moves_at_root(m, me)) {
		return (struct moves_own){0};
	}
	if (m->send.base != WEFT_IN_PLACE) {
		own.from = blocks_at(&m->send, give);
		own.bytes = blocks_bytes(&m->send, give);
	}
	if (m->recv.base != WEFT_IN_PLACE) {
		own.to = blocks_at(&m->recv, get);
		bytes = blocks_bytes(&m->recv, get);
		own.bytes = bytes < own.bytes ? bytes : own.bytes;
	}
	return own;
}
