/* SPDX-License-Identifier: Apache-2.0 */
/*
 * WAND: each core sets a bit of its STATUS; when all cores of the chip have,
 * interrupt 8 comes to all, and its entry (epi_all in boot/epiphany/start.S)
 * clears the bit.
 *
 * That entry may be held up by another interrupt's.  A bit not yet cleared must not
 * be taken for an arrival at the next barrier.  So each core writes to rank 0 that it
 * has cleared its own.  Rank 0 sets its bit again only after all have, and all
 * others only after rank 0 has: while any bit is late, some core that has cleared its
 * own does not set it, unless none has, and then none is set.
 */
#include <board.h>

#include "arch/barrier.h"
#include "arch/fence.h"

struct epi_barrier epi_barrier;

/* Where all cores of an E16G301 (chip 0) or of an E64G401 (chip 1) take part. */
void epi_barrier_init(void)
{
	uint32_t side = 4u << epi_group.chip;

	if (epi_group.rows == side && epi_group.columns == side &&
	    epi.count == 16u << (epi_group.chip << 1)) {
		epi_barrier.left = epi_at(0, &epi_shared.left.of[epi.rank]);
	}
}

bool arch_barrier_here(void)
{
	return epi_barrier.left != 0;
}

static bool all_have_left(uint32_t turn)
{
	const volatile uint32_t *left = epi_shared.left.word;
	uint32_t bytes = turn & 0xff;

	bytes |= bytes << 8;
	bytes |= bytes << 16;
	for (uint32_t n = epi.count; n > 0; n -= 8, left += 2) {
		if ((left[0] ^ bytes) | (left[1] ^ bytes)) {
			return false;
		}
	}
	return true;
}

struct arch_barrier arch_barrier_enter(void)
{
	uint32_t turn = epi_barrier.turn;
	const volatile uint8_t *first =
		(const volatile uint8_t *)epi_at(0, &epi_shared.left.of[0]);

	if (epi.rank == 0) {
		FENCE(epi_barrier_left, while (!all_have_left(turn)));
	} else {
		FENCE(epi_barrier_left_0, while (*first != (turn & 0xff)));
	}
	epi_barrier.turn = turn + 1;
	__asm__ volatile("wand" ::: "memory");
	return (struct arch_barrier){(uint32_t)((uintptr_t)&epi_barrier.passed -
						(uintptr_t)epi_window),
				     turn + 1};
}
