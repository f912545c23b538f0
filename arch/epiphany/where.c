/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who and where.  The boot record names cores by their numbers on the chip, row
 * and column in one: what makes a local address global.
 */
#include <board.h>

#include "arch/boot.h"
#include "arch/common/mesh.h"

enum {
	COLUMN = 63,
	CORE_SHIFT = 20,
};

extern uint8_t epi_free[]; /* behind all variables, by the linker script */

struct epi epi;
uint32_t epi_base[BOARD_CORES_MAX];

static const struct arch_boot *record;

_Static_assert(offsetof(struct epi, rank) == 0 &&
		       offsetof(struct epi, count) == EPI_BYTES_COUNT &&
		       offsetof(struct epi, unseen) == EPI_BYTES_UNSEEN,
	       "boot/epiphany/start.S knows where they are");
_Static_assert(offsetof(struct epi_shared, asked) == 0, "so does it this");

const struct arch_boot *arch_boot(void)
{
	return record;
}

/* Own addresses stay local: those go through no network, and are in order. */
void epi_where_init(void)
{
	const uint32_t *cores;
	uint32_t core = EPI_GET(coreid);

	record = epi_record();
	cores = (const uint32_t *)((uintptr_t)record + record->cores);
	epi.count = record->count;
	for (uint32_t rank = 0; rank < epi.count; rank++) {
		uint32_t other = cores[rank];

		if (other == core) {
			epi.rank = rank;
		} else {
			epi_base[rank] = other << CORE_SHIFT;
		}
	}
}

uint32_t arch_rank(void)
{
	return epi.rank;
}

uint32_t arch_count(void)
{
	return epi.count;
}

struct arch_coords arch_coords(uint32_t rank)
{
	uint32_t core = epi_base[rank] >> CORE_SHIFT;

	core = core ? core : EPI_GET(coreid);
	return (struct arch_coords){core & COLUMN, core >> BOARD_ROW_SHIFT,
				    core};
}

/*
 * This core's slice of external memory, up to the lowest of its files.  Heap
 * there is read back only because a read takes longer than any write, which is
 * what programs with their stack there rely on as well.
 */
size_t arch_dram(void **base)
{
	const struct arch_boot *boot = arch_boot();
	uint32_t bytes = boot->port[BOARD_PORT_BYTES];
	uintptr_t start =
		boot->port[BOARD_PORT_DRAM] + epi_times(epi.rank, bytes);

	*base = (void *)start;
	return port_below_files(start + bytes) - start;
}

/* What the image leaves of the core's own memory. */
size_t arch_near(void **base)
{
	*base = epi_free;
	return (uintptr_t)epi_window - (uintptr_t)epi_free;
}

uint32_t arch_window_bytes(uint32_t window)
{
	return window == ARCH_WINDOW_MPB ? BOARD_WINDOW_BYTES : 0;
}
