/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several chips in a run, each with a memory of its own, its own vehicle, and a part of the
 * run's ranks: those that follow each other in the boot record.  In <arch_port.h> a board
 * for such runs has
 *
 *   BOARD_CHIP(record)   the number of this chip
 *   BOARD_CHIP_CORES     how many numbers of cores each chip has.  The record's numbers
 *                        go on from chip to chip
 *
 * On any other board the functions here say that all cores are near, which costs nothing.
 */
#ifndef WEFT_ARCH_COMMON_CHIPS_H
#define WEFT_ARCH_COMMON_CHIPS_H

#include <stdint.h>

#include "arch/boot.h"

/* The ranks of this chip; and the number of its first core, with or without a rank. */
struct port_near {
	uint32_t first, count, base;
};

#ifdef BOARD_CHIP
extern uint32_t port_first,
	port_all; /* the first rank of this chip; all ranks */
extern const uint32_t *port_all_cores; /* the record's numbers of all */

/* Of where.c: what these are.  It also makes port_cores this chip's own numbers. */
void port_chips_init(struct port_near near);

/* The record becomes that of the chips in this set alone, each a bit; afterwards init again. */
void port_chips_leave(struct arch_boot *record, const uint32_t *chips);
#else
#define port_first     0u
#define port_all       port_count
#define port_all_cores port_cores

static inline void port_chips_init(struct port_near near)
{
	(void)near;
}
#endif

/* Works before there is any other memory than the stack (arch/qemu/first.c). */
static inline struct port_near port_near(const struct arch_boot *record)
{
#ifdef BOARD_CHIP
	const uint32_t *cores =
		(const uint32_t *)((uintptr_t)record + record->cores);
	uint32_t base = BOARD_CHIP(record) * BOARD_CHIP_CORES, first = 0;
	uint32_t end;

	while (first < record->count && cores[first] < base) {
		first++;
	}
	for (end = first;
	     end < record->count && cores[end] - base < BOARD_CHIP_CORES;
	     end++) {
	}
	return (struct port_near){first, end - first, base};
#else
	return (struct port_near){0, record->count, 0};
#endif
}

#endif
