/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts: the program's own handlers, by branches in the vectors. */
#include "compat/elib/elib_own.h"

#undef e_irq_attach

enum {
	BRANCH = 0xe8 /* always; 24 bits of half words above it */
};

void e_irq_attach(e_irq_type_t event, e_irqhandler_t function)
{
	uintptr_t vector = 4u * event;

	*(volatile unsigned *)vector =
		(((uintptr_t)function - vector) >> 1) << 8 | BRANCH;
}

static void elib_latch(unsigned row, unsigned col, e_core_reg_id_t reg,
		       e_irq_type_t event)
{
	volatile unsigned *there =
		e_get_global_address(row, col, (void *)(uintptr_t)reg);

	*there = 1u << event;
}

void e_irq_set(unsigned row, unsigned col, e_irq_type_t event)
{
	elib_latch(row, col, E_REG_ILATST, event);
}

void e_irq_clear(unsigned row, unsigned col, e_irq_type_t event)
{
	elib_latch(row, col, E_REG_ILATCL, event);
}

void e_irq_global_mask(e_bool_t off)
{
	if (off) {
		__asm__ volatile("gid" ::: "memory");
	} else {
		__asm__ volatile("gie" ::: "memory");
	}
}

/* E_TRUE sets the bit: masked. */
void e_irq_mask(e_irq_type_t event, e_bool_t off)
{
	unsigned mask = e_reg_read(E_REG_IMASK), bit = 1u << event;

	e_reg_write(E_REG_IMASK, off ? mask | bit : mask & ~bit);
}
