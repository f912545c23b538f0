/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Panics: a report that names core, place, time and cause; then the whole run
 * stops as failed, with exit code RT_PANIC_CODE.
 */
#ifndef RUNTIME_PANIC_H
#define RUNTIME_PANIC_H

#include "runtime/text.h"

enum {
	RT_PANIC_CODE = 70
};

/* Reports and stops.  The cause is a format of text_put.  Any context. */
ARCH_COLD _Noreturn void rt_panic(const char *cause, ...);

/* Prints the line by which tools/weft-run knows how a run ended. */
ARCH_COLD void rt_print_end(uint32_t code, uint32_t rank);

#endif
