/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ARM's generic timer: one counter for all cores, and for each of them two
 * timers that compare with it.  A timer's line is a level: it stays high from
 * its time on until the timer is stopped or set anew.
 */
#ifndef DRIVERS_TIMER_ARM_TIMER_H
#define DRIVERS_TIMER_ARM_TIMER_H

#include <stdbool.h>
#include <stdint.h>

#include "boot/arm/cpu.h"

enum arm_timer {
	ARM_TIMER_PHYSICAL,
	ARM_TIMER_VIRTUAL,
};

enum {
	ARM_TIMER_ENABLE = 1,
	ARM_TIMER_ISTATUS = 4, /* its time has come */
};

/* Always inlined, so that each lies where its caller does. */
#define ARM_TIMER_INLINE static inline __attribute__((always_inline))

/* Without the isb the counter may be read early: time would step back. */
ARM_TIMER_INLINE uint64_t arm_timer_count(void)
{
	cpu_isb();
	return CPU_CP15_READ64(1, c14); /* CNTVCT */
}

ARM_TIMER_INLINE uint32_t arm_timer_frequency(void)
{
	return CPU_CP15_READ(0, c14, c0, 0); /* CNTFRQ */
}

ARM_TIMER_INLINE void arm_timer_control(enum arm_timer timer, uint32_t value)
{
	if (timer == ARM_TIMER_PHYSICAL) {
		CPU_CP15_WRITE(0, c14, c2, 1, value);
	} else {
		CPU_CP15_WRITE(0, c14, c3, 1, value);
	}
	cpu_isb(); /* its line falls before the caller goes on */
}

ARM_TIMER_INLINE void arm_timer_start(enum arm_timer timer, uint64_t at)
{
	if (timer == ARM_TIMER_PHYSICAL) {
		CPU_CP15_WRITE64(2, c14, at);
	} else {
		CPU_CP15_WRITE64(3, c14, at);
	}
	arm_timer_control(timer, ARM_TIMER_ENABLE);
}

ARM_TIMER_INLINE void arm_timer_stop(enum arm_timer timer)
{
	arm_timer_control(timer, 0);
}

ARM_TIMER_INLINE bool arm_timer_due(enum arm_timer timer)
{
	uint32_t control = timer == ARM_TIMER_PHYSICAL
				   ? CPU_CP15_READ(0, c14, c2, 1)
				   : CPU_CP15_READ(0, c14, c3, 1);

	return (control & (ARM_TIMER_ENABLE | ARM_TIMER_ISTATUS)) ==
	       (ARM_TIMER_ENABLE | ARM_TIMER_ISTATUS);
}

#endif
