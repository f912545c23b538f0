/* SPDX-License-Identifier: Apache-2.0 */
/* What a channel of DMA shall do, as the words that it reads: two numbers share a word. */
#include "compat/elib/elib_own.h"

static unsigned elib_word(unsigned upper, unsigned lower)
{
	return upper << 16 | (lower & 0xffff);
}

void e_dma_set_desc(e_dma_id_t channel, unsigned config, e_dma_desc_t *next,
		    unsigned from_step, unsigned to_step, unsigned units,
		    unsigned rows, unsigned from_row_step, unsigned to_row_step,
		    void *from, void *to, e_dma_desc_t *what)
{
	e_dma_wait(channel); /* it may be reading this descriptor */
	*what = (e_dma_desc_t){
		.config = elib_word(elib_link(next), config),
		.count = elib_word(rows, units),
		.inner_stride = elib_word(to_step, from_step),
		.outer_stride = elib_word(to_row_step, from_row_step),
		.src_addr = from,
		.dst_addr = to,
	};
}
