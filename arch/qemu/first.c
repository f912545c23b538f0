/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The first core, before there is virtual memory: the boot record, and .data of
 * all ranks.  Windows and .bss read zero because QEMU's memory does.
 *
 * This code runs with physical addresses: .data and .bss, which are linked
 * into private DRAM, are not there yet, so it has no variables but its locals.
 */
#include <string.h>

#include <board.h>

#include "drivers/serial/uart.h"

extern const uint8_t data_load[], data_start[], data_end[];

static bool valid(const struct arch_boot *record, uint32_t most)
{
	const uint32_t *cores =
		(const uint32_t *)((uintptr_t)record + record->cores);
	struct port_near near;

	if (record->magic != ARCH_BOOT_MAGIC ||
	    record->version != ARCH_BOOT_VERSION ||
	    record->port[VEHICLE_PORT_LAYOUT] != BOARD_LAYOUT ||
	    record->bytes > BOARD_RECORD_MAX) {
		return false;
	}
	near = port_near(record);
	if (near.count < 1 || near.count > BOARD_CORES_MAX) {
		return false;
	}
	for (uint32_t i = 0; i < near.count; i++) {
		if (cores[near.first + i] - near.base > most) {
			return false;
		}
	}
	return true;
}

const struct arch_boot *vehicle_record(uint32_t most)
{
	static const char complaint[] = "weft: no boot record for this board\n";
	const struct arch_boot *record = (const struct arch_boot *)BOARD_RECORD;

	uart_init(BOARD_UART_BOOT);
	if (!valid(record, most)) {
		uart_write(BOARD_UART_BOOT, complaint, sizeof(complaint) - 1);
		uart_drain(BOARD_UART_BOOT);
		vehicle_exit(EXIT_FAILED);
	}
	return record;
}

uint32_t vehicle_dram(const struct arch_boot *record, uint32_t rank)
{
	return record->port[VEHICLE_PORT_DRAM] +
	       rank * record->port[VEHICLE_PORT_BYTES];
}

uint32_t vehicle_common(const struct arch_boot *record)
{
	return vehicle_dram(record, port_near(record).count);
}

void vehicle_load_data(const struct arch_boot *record, uint32_t rank)
{
	memcpy((void *)(uintptr_t)vehicle_dram(record, rank), data_load,
	       (uintptr_t)data_end - (uintptr_t)data_start);
}
