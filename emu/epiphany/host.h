/* SPDX-License-Identifier: Apache-2.0 */
/* The emulator's own process: what it has beyond what vehicles share. */
#ifndef EMU_EPIPHANY_HOST_H
#define EMU_EPIPHANY_HOST_H

#include "host/host.h"

enum {
	STATUS_EXIT_MOST = 63, /* of `trap 3`: larger codes become this one */
};

struct core;

/* As die, naming the core, its clock and instruction; then its state. */
_Noreturn void core_die(const struct core *core, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
