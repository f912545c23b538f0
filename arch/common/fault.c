/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A trap becomes a report: registers as text, a stack overflow by its name.
 */
#include <string.h>

#include "arch/common/port.h"

#include <board.h>

enum {
	DIGITS = 8,
	NAME_MOST = 6,
	REGISTERS_MOST = 18,
	RIM = 256, /* what one instruction pushes at most */
};

/* Read from outside by name: from these registers the runner walks the stack. */
char port_fault_text[REGISTERS_MOST * (NAME_MOST + DIGITS + 2)];

static bool reporting;

static char *put_register(char *at, const char *name, uint32_t value)
{
	size_t n = strlen(name);

	memcpy(at, name, n);
	at += n;
	*at++ = '=';
	for (int shift = 28; shift >= 0; shift -= 4) {
		*at++ = "0123456789abcdef"[value >> shift & 15];
	}
	*at++ = ' ';
	return at;
}

_Noreturn void port_fault(struct arch_fault fault, struct port_registers regs)
{
	char *at = port_fault_text;

	if (reporting) { /* the registers of the first fault stay */
		weft_fault(&fault);
	}
	reporting = true;
	for (uint32_t i = 0; i < regs.n; i++) {
		at = put_register(at, regs.names[i], regs.values[i]);
	}
	at[-1] = '\0';
	if (regs.sp >= BOARD_STACK_FLOOR && regs.sp < BOARD_STACK + RIM) {
		fault.cause = "stack overflow";
	}
	fault.regs = port_fault_text;
	weft_fault(&fault);
}
