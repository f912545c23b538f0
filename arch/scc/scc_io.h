/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Registers of tiles and of the FPGA, by the addresses of scc_map.h.
 *
 * The drivers reach them by these functions only.  On this board they are
 * answered by vehicle_registers.c; arch/scc/hw has them for the chip, arch/sim
 * for the simulator.
 */
#ifndef SCC_IO_H
#define SCC_IO_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/scc/scc_map.h"
#include "boot/x86/cpu.h"

#define SCC_IO_CORES SCC_LARGE_CORES /* numbers there may be */

uint32_t vehicle_read(uint32_t address);
void vehicle_write(uint32_t address, uint32_t value);
void vehicle_line_end(void);
void vehicle_line_mask(bool masked);

static inline uint32_t scc_read(uint32_t address)
{
	return vehicle_read(address);
}

static inline void scc_write(uint32_t address, uint32_t value)
{
	vehicle_write(address, value);
}

/* The registers of a core's tile. */
uint32_t scc_config(uint32_t core);

/*
 * LINT0, the pin by which all interrupts from outside come, as this core's
 * local APIC has it: a level.  After line_end it interrupts again if it is
 * still high; masked, it does not, and does when it is unmasked.
 */
static inline void scc_line_end(void)
{
	vehicle_line_end();
}

static inline void scc_line_mask(bool masked)
{
	vehicle_line_mask(masked);
}

/*
 * A test-and-set register.  The chip's takes the lock when it is read; plain
 * memory needs an exchange for it.  Both are free at 0 here.
 */
static inline bool scc_take(volatile uint32_t *lock)
{
	return cpu_exchange(lock, 1) == 0;
}

static inline void scc_free(volatile uint32_t *lock)
{
	*lock = 0;
}

#endif
