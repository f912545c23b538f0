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

int e_dma_busy(e_dma_id_t channel)
{
	return (int)(CHANNEL[channel].status & STATE);
}

void e_dma_wait(e_dma_id_t channel)
{
	while (e_dma_busy(channel)) {
	}
}

int e_dma_start(e_dma_desc_t *what, e_dma_id_t channel)
{
	unsigned status; /* a program may have interrupts off, and keeps them so */
	bool busy;

	if ((unsigned)channel > E_DMA_1) {
		return E_ERR;
	}
	do {
		__asm__ volatile("movfs %0, status\n\tgid"
				 : "=r"(status)
				 :
				 : "memory");
		busy = e_dma_busy(channel);
		if (!busy) {
			CHANNEL[channel].config =
				(unsigned)(uintptr_t)what << 16 |
				E_DMA_STARTUP;
		}
		if (!(status & GID)) {
			__asm__ volatile("gie" ::: "memory");
		}
	} while (busy);
	return 0;
}

/* The channel finds it by 16 bits: in this core's own memory. */
unsigned elib_link(const e_dma_desc_t *next)
{
	return (unsigned)(uintptr_t)next;
}

/* The largest unit that both ends and the length allow; what is fetched ends when it is there. */
int e_dma_copy(void *to, void *from, size_t bytes)
{
	static e_dma_desc_t piece;
	uintptr_t ends = (uintptr_t)to | (uintptr_t)from | bytes;
	unsigned size = ends & 1 ? 0 : ends & 2 ? 1 : ends & 4 ? 2 : 3;
	unsigned config = E_DMA_MASTER | E_DMA_ENABLE | size << 5;
	char *t = to, *f = from;

	if (!elib_is_global(to)) {
		config |= E_DMA_MSGMODE;
	}
	while (bytes > 0) {
		size_t units = bytes >> size < MOST ? bytes >> size : MOST;

		e_dma_set_desc(E_DMA_1, config, NULL, 1u << size, 1u << size,
			       (unsigned)units, 1, 1u << size, 1u << size, f, t,
			       &piece);
		e_dma_start(&piece, E_DMA_1);
		e_dma_wait(E_DMA_1);
		t += units << size;
		f += units << size;
		bytes -= units << size;
	}
	return 0;
}
