/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Code that stands in for hardware that an emulator lacks.  A linker script keeps
 * it between vehicle_text_start and vehicle_text_end, and instruction counts
 * leave it out.
 */
#ifndef WEFT_ARCH_COMMON_VEHICLE_TEXT_H
#define WEFT_ARCH_COMMON_VEHICLE_TEXT_H

#define VEHICLE_TEXT __attribute__((section(".text.vehicle"), noinline))

/* Of its functions that short paths call: arguments in registers, as others' are. */
#ifdef __i386__
#define VEHICLE_CALL __attribute__((regparm(2)))
#else
#define VEHICLE_CALL
#endif

#endif
