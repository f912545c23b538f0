/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Registers of tiles and of the FPGA: on the chip they are what they are.
 * arch/scc/scc_io.h says what each function promises.
 */
#ifndef SCC_IO_H
#define SCC_IO_H

#include <stdbool.h>
#include <stdint.h>

#include <board.h>

#include "arch/scc/scc_map.h"
#include "drivers/apic/local_apic.h"

#define SCC_IO_CORES SCC_CORES

static inline uint32_t scc_read(uint32_t address)
{
	return *(volatile uint32_t *)address;
}

static inline void scc_write(uint32_t address, uint32_t value)
{
	*(volatile uint32_t *)address = value;
}

uint32_t scc_config(uint32_t core);

static inline void scc_line_end(void)
{
	local_apic_end_of_interrupt();
}

static inline void scc_line_mask(bool masked)
{
	local_apic_pin(SCC_VECTOR_NOTIFY, masked);
}

/* Reading takes it: 1 if it was free.  Any write frees it. */
static inline bool scc_take(volatile uint32_t *lock)
{
	return *lock & 1;
}

static inline void scc_free(volatile uint32_t *lock)
{
	*lock = 0;
}

#endif
