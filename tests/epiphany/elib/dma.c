/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DMA to the next core: two dimensions in all four sizes, a chain of three, one that ends
 * with an interrupt, and the plain copy, there and back.  Each kind leaves a word.
 *
 * host:
 * load -
 * write 0-15 0x7000 0 0 0 0 0 0 0 0
 * start
 * wait 0-15 0x701c 1
 * check 0-15 0x7000 1 1 1 1 1 1 1
 * end
 */
#include <e-lib.h>

enum {
	ROWS = 3,
	ROW = 64,   /* bytes */
	PITCH = 96, /* where it comes from */
	FROM = 0x3000,
	TO = 0x4000,
	BACK = 0x5000,
	DONE = 0x7000,
};

static volatile unsigned interrupts;

/* Chained descriptors are found by 16 bits: this core's own memory. */
static e_dma_desc_t d[ROWS];

static unsigned char pattern(unsigned core, unsigned i)
{
	return (unsigned char)(17 * core + 5 * i + 1);
}

static void __attribute__((interrupt)) dma_is_done(void)
{
	interrupts++;
}

/* Rows of the core before, one behind the other: then cleared for the next kind. */
static unsigned take(unsigned from)
{
	volatile unsigned char *to = (volatile unsigned char *)TO;
	unsigned ok = 1;

	for (unsigned i = 0; i < ROWS * ROW; i++) {
		unsigned row = i / ROW;

		while (!to[i]) { /* no pattern has a 0 */
		}
		ok &= to[i] == (pattern(from, row * PITCH + i % ROW) | 1);
		to[i] = 0;
	}
	return ok;
}

static void barrier(void)
{
	static volatile e_barrier_t bars[16], *tgt_bars[16];
	static int made;

	if (!made) {
		e_barrier_init(bars, tgt_bars);
		made = 1;
	}
	e_barrier(bars, tgt_bars);
}

int main(void)
{
	volatile unsigned *done = (volatile unsigned *)DONE;
	unsigned char *from = (unsigned char *)FROM;
	unsigned row, col, me, before, i, ok = 1;
	char *to;

	me = e_group_config.core_row * 4 + e_group_config.core_col;
	e_neighbor_id(E_PREV_CORE, E_GROUP_WRAP, &row, &col);
	before = row * 4 + col;
	e_neighbor_id(E_NEXT_CORE, E_GROUP_WRAP, &row, &col);
	to = e_get_global_address(row, col, (void *)TO);
	for (i = 0; i < ROWS * PITCH; i++) {
		from[i] = (unsigned char)(pattern(me, i) | 1);
	}
	for (i = 0; i < ROWS * ROW; i++) {
		((volatile unsigned char *)TO)[i] = 0;
	}
	for (unsigned size = 0; size < 4; size++) {
		unsigned unit = 1u << size;

		barrier();
		e_dma_set_desc(E_DMA_0,
			       E_DMA_ENABLE | E_DMA_MASTER | size << 5, 0, unit,
			       unit, ROW >> size, ROWS, PITCH - ROW + unit,
			       unit, from, to, &d[0]);
		e_dma_start(&d[0], E_DMA_0);
		e_dma_wait(E_DMA_0);
		done[size] = take(before);
	}
	barrier();
	for (i = ROWS; i-- > 0;) {
		e_dma_set_desc(E_DMA_1,
			       E_DMA_ENABLE | E_DMA_MASTER | E_DMA_DWORD |
				       (i < ROWS - 1 ? E_DMA_CHAIN : 0),
			       i < ROWS - 1 ? &d[i + 1] : 0, 8, 8, ROW / 8, 1,
			       8, 8, from + i * PITCH, to + i * ROW, &d[i]);
	}
	e_dma_start(&d[0], E_DMA_1);
	e_dma_wait(E_DMA_1);
	done[4] = take(before);
	barrier();
	e_irq_attach(E_DMA0_INT, dma_is_done);
	e_irq_mask(E_DMA0_INT, E_FALSE);
	e_irq_global_mask(E_FALSE);
	e_dma_set_desc(E_DMA_0,
		       E_DMA_ENABLE | E_DMA_MASTER | E_DMA_DWORD | E_DMA_IRQEN,
		       0, 8, 8, ROW / 8, ROWS, PITCH - ROW + 8, 8, from, to,
		       &d[0]);
	e_dma_start(&d[0], E_DMA_0);
	while (!interrupts) {
	}
	done[5] = take(before) && interrupts == 1;
	barrier();
	e_dma_copy((void *)BACK, e_get_global_address(row, col, (void *)FROM),
		   ROWS * PITCH);
	for (i = 0; i < ROWS * PITCH; i++) {
		ok &= ((unsigned char *)BACK)[i] ==
		      (pattern(row * 4 + col, i) | 1);
	}
	done[6] = ok;
	barrier();
	done[7] = 1;
	return 0;
}
