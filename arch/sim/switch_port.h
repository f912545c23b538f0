/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The stacks of the simulator's images, by the host's processor: arch/switch.h.  What the
 * engine and its C library do for a core they do on the stack that runs.
 */
#ifndef ARCH_SIM_SWITCH_PORT_H
#define ARCH_SIM_SWITCH_PORT_H

#if defined(__x86_64__)
#define ARCH_SWITCH_WORDS 8
#define ARCH_SWITCH_START 6
#elif defined(__aarch64__)
#define ARCH_SWITCH_WORDS 22
#define ARCH_SWITCH_START 20
#endif
#define ARCH_STACK_LEAST 65536

#endif
