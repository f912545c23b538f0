/* SPDX-License-Identifier: Apache-2.0 */
/* PL011, by the address of its registers. */
#include "drivers/serial/uart.h"

#include "boot/arm/cpu.h"

enum {
	REG_DATA = 0x00,
	REG_FLAGS = 0x18,
	REG_LINE = 0x2c,
	REG_CONTROL = 0x30,

	FLAG_BUSY = 0x08,
	FLAG_FULL = 0x20,
	LINE_8N1_FIFO = 0x70,
	CONTROL_SEND = 0x101,
};

static volatile uint32_t *reg(uintptr_t base, uint32_t offset)
{
	return (volatile uint32_t *)(base + offset);
}

/* The rate is left as the firmware or the emulator has it. */
void uart_init(uintptr_t base)
{
	*reg(base, REG_CONTROL) = 0;
	*reg(base, REG_LINE) = LINE_8N1_FIFO;
	*reg(base, REG_CONTROL) = CONTROL_SEND;
}

bool uart_ready(uintptr_t base)
{
	return !(*reg(base, REG_FLAGS) & FLAG_FULL);
}

void uart_write(uintptr_t base, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		while (!uart_ready(base)) {
			cpu_relax();
		}
		*reg(base, REG_DATA) = (uint8_t)text[i];
	}
}

void uart_drain(uintptr_t base)
{
	while (*reg(base, REG_FLAGS) & FLAG_BUSY) {
		cpu_relax();
	}
}
