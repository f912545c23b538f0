/* SPDX-License-Identifier: Apache-2.0 */
#include "messages/credit.h"
#include "topology/arith.h"
#include "topology/bits.h"
#include "runtime/table.h"

enum {
	CREDIT_LINE = ARCH_LINE / ARCH_FLAG_STRIDE, /* words of one read */
};

SHARED void credit_place(struct credit *c, uint32_t row, bool pushed,
			 uint32_t epoch)
{
	c->me = arch_rank();
	c->count = rt_run.count;
	c->row = row;
	c->pushed = pushed;
	c->known =
		rt_table(c->count, sizeof(*c->known), "no memory for credit");
	if (credit_is_pushed(c)) {
		c->shown = rt_table(c->count + CREDIT_LINE, sizeof(*c->shown),
				    "no memory for credit");
	}
	for (uint32_t i = 0; i < c->count; i++) {
		c->known[i] = epoch;
		if (credit_is_pushed(c)) {
			c->shown[i] = epoch << 16 | (epoch & 0xffff);
		}
	}
}

SHARED uint32_t credit_look_here(struct credit *c, uint32_t core)
{
	uint32_t first = core & ~(uint32_t)(CREDIT_LINE - 1);

	arch_flags_read(&c->shown[first], c->me, rt_flag(c->row, first),
			CREDIT_LINE);
	return c->shown[core];
}

/* What is new in that word. */
static bool learn(struct credit *c, uint32_t core, uint32_t word, uint32_t n)
{
	c->known[core] += (uint32_t)credit_freed(word, c->known[core]);
	return credit_known(c, core, n);
}

SHARED bool credit_has_freed(struct credit *c, uint32_t core, uint32_t n)
{
	return credit_known(c, core, n) ||
	       (credit_is_pushed(c) && learn(c, core, c->shown[core], n)) ||
	       learn(c, core, credit_look(c, core, c->me), n);
}

SHARED bool credit_all_freed(struct credit *c, struct credit_sweep *sweep,
			     uint32_t n, uint32_t *lagging)
{
	if (sweep->n != n || sweep->at == 0) {
		sweep->n = n;
		sweep->at = 1;
	}
	for (; sweep->at < c->count; sweep->at++) {
		uint32_t core = arith_add_mod(c->me, sweep->at, c->count);

		if (!bits_has(c->left_out, core) &&
		    !credit_has_freed(c, core, n)) {
			*lagging = core;
			return false;
		}
	}
	return true;
}
