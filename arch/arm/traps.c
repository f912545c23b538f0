/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Faults: told to weft_fault, on a stack of their own, so that a thread that
 * has run out of its stack can be reported as what it is.
 */
#include <string.h>

#include <board.h>

#include "boot/arm/cpu.h"

/* As vectors.S lays it down. */
struct cpu_frame {
	uint32_t r[13], sp, lr, pc, cpsr;
};
_Static_assert(sizeof(struct cpu_frame) <= BOARD_FRAME_BYTES, "its room");

enum kind {
	UNDEFINED = 1,
	CALL,
	PREFETCH,
	DATA,
};

static char regs[240];
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

static void put_registers(const struct cpu_frame *frame, uint32_t status)
{
	static const char names[13][4] = {"r0",  "r1", "r2", "r3", "r4",
					  "r5",  "r6", "r7", "r8", "r9",
					  "r10", "fp", "ip"};
	char *at = regs;

	for (uint32_t i = 0; i < 13; i++) {
		at = put_register(at, names[i], frame->r[i]);
	}
	at = put_register(at, "sp", frame->sp);
	at = put_register(at, "lr", frame->lr);
	at = put_register(at, "cpsr", frame->cpsr);
	at = put_register(at, "fsr", status);
	at[-1] = '\0';
}

/* The status registers' codes, short descriptors. */
static const char *abort_cause(uint32_t status)
{
	switch ((status & 0xf) | (status >> 6 & 0x10)) {
	case 0x1:
		return "alignment fault";
	case 0x5:
	case 0x7:
		return "page fault";
	case 0xd:
	case 0xf:
		return "permission fault";
	default:
		return "abort";
	}
}

static void look_at_abort(struct arch_fault *fault, uint32_t status,
			  uint32_t address)
{
	fault->address = address;
	fault->cause = abort_cause(status);
	if (address >= BOARD_STACK_FLOOR && address < BOARD_STACK) {
		fault->cause = "stack overflow";
	}
}

_Noreturn void arm_fault_entry(const struct cpu_frame *frame, uint32_t kind)
{
	static const char again[] = "weft: fault while reporting a fault\n";
	uint32_t status = 0;
	struct arch_fault fault = {
		.cause = "unexpected exception",
		.pc = frame->pc,
		.regs = regs,
	};

	if (reporting) {
		arch_console_write(again, sizeof(again) - 1);
		arch_stop(ARCH_FAILED);
	}
	reporting = true;
	if (kind == UNDEFINED) {
		fault.cause = "undefined instruction";
	} else if (kind == CALL) {
		fault.cause = "supervisor call";
	} else if (kind == PREFETCH) {
		status = CPU_CP15_READ(0, c5, c0, 1); /* IFSR, IFAR */
		look_at_abort(&fault, status, CPU_CP15_READ(0, c6, c0, 2));
	} else if (kind == DATA) {
		status = CPU_CP15_READ(0, c5, c0, 0); /* DFSR, DFAR */
		look_at_abort(&fault, status, CPU_CP15_READ(0, c6, c0, 0));
	}
	put_registers(frame, status);
	weft_fault(&fault);
}
