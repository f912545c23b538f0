/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The few instructions of a P54C that C has no words for.
 */
#ifndef BOOT_X86_CPU_H
#define BOOT_X86_CPU_H

#include <stdint.h>

#define CPU_EFLAGS_IF 0x200u

static inline void cpu_barrier(void)
{
	__asm__ volatile("" ::: "memory");
}

/* Store-then-load: a locked operation, for want of mfence. */
static inline void cpu_fence(void)
{
	__asm__ volatile("lock; addl $0, (%%esp)" ::: "memory", "cc");
}

/* `pause` to a later processor and to QEMU, a nop to the P54C. */
static inline void cpu_relax(void)
{
	__asm__ volatile("rep; nop" ::: "memory");
}

static inline uint32_t cpu_irq_save(void)
{
	uint32_t flags;

	__asm__ volatile("pushfl; popl %0; cli" : "=r"(flags)::"memory");
	return flags;
}

static inline void cpu_irq_restore(uint32_t flags)
{
	if (__builtin_expect(flags & CPU_EFLAGS_IF, 1)) { /* falls through */
		__asm__ volatile("sti" ::: "memory");
	} else {
		cpu_barrier();
	}
}

/* sti takes effect after the next instruction: no interrupt gets between. */
static inline void cpu_halt(void)
{
	__asm__ volatile("sti; hlt; cli" ::: "memory");
}

static inline uint64_t cpu_tsc(void)
{
	uint64_t value;

	__asm__ volatile("rdtsc" : "=A"(value));
	return value;
}

static inline uint32_t cpu_exchange(volatile uint32_t *word, uint32_t value)
{
	__asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*word)::"memory");
	return value;
}

/* Number of the lowest bit set; there must be one. */
static inline uint32_t cpu_lowest_bit(uint32_t bits)
{
	uint32_t number;

	__asm__("bsfl %1, %0" : "=r"(number) : "rm"(bits) : "cc");
	return number;
}

/* high:low / divisor, for a quotient that fits. */
static inline uint32_t cpu_divide(uint64_t dividend, uint32_t divisor)
{
	uint32_t quotient, rest;

	__asm__("divl %4"
		: "=a"(quotient), "=d"(rest)
		: "a"((uint32_t)dividend), "d"((uint32_t)(dividend >> 32)),
		  "rm"(divisor)
		: "cc");
	return quotient;
}

static inline uint32_t cpu_cr2(void)
{
	uint32_t value;

	__asm__ volatile("movl %%cr2, %0" : "=r"(value));
	return value;
}

static inline uint32_t cpu_cr3(void)
{
	uint32_t value;

	__asm__ volatile("movl %%cr3, %0" : "=r"(value));
	return value;
}

/* Caches on, writes to read-only pages fault, coprocessor errors too. */
static inline void cpu_paging_on(uint32_t directory)
{
	__asm__ volatile(
		"movl %0, %%cr3; movl %1, %%cr0; jmp 1f; 1:" ::"r"(directory),
		"r"(0x80010033)
		: "memory");
}

static inline void cpu_out8(uint16_t port, uint8_t value)
{
	__asm__ volatile("outb %0, %1" ::"a"(value), "Nd"(port) : "memory");
}

static inline void cpu_out32(uint16_t port, uint32_t value)
{
	__asm__ volatile("outl %0, %1" ::"a"(value), "Nd"(port) : "memory");
}

static inline uint8_t cpu_in8(uint16_t port)
{
	uint8_t value;

	__asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port) : "memory");
	return value;
}

#endif
