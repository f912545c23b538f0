/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/fence.h"
#include "collectives/abcast/credit.h"
#include "topology/arith.h"
#include "topology/bits.h"
#include "runtime/table.h"

enum {
	CREDIT_LINE = ARCH_LINE / ARCH_FLAG_STRIDE, /* words of one read */
};

void credit_place(struct credit *c, uint32_t row, bool pushed, uint32_t epoch)
{
	c->me = arch_rank();
	c->count = rt_run.count;
	c->row = row;
	c->pushed = pushed;
	c->wished = c->complete = epoch;
	c->known =
		rt_table(c->count, sizeof(*c->known), "no memory for credit");
	if (credit_is_pushed(c)) {
		c->shown = rt_table(c->count + CREDIT_LINE, sizeof(*c->shown),
				    "no memory for credit");
	}
	for (uint32_t i = 0; i < c->count; i++) {
		uint32_t word = epoch << 16 | (epoch & 0xffff);

		c->known[i] = epoch;
		if (credit_is_pushed(c)) {
			c->shown[i] = word;
		}
		if (epoch != 0 && i != c->me) {
			arch_flag_write(c->me, rt_flag(row, i), word);
		}
	}
}

uint32_t credit_look_here(struct credit *c, uint32_t core)
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

static bool has_freed(struct credit *c, uint32_t core, uint32_t n)
{
	return credit_known(c, core, n) ||
	       (credit_is_pushed(c) && learn(c, core, c->shown[core], n)) ||
	       learn(c, core, credit_look(c, core, c->me), n);
}

bool credit_all_freed(struct credit *c, struct credit_sweep *sweep, uint32_t n,
		      uint32_t *lagging)
{
	if (sweep->n != n || sweep->at == 0) {
		sweep->n = n;
		sweep->at = 1;
	}
	for (; sweep->at < c->count; sweep->at++) {
		uint32_t core = arith_add_mod(c->me, sweep->at, c->count);

		if (!bits_has(c->left_out, core) && !has_freed(c, core, n)) {
			*lagging = core;
			return false;
		}
	}
	if (!credit_complete(c, n)) {
		c->complete = n;
	}
	return true;
}

/* Pairs with credit_blocked_on: that core reads this after its own word. */
static void credit_settle(uint32_t core)
{
	FENCE(credit_shown, arch_settle(core));
}

/* R5, R6 and E3, E4: what I have shown, to those who asked for it. */
void credit_answer(struct credit *c)
{
	c->any_waiting = false;
	if (c->unsettled) {
		credit_settle(c->me);
		c->unsettled = false;
	}
	for (uint32_t w = 0; w << 5 < c->count; w++) {
		for (; c->waiting[w]; c->waiting[w] &= c->waiting[w] - 1) {
			uint32_t core = w << 5 | bits_lowest(c->waiting[w]);
			uint32_t word;

			if (credit_is_pushed(c)) {
				credit_settle(core);
			}
			word = arch_flag_read(core, rt_flag(c->row, core));
			if ((uint8_t)(word >> CREDIT_BLOCKED) == c->me + 1 ||
			    (uint8_t)word == c->me + 1) {
				arch_raise(core, 1);
				c->raised++;
			}
		}
	}
}

void credit_mark(struct credit *c)
{
	arch_irq_state state = arch_irq_save();

	c->mark = CREDIT_MARK;
	credit_show_blocked_on(c);
	arch_irq_restore(state);
}
