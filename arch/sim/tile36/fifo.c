/* SPDX-License-Identifier: Apache-2.0 */
/* Message FIFOs.  The engine charges each word's access to a register. */
#include "arch/fifo.h"
#include "arch/sim/port.h"

enum {
	WORDS = 8
};

SIM_UNCHARGED void arch_fifo_send(uint32_t rank, uint32_t fifo, uint32_t head,
				  const uint32_t *words, uint32_t n)
{
	uint32_t all[1 + WORDS] = {head};

	for (uint32_t i = 0; i < n; i++) {
		all[1 + i] = words[i];
	}
	sim_host->fifo_send(rank, fifo, all, n + 1);
	sim_tick();
}

SIM_UNCHARGED uint32_t arch_fifo_there(uint32_t fifo)
{
	return sim_host->fifo_there(fifo);
}

SIM_UNCHARGED void arch_fifo_receive(uint32_t fifo, uint32_t *words, uint32_t n)
{
	sim_host->fifo_receive(fifo, words, n);
	sim_tick();
}

SIM_UNCHARGED uint32_t arch_fifo_come(uint32_t fifo)
{
	return sim_host->window_bytes - (ARCH_FIFO - fifo) * ARCH_LINE;
}
