/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The registers of the SCC's FPGA, as drivers/gic/scc_gic.c reaches them, on
 * the simulator.  Its cores take their interrupt as a level by themselves.  The
 * end of one is a store in the processor, behind those to the FPGA; there is no
 * mask but the controller's.
 */
#ifndef SCC_IO_H
#define SCC_IO_H

#include <stdbool.h>
#include <stdint.h>

uint32_t scc_read(uint32_t address);
void scc_write(uint32_t address, uint32_t value);

void scc_line_end(void);

static inline void scc_line_mask(bool masked)
{
	(void)masked;
}

#endif
