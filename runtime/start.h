/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The start of a core, up to main, and its end, after main.
 */
#ifndef RUNTIME_START_H
#define RUNTIME_START_H

#include "arch/small.h"

/*
 * Ends this core with that exit code: waits for the others, and the run ends
 * when all are done.  Thread.
 */
ARCH_COLD _Noreturn void rt_finish(int code);

/* This core has no more to do; it sleeps until the run is ended.  Thread. */
ARCH_COLD _Noreturn void rt_rest(void);

/*
 * Makes argc, argv and environ from the boot record, calls main and returns
 * what it returns.  It is in runtime/libc.c, so that nothing else needs a C
 * library.
 */
ARCH_COLD int rt_call_main(void);
/* The same, on a stack of WEFT_STACK bytes where that is more than the port's. */
ARCH_COLD int rt_main_on_stack(void);
ARCH_COLD void rt_stack_check(void); /* panics if that one was too small */

/* That stack, while main is on it; read from outside by name. */
struct rt_stack {
	uint32_t *guard; /* its lowest word: who has changed it has gone too far; or null */
	void *top;
};
extern struct rt_stack rt_stack;

ARCH_COLD int rt_main_again(void); /* with arguments of its own */

#endif
