/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The few instructions of an ARMv7-A core that C has no words for.
 *
 * Barriers here are bare: who calls one says for which rule of the port
 * contract.  They are of the full-system kind, since nothing promises that all
 * cores of a chip share one inner domain.
 */
#ifndef BOOT_ARM_CPU_H
#define BOOT_ARM_CPU_H

#include <stdbool.h>
#include <stdint.h>

#define CPU_CPSR_I 0x80u

static inline void cpu_barrier(void)
{
	__asm__ volatile("" ::: "memory");
}

/* Accesses before are observed before accesses after, by everybody. */
static inline void cpu_dmb(void)
{
	__asm__ volatile("dmb sy" ::: "memory");
}

/* The same for stores alone: the cheaper kind. */
static inline void cpu_dmb_stores(void)
{
	__asm__ volatile("dmb st" ::: "memory");
}

/* All accesses before have ended; nothing after has begun. */
static inline void cpu_dsb(void)
{
	__asm__ volatile("dsb sy" ::: "memory");
}

/* What was written to system registers holds for the next instruction. */
static inline void cpu_isb(void)
{
	__asm__ volatile("isb" ::: "memory");
}

/* Lets other cores run where an emulator runs one at a time. */
static inline void cpu_relax(void)
{
	__asm__ volatile("yield" ::: "memory");
}

/* Until an interrupt is pending, masked or not. */
static inline void cpu_wait_for_interrupt(void)
{
	__asm__ volatile("wfi" ::: "memory");
}

static inline uint32_t cpu_irq_save(void)
{
	uint32_t cpsr;

	__asm__ volatile("mrs %0, cpsr\n\tcpsid i" : "=r"(cpsr)::"memory");
	return cpsr & CPU_CPSR_I;
}

static inline void cpu_irq_restore(uint32_t state)
{
	if (state & CPU_CPSR_I) {
		cpu_barrier();
	} else {
		__asm__ volatile("cpsie i" ::: "memory");
	}
}

/* The same for all interrupts, fast ones too, which only a vehicle has. */
static inline uint32_t cpu_all_save(void)
{
	uint32_t cpsr;

	__asm__ volatile("mrs %0, cpsr\n\tcpsid if" : "=r"(cpsr)::"memory");
	return cpsr;
}

static inline void cpu_all_restore(uint32_t cpsr)
{
	__asm__ volatile("msr cpsr_c, %0" ::"r"(cpsr) : "memory");
}

static inline void cpu_fast_on(void)
{
	__asm__ volatile("cpsie f" ::: "memory");
}

/* Coprocessor 15: mcr/mrc p15, op1, value, CRn, CRm, op2. */
#define CPU_CP15_WRITE(op1, crn, crm, op2, value)                              \
	__asm__ volatile("mcr p15, " #op1 ", %0, " #crn ", " #crm ", " #op2    \
			 :                                                     \
			 : "r"(value)                                          \
			 : "memory")

#define CPU_CP15_READ(op1, crn, crm, op2)                                      \
	({                                                                     \
		uint32_t cp15_;                                                \
		__asm__ volatile("mrc p15, " #op1 ", %0, " #crn ", " #crm      \
				 ", " #op2                                     \
				 : "=r"(cp15_)                                 \
				 :                                             \
				 : "memory");                                  \
		cp15_;                                                         \
	})

/* 64-bit registers: mcrr/mrrc p15, op1, low, high, CRm. */
#define CPU_CP15_WRITE64(op1, crm, value)                                      \
	__asm__ volatile("mcrr p15, " #op1 ", %Q0, %R0, " #crm                 \
			 :                                                     \
			 : "r"((uint64_t)(value))                              \
			 : "memory")

#define CPU_CP15_READ64(op1, crm)                                              \
	({                                                                     \
		uint64_t cp15_;                                                \
		__asm__ volatile("mrrc p15, " #op1 ", %Q0, %R0, " #crm         \
				 : "=r"(cp15_)                                 \
				 :                                             \
				 : "memory");                                  \
		cp15_;                                                         \
	})

#endif
