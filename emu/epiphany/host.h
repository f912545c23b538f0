/* SPDX-License-Identifier: Apache-2.0 */
/* The emulator's own process: exit statuses, memory, ways to give up. */
#ifndef EMU_EPIPHANY_HOST_H
#define EMU_EPIPHANY_HOST_H

#include <stddef.h>
#include <stdint.h>

enum {
	STATUS_PASS = 85, /* only `trap 4` gives it */
	STATUS_FAIL = 87, /* only `trap 5` */
	STATUS_USAGE = 64,
	STATUS_INPUT = 65,     /* a bad image or file */
	STATUS_HOST = 69,      /* the host has run out of something */
	STATUS_DEADLOCK = 70,  /* nothing can happen any more */
	STATUS_FAULT = 71,     /* a core did what a program must not */
	STATUS_LIMIT = 72,     /* the limit of clocks, or SIGTERM */
	STATUS_EXIT_MOST = 63, /* of `trap 3`: larger codes become this one */
};

struct core;

/* Print "epiphany-emu: ..." and exit with the status. */
_Noreturn void die(int status, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The same, naming the core, its clock and instruction; then its state. */
_Noreturn void core_die(const struct core *core, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Zeroed pages that cost nothing until touched, or death. */
void *host_reserve(size_t bytes);

/* A whole file, or death; its size in *bytes. */
uint8_t *host_read_file(const char *path, size_t *bytes);

#endif
