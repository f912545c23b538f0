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

int e_dma_start(e_dma_desc_t *descriptor, e_dma_id_t chan)
{
	unsigned size = 1u << (descriptor->config >> 5 & 3);
	char *to = descriptor->dst_addr, *from = descriptor->src_addr;

	(void)chan;
	if (descriptor->config & NOT_HERE) {
		own_panic("e_dma_start", "chains and interrupts are not here");
	}
	if (descriptor->config & SHIFTS) {
		own_panic("e_dma_start", "shifted strides are not here");
	}
	for (unsigned rows = descriptor->count >> 16; rows > 0; rows--) {
		elib_row(&to, &from, descriptor->count & 0xffff, size,
			 descriptor->inner_stride);
		/* In place of the row's last inner stride. */
		to += elib_to(descriptor->outer_stride);
		from += elib_from(descriptor->outer_stride);
	}
	return 0;
}

/* Programs ask this in loops: so others can run meanwhile. */
int e_dma_busy(e_dma_id_t chan)
{
	(void)chan;
	agent_relax(0);
	return 0;
}

void e_dma_wait(e_dma_id_t chan)
{
	(void)chan;
}

void e_dma_set_desc(e_dma_id_t chan, unsigned config, e_dma_desc_t *next_desc,
		    unsigned strd_i_src, unsigned strd_i_dst, unsigned count_i,
		    unsigned count_o, unsigned strd_o_src, unsigned strd_o_dst,
		    void *addr_src, void *addr_dst, e_dma_desc_t *desc)
{
	(void)chan;
	if (next_desc) {
		own_panic("e_dma_set_desc", "chains are not here");
	}
	desc->config = config;
	desc->inner_stride = strd_i_dst << 16 | (strd_i_src & 0xffff);
	desc->count = count_o << 16 | count_i;
	desc->outer_stride = strd_o_dst << 16 | (strd_o_src & 0xffff);
	desc->src_addr = addr_src;
	desc->dst_addr = addr_dst;
}

int e_dma_copy(void *dst, void *src, size_t n)
{
	elib_copy(dst, src, n);
	return 0;
}
