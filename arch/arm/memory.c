/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The first core lays out memory for all cores, before any of them has its MMU
 * on: short descriptors, sections of 1 MB, pages of 4 KB where less is meant.
 *
 * Attributes, and why:
 *   image, record   write-back, read only; only the image may be executed
 *   private DRAM    write-back, not shared: no other core ever looks there
 *   windows, memory that all cores have in common
 *                   normal memory, not cached, shared: cores need not be
 *                   coherent, and copies may be unaligned, merged and gathered
 *   struct vehicle  write-back and shared: ldrex and strex want a monitor, and
 *                   coherence is what gives cores a common one
 *   registers       device
 * All but device memory may be accessed out of order: window.c sees to that.
 *
 * This code runs with physical addresses, as arch/qemu/first.c says.  Nor may it
 * access anything unaligned, which is refused with the MMU off.
 */
#include <board.h>

enum {
	PAGE = 0x1000,
	SECTION = 0x100000,

	TABLE = 0x01, /* first level: a table of the second */
	LEAF = 0x02,  /* first level: a section; second: a page */

	/* Bits of a section; page() moves them to a page's places. */
	BUFFERED = 0x04,
	CACHED = 0x08,
	NO_EXECUTE = 0x10,
	WRITABLE = 0x400, /* by privileged code, and all of it is */
	TEX_1 = 0x1000,
	READ_ONLY = 0x8000 | WRITABLE,
	SHARED = 0x10000,

	WRITE_BACK = TEX_1 | CACHED | BUFFERED,
	IMAGE = WRITE_BACK | SHARED | READ_ONLY,
	CONSTANT = IMAGE | NO_EXECUTE,
	PRIVATE = WRITE_BACK | WRITABLE | NO_EXECUTE,
	WINDOW = TEX_1 | SHARED | WRITABLE | NO_EXECUTE,
	COHERENT = PRIVATE | SHARED,
	DEVICE = BUFFERED | WRITABLE | NO_EXECUTE,
};

#ifdef BOARD_CHIP
#define RECORD COHERENT /* arch/qemu/chips/leave.c */
#else
#define RECORD CONSTANT
#endif

extern const uint8_t data_load[];

static void map_sections(uint32_t *table, uint32_t address, uint32_t physical,
			 uint32_t bytes, uint32_t bits)
{
	for (uint32_t at = 0; at < bytes; at += SECTION) {
		table[(address + at) / SECTION] = (physical + at) | bits | LEAF;
	}
}

/* The bits of a section as a page has them. */
static uint32_t page(uint32_t bits)
{
	return (bits & (CACHED | BUFFERED)) | (bits & NO_EXECUTE) >> 4 |
	       (bits & 0x1fc00) >> 6 | LEAF;
}

/* Pages, by second-level tables: that of the first page's MB, and those behind it. */
static void map_pages(uint32_t *table, uint32_t *second, uint32_t address,
		      uint32_t physical, uint32_t bytes, uint32_t bits)
{
	for (uint32_t at = 0; at < bytes; at += PAGE) {
		uint32_t from = address % SECTION + at;
		uint32_t *here = second + from / SECTION * (SECTION / PAGE);

		table[(address + at) / SECTION] = (uint32_t)here | TABLE;
		here[from % SECTION / PAGE] = (physical + at) | page(bits);
	}
}

/* A rank's window; what is between its end and the next one faults. */
static void map_window(uint32_t *table, uint32_t rank, uint32_t bytes)
{
	uint32_t at = rank << BOARD_MPB_SHIFT, mb = at / SECTION;
	uint32_t *second = (uint32_t *)BOARD_MPB_TABLE;

	map_pages(table, second + mb * (SECTION / PAGE), BOARD_MPB + at,
		  BOARD_MPB + at, bytes, WINDOW);
}

static void map_common(const struct arch_boot *record)
{
	uint32_t *table = (uint32_t *)BOARD_COMMON_TABLE;
	uint32_t cores = port_near(record).count;

	map_sections(table, BOARD_IMAGE, BOARD_IMAGE,
		     (uint32_t)data_load - BOARD_IMAGE, IMAGE);
	map_sections(table, BOARD_RECORD, BOARD_RECORD, BOARD_RECORD_MAX,
		     RECORD);
	for (uint32_t rank = 0; rank < cores; rank++) {
		map_window(table, rank, arm_window_bytes(cores));
	}
	map_sections(table, BOARD_SHARED, BOARD_SHARED, SECTION, COHERENT);
	map_sections(table, BOARD_COMMON_VA, vehicle_common(record),
		     VEHICLE_COMMON_BYTES, WINDOW);
	map_sections(table, BOARD_DEVICES_VA, BOARD_DEVICES,
		     BOARD_DEVICES_END - BOARD_DEVICES, DEVICE);
#ifdef BOARD_CHIP
	map_sections(table, BOARD_DEVICE(BOARD_VIRTIO_MB), BOARD_VIRTIO_MB,
		     SECTION, DEVICE);
#endif
}

static void map_private(const struct arch_boot *record, uint32_t rank)
{
	uint32_t tables = BOARD_TABLES + (rank << BOARD_TABLES_SHIFT);
	uint32_t *first = (uint32_t *)tables;
	uint32_t *second = (uint32_t *)(tables + BOARD_STACK_TABLE);
	uint32_t stack = BOARD_STACKS + rank * BOARD_STACKS_EACH;

	map_sections(first, BOARD_DRAM_VA, vehicle_dram(record, rank),
		     record->port[BOARD_PORT_BYTES], PRIVATE);
	map_pages(first, second, BOARD_STACK, stack, ARCH_STACK_BYTES, PRIVATE);
	map_pages(first, second, BOARD_FAULT_STACK, stack + ARCH_STACK_BYTES,
		  BOARD_FAULT_TOP - BOARD_FAULT_STACK, PRIVATE);
	vehicle_load_data(record, rank);
}

void boot_first_core(void)
{
	const struct arch_boot *record = vehicle_record(BOARD_CORES_MAX - 1);

	map_common(record);
	for (uint32_t rank = 0; rank < port_near(record).count; rank++) {
		map_private(record, rank);
	}
	/* All of it is there before any core's walks of the tables begin. */
	cpu_dsb();
}
