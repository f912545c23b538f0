/* SPDX-License-Identifier: Apache-2.0 */
/* The engine's own process: exit statuses, memory, and ways to give up. */
#ifndef SIM_CHIP_HOST_H
#define SIM_CHIP_HOST_H

#include <stddef.h>
#include <stdint.h>

enum {
	STATUS_PASS = 85,     /* only arch_stop(ARCH_PASSED) gives it */
	STATUS_FAIL = 87,     /* arch_stop with another verdict */
	STATUS_DETECTED = 89, /* the former, but a detector found something */
	STATUS_USAGE = 64,
	STATUS_INPUT = 65,    /* a bad profile, image, record or file */
	STATUS_HOST = 69,     /* the host has run out of something */
	STATUS_DEADLOCK = 70, /* nothing can happen any more */
	STATUS_FAULT = 71,    /* a core's software trapped, or ours did */
	STATUS_LIMIT = 72,    /* the time limit, or SIGTERM */
};

/* Print "weft-sim: ..." and exit with the status. */
_Noreturn void die(int status, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Zeroed memory, or death. */
void *host_alloc(size_t bytes);

/* Zeroed pages that cost nothing until touched, or death. */
void *host_reserve(size_t bytes, const char *what);

/* A whole file, or death; its size in *bytes. */
void *host_read_file(const char *path, size_t *bytes);

#endif
