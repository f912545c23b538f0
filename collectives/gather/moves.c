/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/gather/moves.h"
#include "runtime/why.h"

/* Many blocks, each of which has a size of its own. */
static int check_many(const struct blocks *b, uint32_t n, size_t *most)
{
	size_t longest;

	if (!b->count || !b->at) {
		return RT_WHY(WEFT_ERR_NULL, "counts or places");
	}
	longest = blocks_most(b, n);
	*most = longest > *most ? longest : *most;
	if (!blocks_fit(b, n)) {
		return RT_WHY(
			WEFT_ERR_SIZE,
			"the blocks are longer together than memory can be");
	}
	return lacks(b->base, longest) ? RT_WHY(WEFT_ERR_NULL, "send or recv")
				       : WEFT_OK;
}

int moves_check_listed(const struct moves *m, const struct team *team,
		       size_t *most)
{
	const struct blocks *one = m->one_send   ? &m->send
				   : m->one_recv ? &m->recv
						 : NULL;
	bool root = moves_at_root(m, team->me);
	int error = WEFT_OK;

	*most = 0;
	if (one && (root ? lacks(one->base, one->each) : moves_lack(one))) {
		return RT_WHY(WEFT_ERR_NULL, "send or recv");
	}
	if (root && !m->one_send && m->send.base != WEFT_IN_PLACE) {
		error = check_many(&m->send, team->size, most);
	}
	if (root && !m->one_recv && !error) {
		error = check_many(&m->recv, team->size, most);
	}
	return error;
}
