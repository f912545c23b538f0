/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupts of others, of the host and of a timer; none while they are off, though a copy
 * is made then; timers that count down; a segment of shared memory by its name.
 *
 * host:
 * share notes 512
 * load -
 * write 0-15 0x7000 0 0 0 0 0 0 0
 * start
 * wait 0-15 0x7000 1
 * signal 3
 * wait 3 0x7004 1
 * check 0-2,4-15 0x7004 0
 * write 0-15 0x7014 1
 * wait 0-15 0x7010 1
 * check 0-15 0x7008 1 1
 * check 0-15 0x7018 1
 * check ext 0x01008000 0x100 0x101 0x102 0x103
 * end
 */
#include <e-lib.h>

static volatile unsigned by_user, by_timer;
static volatile unsigned *const out = (volatile unsigned *)0x7000;

static void __attribute__((interrupt)) user(void)
{
	by_user++;
	out[1] = by_user - 1; /* the first is the neighbour's */
}

static void __attribute__((interrupt)) timer(void)
{
	by_timer++;
}

static unsigned timers(void)
{
	unsigned from, to;

	e_ctimer_set(E_CTIMER_0, (unsigned)E_CTIMER_MAX);
	from = e_ctimer_start(E_CTIMER_0, E_CTIMER_CLK);
	e_wait(E_CTIMER_1, 1000);
	to = e_ctimer_stop(E_CTIMER_0);
	return to < from && from - to >= 1000 && from - to < 2000 &&
	       e_ctimer_get(E_CTIMER_0) == to;
}

/* The library's own masking in a copy ends in the state that it found. */
static unsigned masked(void)
{
	static unsigned from[4] ALIGN(8) = {1, 2, 3, 4}, to[4] ALIGN(8);
	unsigned before = by_timer, held;

	e_irq_global_mask(E_TRUE);
	e_irq_set((unsigned)E_SELF, (unsigned)E_SELF, E_TIMER1_INT);
	e_dma_copy(to, e_get_global_address(0, 0, from), sizeof(from));
	held = by_timer == before && to[3] == 4;
	e_irq_global_mask(E_FALSE);
	while (by_timer == before) {
	}
	return held;
}

int main(void)
{
	unsigned row, col, me, last = 0;
	e_memseg_t notes = {E_NULL, 0, 0, 0, E_RD};

	me = e_group_config.core_row * 4 + e_group_config.core_col;
	e_irq_attach(E_USER_INT, user);
	e_irq_mask(E_USER_INT, E_FALSE);
	e_irq_global_mask(E_FALSE);
	e_neighbor_id(E_NEXT_CORE, E_GROUP_WRAP, &row, &col);
	e_irq_set(row, col, E_USER_INT); /* latched, if that core is late */
	while (!by_user) {
	}
	out[2] = timers();
	e_irq_attach(E_TIMER1_INT, timer);
	e_irq_clear((unsigned)E_SELF, (unsigned)E_SELF, E_TIMER1_INT);
	e_irq_mask(E_TIMER1_INT, E_FALSE);
	e_ctimer_set(E_CTIMER_1, 500);
	e_ctimer_start(E_CTIMER_1, E_CTIMER_CLK);
	while (!by_timer) {
	}
	last = by_timer == 1;
	out[6] = masked();
	e_irq_mask(E_TIMER1_INT, E_TRUE);
	me += 0x100;
	last = last && e_shm_attach(&notes, "none") == E_ERR &&
	       e_shm_attach(&notes, "notes") == E_OK && notes.size == 512 &&
	       notes.objtype == E_SHARED_MEM;
	e_write(&notes, &me, 0, 0, (void *)(4 * (me - 0x100)), sizeof(me));
	e_read(&notes, &row, 0, 0, (void *)(4 * (me - 0x100)), sizeof(row));
	out[3] = last && row == me;
	out[0] = 1;
	while (!out[5]) { /* the host's signal comes before that */
	}
	out[4] = 1;
	return 0;
}
