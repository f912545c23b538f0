/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From the port's first call to main, and from main's end to the run's.
 */
#ifndef RUNTIME_START_H
#define RUNTIME_START_H

#include "arch/small.h"

/*
 * This core is done, with that exit code.  Waits for the others; the run ends when
 * all are done.  Thread.
 */
ARCH_COLD _Noreturn void rt_finish(int code);

/*
 * Make argc, argv and environ from the boot record, run main, return what it
 * returns.  In runtime/libc.c, so that nothing else needs a C library.
 */
ARCH_COLD int rt_call_main(void);

#endif
