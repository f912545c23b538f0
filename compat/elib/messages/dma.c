/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A channel's descriptor, done by the core: a copy is over when e_dma_start returns.  A
 * descriptor has 16 bits for its next one, which is no address here: chains panic, as
 * interrupts do.
 */
#include "compat/elib/messages/messages.h"

enum {
	NOT_HERE = E_DMA_CHAIN | E_DMA_IRQEN,
	SHIFTS = E_DMA_SHIFT_SRC_IN | E_DMA_SHIFT_DST_IN |
		 E_DMA_SHIFT_SRC_OUT | E_DMA_SHIFT_DST_OUT,
};

static int elib_from(unsigned strides)
{
	return (int16_t)(strides & 0xffff);
}

static int elib_to(unsigned strides)
{
	return (int16_t)(strides >> 16);
}

/* Units one behind the other at both ends are one copy. */
static void elib_row(char **to, char **from, unsigned units, unsigned size,
		     unsigned strides)
{
	int at = elib_from(strides), there = elib_to(strides);

	if (at == (int)size && there == (int)size) {
		elib_copy(*to, *from, (size_t)units * size);
	} else {
		for (unsigned i = 0; i < units; i++) {
			elib_copy(*to + (int)i * there, *from + (int)i * at,
				  size);
		}
	}
	*to += (int)(units - 1) * there;
	*from += (int)(units - 1) * at;
}

int e_dma_start(e_dma_desc_t *what, e_dma_id_t channel)
{
	unsigned size = 1u << (what->config >> 5 & 3);
	char *to = what->dst_addr, *from = what->src_addr;

	(void)channel;
	if (what->config & NOT_HERE) {
		own_panic("e_dma_start", "chains and interrupts are not here");
	}
	if (what->config & SHIFTS) {
		own_panic("e_dma_start", "shifted strides are not here");
	}
	for (unsigned rows = what->count >> 16; rows > 0; rows--) {
		elib_row(&to, &from, what->count & 0xffff, size,
			 what->inner_stride);
		/* In place of the row's last inner stride. */
		to += elib_to(what->outer_stride);
		from += elib_from(what->outer_stride);
	}
	return 0;
}

/* Programs ask this in loops: so others can run meanwhile. */
int e_dma_busy(e_dma_id_t channel)
{
	(void)channel;
	agent_relax(0);
	return 0;
}

void e_dma_wait(e_dma_id_t channel)
{
	(void)channel;
}

unsigned elib_link(const e_dma_desc_t *next)
{
	if (next) {
		own_panic("e_dma_set_desc", "chains are not here");
	}
	return 0;
}

int e_dma_copy(void *to, void *from, size_t bytes)
{
	elib_copy(to, from, bytes);
	return 0;
}
