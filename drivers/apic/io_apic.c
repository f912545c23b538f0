/* SPDX-License-Identifier: Apache-2.0 */
#include "drivers/apic/io_apic.h"

enum {
	SELECT = 0x00,
	WINDOW = 0x10,

	FIRST_PIN = 0x10, /* two registers each */
	LEVEL = 1 << 15,
};

static void io_apic_write(uintptr_t registers, uint32_t which, uint32_t value)
{
	*(volatile uint32_t *)(registers + SELECT) = which;
	*(volatile uint32_t *)(registers + WINDOW) = value;
}

void io_apic_route(uintptr_t registers, uint32_t pin, uint8_t vector,
		   uint8_t id)
{
	io_apic_write(registers, FIRST_PIN + 2 * pin + 1, (uint32_t)id << 24);
	io_apic_write(registers, FIRST_PIN + 2 * pin, vector | LEVEL);
}
