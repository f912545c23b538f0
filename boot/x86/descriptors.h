/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Descriptor tables of one core: flat segments, interrupt vectors, and the two
 * tasks that a double fault switches between.
 */
#ifndef BOOT_X86_DESCRIPTORS_H
#define BOOT_X86_DESCRIPTORS_H

#include <stdint.h>

#define DOUBLE_FAULT 8

/* What an exception entry leaves on the stack; `esp` is not where it was. */
struct cpu_frame {
	uint32_t edi, esi, ebp, esp, ebx, edx, ecx, eax;
	uint32_t vector, error;
	uint32_t eip, cs, eflags; /* by the processor */
};

/*
 * Build and load them.  Exceptions enter at cpu_exception() on the stack of
 * whom they hit, a double fault at cpu_double_fault() on `fault_stack`.
 */
void cpu_descriptors_init(uintptr_t fault_stack);
void cpu_set_vector(uint8_t vector, void (*entry)(void));

/* Registers of the code that a double fault ended; returns its esp. */
uint32_t cpu_double_faulted(struct cpu_frame *frame);

/* Given by the port. */
void cpu_exception(struct cpu_frame *frame);
_Noreturn void cpu_double_fault(void);

#endif
