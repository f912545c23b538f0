/* SPDX-License-Identifier: Apache-2.0 */
/* The interrupted host context in a signal handler, by host processor. */
#ifndef SIM_CHIP_MACHINE_H
#define SIM_CHIP_MACHINE_H

#include <stdint.h>
#include <ucontext.h>

#if defined(__x86_64__)
#define MACHINE_PC(c)     ((c)->uc_mcontext.gregs[REG_RIP])
#define MACHINE_SP(c)     ((c)->uc_mcontext.gregs[REG_RSP])
#define MACHINE_CALL_SLOT 8u /* where a call leaves its return address */
#elif defined(__aarch64__)
#define MACHINE_PC(c)     ((c)->uc_mcontext.pc)
#define MACHINE_SP(c)     ((c)->uc_mcontext.sp)
#define MACHINE_CALL_SLOT 0u
#endif

static inline uintptr_t machine_pc(ucontext_t *context)
{
	return (uintptr_t)MACHINE_PC(context);
}

static inline uintptr_t machine_sp(ucontext_t *context)
{
	return (uintptr_t)MACHINE_SP(context);
}

/*
 * Go on in `function`, which does not return, when the signal handler does;
 * on the stack that ends there.
 */
static inline void machine_call_on(ucontext_t *context, uintptr_t sp,
				   void (*function)(void))
{
	MACHINE_SP(context) =
		(__typeof__(MACHINE_SP(context)))(sp - MACHINE_CALL_SLOT);
	MACHINE_PC(context) =
		(__typeof__(MACHINE_PC(context)))(uintptr_t)function;
}

/* The same on the interrupted stack, clear of the red zone below its pointer. */
static inline void machine_call(ucontext_t *context, void (*function)(void))
{
	uintptr_t sp = (machine_sp(context) - 256) & ~(uintptr_t)15;

	machine_call_on(context, sp, function);
}

#endif
