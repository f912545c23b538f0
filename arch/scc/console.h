/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The I/O ports through which a run talks to whoever started QEMU.
 */
#ifndef SCC_CONSOLE_H
#define SCC_CONSOLE_H

#define CONSOLE_PORT 0x3f8 /* COM1 */

/*
 * isa-debug-exit: QEMU's status is value * 2 + 1.  These two give 85 and 87,
 * which it returns for no reason of its own.
 */
#define EXIT_PORT   0xf4
#define EXIT_PASSED 42
#define EXIT_FAILED 43

/* pvpanic: the guest has panicked. */
#define PANIC_PORT  0x505
#define PANIC_EVENT 1

#endif
