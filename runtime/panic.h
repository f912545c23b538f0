/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Panics: a report that names core, place, time and cause; then the whole run
 * stops as failed, with exit code RT_PANIC_CODE.
 */
#ifndef RUNTIME_PANIC_H
#define RUNTIME_PANIC_H

#include "runtime/text.h"

enum {
	RT_PANIC_CODE = 70,
	RT_REFUSED_CODE = 2,
};

/* Reports and stops.  The cause is a format of text_put.  Any context. */
ARCH_COLD _Noreturn void rt_panic(const char *cause, ...);

/*
 * This run cannot be, and all cores find that out alike: from the environment, from what
 * is linked, from how many there are.  Rank 0 says why, in one line, and ends the run
 * with RT_REFUSED_CODE; the others rest.  At start; thread.
 */
ARCH_COLD _Noreturn void rt_refuse(const char *cause, ...);

/* Prints the line by which tools/weft-run knows how a run ended. */
ARCH_COLD void rt_print_end(uint32_t code, uint32_t rank);

#endif
