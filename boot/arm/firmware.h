/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What lies around a bare ARM core: the power state interface (PSCI), which
 * starts cores, and semihosting, which hands a verdict to an emulator or a
 * debug probe.
 */
#ifndef BOOT_ARM_FIRMWARE_H
#define BOOT_ARM_FIRMWARE_H

#include <stdint.h>

enum {
	PSCI_CPU_ON = 0x84000003,
	PSCI_SYSTEM_OFF = 0x84000008,

	SEMIHOSTING_EXIT_EXTENDED = 0x20,
	SEMIHOSTING_APPLICATION_EXIT = 0x20026,
};

/* By HVC, as QEMU's board has it without a secure side; 0 if it was done. */
static inline int32_t psci_call(uint32_t function, uint32_t a, uint32_t b,
				uint32_t c)
{
	register uint32_t r0 __asm__("r0") = function;
	register uint32_t r1 __asm__("r1") = a;
	register uint32_t r2 __asm__("r2") = b;
	register uint32_t r3 __asm__("r3") = c;

	__asm__ volatile(".arch_extension virt\n\thvc #0"
			 : "+r"(r0), "+r"(r1), "+r"(r2), "+r"(r3)
			 :
			 : "memory");
	return (int32_t)r0;
}

/* The emulator's own exit status.  Does not return where there is one. */
static inline void semihosting_exit(uint32_t status)
{
	const uint32_t block[2] = {SEMIHOSTING_APPLICATION_EXIT, status};
	register uint32_t r0 __asm__("r0") = SEMIHOSTING_EXIT_EXTENDED;
	register const uint32_t *r1 __asm__("r1") = block;

	__asm__ volatile("svc #0x123456" : "+r"(r0) : "r"(r1) : "memory");
}

#endif
