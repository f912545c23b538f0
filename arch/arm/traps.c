/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Faults: told to weft_fault, on a stack of their own, so that a thread that
 * has run out of its stack can be reported as what it is.
 */
#include <board.h>

enum kind {
	UNDEFINED = 1,
	CALL,
	PREFETCH,
	DATA,
};

/* As vectors.S lays it down, but for the status, which is looked up here. */
struct cpu_frame {
	uint32_t r[13], sp, lr, pc, cpsr, status;
};
_Static_assert(sizeof(struct cpu_frame) <= BOARD_FRAME_BYTES, "its room");

static const char *const names[] = {
	"r0", "r1",  "r2", "r3", "r4", "r5", "r6", "r7",   "r8",
	"r9", "r10", "fp", "ip", "sp", "lr", "pc", "cpsr", "fsr",
};

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

_Noreturn void arm_fault_entry(struct cpu_frame *frame, uint32_t kind)
{
	struct port_registers regs = {
		names, frame->r, sizeof(names) / sizeof(names[0]), frame->sp};
	struct arch_fault fault = {
		.cause = "unexpected exception",
		.pc = frame->pc,
	};

	frame->status = 0;
	if (kind == UNDEFINED) {
		fault.cause = "undefined instruction";
	} else if (kind == CALL) {
		fault.cause = "supervisor call";
	} else if (kind == PREFETCH) {
		frame->status = CPU_CP15_READ(0, c5, c0, 1); /* IFSR, IFAR */
		fault.address = CPU_CP15_READ(0, c6, c0, 2);
		fault.cause = abort_cause(frame->status);
	} else if (kind == DATA) {
		frame->status = CPU_CP15_READ(0, c5, c0, 0); /* DFSR, DFAR */
		fault.address = CPU_CP15_READ(0, c6, c0, 0);
		fault.cause = abort_cause(frame->status);
	}
	port_fault(fault, regs);
}
