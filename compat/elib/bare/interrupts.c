/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts: the program's own handlers, by branches in the vectors. */
#include "compat/elib/elib_own.h"

#undef e_irq_attach

enum {
	BRANCH = 0xe8 /* always; 24 bits of half words above it */
};

void e_irq_attach(e_irq_type_t irq, e_irqhandler_t handler)
{
	uintptr_t vector = 4u * irq;

	*(volatile unsigned *)vector =
		(((uintptr_t)handler - vector) >> 1) << 8 | BRANCH;
}

static void elib_latch(unsigned row, unsigned col, e_core_reg_id_t reg,
		       e_irq_type_t irq)
{
	volatile unsigned *there =
		e_get_global_address(row, col, (void *)(uintptr_t)reg);

	*there = 1u << irq;
}

void e_irq_set(unsigned row, unsigned col, e_irq_type_t irq)
{
	elib_latch(row, col, E_REG_ILATST, irq);
}

void e_irq_clear(unsigned row, unsigned col, e_irq_type_t irq)
{
	elib_latch(row, col, E_REG_ILATCL, irq);
}

void e_irq_global_mask(e_bool_t state)
{
	if (state) {
		__asm__ volatile("gid" ::: "memory");
	} else {
		__asm__ volatile("gie" ::: "memory");
	}
}

/* E_TRUE sets the bit: masked. */
void e_irq_mask(e_irq_type_t irq, e_bool_t state)
{
	unsigned mask = e_reg_read(E_REG_IMASK), bit = 1u << irq;

	e_reg_write(E_REG_IMASK, state ? mask | bit : mask & ~bit);
}
