/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The two channels.  What looks at a channel and starts it is one step for interrupts:
 * weft's handlers, where there is weft, copy by any channel that is idle.
 */
#include "compat/elib/elib_own.h"

enum {
	STATE = 15,
	GID = 1 << 1, /* of STATUS: no interrupt is taken */
	MOST = 0xffff, /* units that a count has room for */
};

struct elib_channel {
	unsigned config, stride, count, from, to, auto0, auto1, status;
};
#define CHANNEL ((volatile struct elib_channel *)E_REG_DMA0CONFIG)

int e_dma_busy(e_dma_id_t chan)
{
	return (int)(CHANNEL[chan].status & STATE);
}

void e_dma_wait(e_dma_id_t chan)
{
	while (e_dma_busy(chan)) {
	}
}

int e_dma_start(e_dma_desc_t *descriptor, e_dma_id_t chan)
{
	unsigned status; /* a program may have interrupts off, and keeps them so */
	bool busy;

	if ((unsigned)chan > E_DMA_1) {
		return E_ERR;
	}
	do {
		__asm__ volatile("movfs %0, status\n\tgid"
				 : "=r"(status)
				 :
				 : "memory");
		busy = e_dma_busy(chan);
		if (!busy) {
			CHANNEL[chan].config =
				(unsigned)(uintptr_t)descriptor << 16 |
				E_DMA_STARTUP;
		}
		if (!(status & GID)) {
			__asm__ volatile("gie" ::: "memory");
		}
	} while (busy);
	return 0;
}

void e_dma_set_desc(e_dma_id_t chan, unsigned config, e_dma_desc_t *next_desc,
		    unsigned strd_i_src, unsigned strd_i_dst, unsigned count_i,
		    unsigned count_o, unsigned strd_o_src, unsigned strd_o_dst,
		    void *addr_src, void *addr_dst, e_dma_desc_t *desc)
{
	e_dma_wait(chan); /* it may be reading this descriptor */
	desc->config = (unsigned)(uintptr_t)next_desc << 16 | config;
	desc->inner_stride = strd_i_dst << 16 | (strd_i_src & 0xffff);
	desc->count = count_o << 16 | count_i;
	desc->outer_stride = strd_o_dst << 16 | (strd_o_src & 0xffff);
	desc->src_addr = addr_src;
	desc->dst_addr = addr_dst;
}

/* The largest unit that both ends and the length allow; what is fetched ends when it is there. */
int e_dma_copy(void *dst, void *src, size_t n)
{
	static e_dma_desc_t piece;
	uintptr_t ends = (uintptr_t)dst | (uintptr_t)src | n;
	unsigned size = ends & 1 ? 0 : ends & 2 ? 1 : ends & 4 ? 2 : 3;
	unsigned config = E_DMA_MASTER | E_DMA_ENABLE | size << 5;
	char *to = dst, *from = src;

	if (!elib_is_global(dst)) {
		config |= E_DMA_MSGMODE;
	}
	while (n > 0) {
		size_t units = n >> size < MOST ? n >> size : MOST;

		e_dma_set_desc(E_DMA_1, config, NULL, 1u << size, 1u << size,
			       (unsigned)units, 1, 1u << size, 1u << size, from,
			       to, &piece);
		e_dma_start(&piece, E_DMA_1);
		e_dma_wait(E_DMA_1);
		to += units << size;
		from += units << size;
		n -= units << size;
	}
	return 0;
}
