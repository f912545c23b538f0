/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Exceptions: told to weft_fault, on a stack of their own.
 *
 * A thread that runs out of stack touches the hole below it.  The processor
 * cannot push that page fault, so it makes a double fault of it, which is a
 * task with another stack: such a one is reported as what it is.
 */
#include <board.h>

#include "boot/x86/descriptors.h"

enum {
	INVALID_OPCODE = 6,
	PAGE_FAULT = 14,
};

static const char *const causes[] = {
	"divide error",
	"debug",
	"non-maskable interrupt",
	"breakpoint",
	"overflow",
	"bound",
	"invalid opcode",
	"no coprocessor",
	"double fault",
	"coprocessor segment",
	"invalid task state",
	"segment not present",
	"stack segment",
	"general protection",
	"page fault",
	"exception 15",
	"floating point",
	"alignment check",
	"machine check",
	"exception 19",
};

uint32_t scc_cl1invmb_count, scc_flush_count;

_Noreturn void scc_report_frame(struct cpu_frame *frame);

/* As struct cpu_frame has them. */
static const char *const names[] = {
	"edi", "esi", "ebp",   "esp", "ebx", "edx",    "ecx",
	"eax", "vec", "error", "eip", "cs",  "eflags",
};
_Static_assert(sizeof(struct cpu_frame) ==
		       sizeof(names) / sizeof(names[0]) * sizeof(uint32_t),
	       "a name for each register");

void scc_vector_notify(void);
void scc_vector_timer(void);
void scc_vector_link(void);
void scc_vector_device(void);
void vehicle_vector_wake(void);
void vehicle_vector_tick(void);
void vehicle_vector_spurious(void);

void scc_traps_init(void)
{
	cpu_descriptors_init(BOARD_FAULT_TOP);
	cpu_set_vector(SCC_VECTOR_NOTIFY, scc_vector_notify);
	cpu_set_vector(SCC_VECTOR_TIMER, scc_vector_timer);
#ifdef BOARD_CHIP
	cpu_set_vector(SCC_VECTOR_LINK, scc_vector_link);
	cpu_set_vector(SCC_VECTOR_DEVICE, scc_vector_device);
#endif
	cpu_set_vector(SCC_VECTOR_WAKE, vehicle_vector_wake);
	cpu_set_vector(SCC_VECTOR_TICK, vehicle_vector_tick);
	cpu_set_vector(SCC_VECTOR_SPURIOUS, vehicle_vector_spurious);
}

static _Noreturn void report(struct cpu_frame *frame, uint32_t esp)
{
	struct port_registers regs = {names, (const uint32_t *)frame,
				      sizeof(names) / sizeof(names[0]), esp};
	struct arch_fault fault = {
		.cause = "exception",
		.pc = frame->eip,
	};

	frame->esp = esp;
	if (frame->vector < sizeof(causes) / sizeof(causes[0])) {
		fault.cause = causes[frame->vector];
	}
	if (frame->vector == PAGE_FAULT || frame->vector == DOUBLE_FAULT) {
		fault.address = cpu_cr2();
	}
	port_fault(fault, regs);
}

/* On the fault stack: what is left of the thread's may not do. */
_Noreturn void scc_report_frame(struct cpu_frame *frame)
{
	report(frame, (uint32_t)(frame + 1));
}

void cpu_exception(struct cpu_frame *frame)
{
	const uint8_t *at = (const uint8_t *)frame->eip;

	if (SCC_CL1INVMB && BOARD_IS_QEMU && frame->vector == INVALID_OPCODE &&
	    at[0] == SCC_CL1INVMB_0 && at[1] == SCC_CL1INVMB_1) {
		scc_cl1invmb_count++;
		frame->eip += SCC_CL1INVMB_BYTES;
		return;
	}
	__asm__ volatile(
		"movl %0, %%esp; pushl %1; call scc_report_frame" ::"i"(
			BOARD_FAULT_TOP),
		"r"(frame)
		: "memory");
	__builtin_unreachable();
}

_Noreturn void cpu_double_fault(void)
{
	struct cpu_frame frame;
	uint32_t esp = cpu_double_faulted(&frame);

	report(&frame, esp);
}
