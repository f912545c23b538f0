/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NS16550A: 16 bytes go out for each look at the line status, as many as the
 * FIFO takes.  A look and a byte each leave the translated code under QEMU, so
 * the FIFO halves what printing costs.
 */
#include "drivers/serial/uart.h"

#include "boot/x86/cpu.h"

enum {
	REG_DATA = 0,
	REG_FIFO_CONTROL = 2,
	REG_LINE_CONTROL = 3,
	REG_MODEM_CONTROL = 4,
	REG_LINE_STATUS = 5,

	FIFO_ENABLE_CLEAR = 0x07,
	LINE_8N1 = 0x03,
	MODEM_DTR_RTS = 0x03,
	STATUS_FIFO_EMPTY = 0x20,
	STATUS_ALL_EMPTY = 0x40,

	FIFO_BYTES = 16,
};

void uart_init(uintptr_t base)
{
	cpu_out8((uint16_t)base + REG_LINE_CONTROL, LINE_8N1);
	cpu_out8((uint16_t)base + REG_FIFO_CONTROL, FIFO_ENABLE_CLEAR);
	cpu_out8((uint16_t)base + REG_MODEM_CONTROL, MODEM_DTR_RTS);
}

bool uart_ready(uintptr_t base)
{
	return cpu_in8((uint16_t)base + REG_LINE_STATUS) & STATUS_FIFO_EMPTY;
}

void uart_write(uintptr_t base, const char *text, size_t n)
{
	while (n > 0) {
		size_t burst = n < FIFO_BYTES ? n : FIFO_BYTES;

		n -= burst;
		while (!uart_ready(base)) {
			cpu_relax();
		}
		__asm__ volatile("cld; rep; outsb"
				 : "+S"(text), "+c"(burst)
				 : "d"((uint16_t)base)
				 : "memory", "cc");
	}
}

void uart_drain(uintptr_t base)
{
	while (!(cpu_in8((uint16_t)base + REG_LINE_STATUS) &
		 STATUS_ALL_EMPTY)) {
		cpu_relax();
	}
}
