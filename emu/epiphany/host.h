/* SPDX-License-Identifier: Apache-2.0 */
/* The emulator's own process: what it has beyond what vehicles share. */
#ifndef EMU_EPIPHANY_HOST_H
#define EMU_EPIPHANY_HOST_H

#include "host/host.h"

enum {
	STATUS_EXIT_MOST = 63, /* of `trap 3`: larger codes become this one */
	STATUS_STACK = 73,     /* a stack is full, which no chip notices */
};

struct core;

/* As die, naming the core, its clock and instruction; then its state. */
_Noreturn void core_die(const struct core *core, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The same: its stack has reached that address, below its end. */
_Noreturn void core_overflow(const struct core *core, uint32_t address);

#endif
