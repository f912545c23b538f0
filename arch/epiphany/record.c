/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The boot record: what the loader's argument names, or, for an image that has
 * been loaded as any other program for this chip, one of our own: all cores of
 * the loader's workgroup, no arguments, no files.  Where there is no workgroup
 * either, this core is alone.
 */
#include <board.h>

#include "arch/boot.h"

enum {
	HAS_ARGUMENT = 2, /* in the loader's flags */
	MB = 1 << 20,
};

struct record {
	struct arch_boot boot;
	uint32_t core[BOARD_CORES_MAX];
	char empty[4];
};
_Static_assert(sizeof(struct record) <= BOARD_RECORD_BYTES, "a place a core");

extern const volatile uint32_t epi_loader_flags;
extern const struct arch_boot *const volatile epi_argument;

/* Numbers of the workgroup's cores; returns how many, 0 without a workgroup. */
static ARCH_COLD uint32_t list_cores(uint32_t *core)
{
	uint32_t rows = epi_group.rows, columns = epi_group.columns;
	uint32_t me = EPI_GET(coreid), n = 0;
	bool found = false;

	if (rows > BOARD_CORES_MAX || columns > BOARD_CORES_MAX) {
		return 0;
	}
	for (uint32_t y = 0; y < rows; y++) {
		for (uint32_t x = 0; x < columns; x++) {
			if (n == BOARD_CORES_MAX) {
				return 0;
			}
			core[n] = epi_group.id + (y << BOARD_ROW_SHIFT) + x;
			found |= core[n++] == me;
		}
	}
	return found ? n : 0;
}

/* The largest power of two, so many of which external memory has room for. */
static ARCH_COLD uint32_t slice(uint32_t count)
{
	uint32_t bytes = 4 * MB;

	while (epi_times(bytes, count) > BOARD_DRAM_BYTES) {
		bytes >>= 1;
	}
	return bytes;
}

const struct arch_boot *epi_record(void)
{
	uint32_t core[BOARD_CORES_MAX];
	uint32_t count, me = EPI_GET(coreid), place = 0;
	struct record *record;

	if (epi_loader_flags & HAS_ARGUMENT) {
		return epi_argument;
	}
	count = list_cores(core);
	if (count == 0) {
		core[0] = me;
		count = 1;
	}
	while (core[place] != me) {
		place++;
	}
	record = (struct record *)(BOARD_RECORDS + place * BOARD_RECORD_BYTES);
	record->boot = (struct arch_boot){
		.magic = ARCH_BOOT_MAGIC,
		.version = ARCH_BOOT_VERSION,
		.bytes = sizeof(*record),
		.count = count,
		.cores = offsetof(struct record, core),
		.args = offsetof(struct record, empty),
		.envs = offsetof(struct record, empty),
		.files = offsetof(struct record, empty),
		.port = {BOARD_LAYOUT, BOARD_DRAM, slice(count)},
	};
	for (uint32_t i = 0; i < count; i++) {
		record->core[i] = core[i];
	}
	return &record->boot;
}
