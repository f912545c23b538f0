/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the simulator and the emulator share, as programs of the host: exit statuses,
 * ways to give up, memory, files, numbers of the command line.
 */
#ifndef HOST_HOST_H
#define HOST_HOST_H

#include <stddef.h>
#include <stdint.h>

enum {
	STATUS_PASS = 85, /* only a program's own verdict gives these two */
	STATUS_FAIL = 87,
	STATUS_USAGE = 64,
	STATUS_INPUT = 65,    /* a bad image, record, profile or file */
	STATUS_HOST = 69,     /* the host has run out of something */
	STATUS_DEADLOCK = 70, /* nothing can happen any more */
	STATUS_FAULT = 71,    /* a core did what it must not, or we did */
	STATUS_LIMIT = 72,    /* the limit of time, or SIGTERM */
};

/* The program's name, which its main sets. */
extern const char *host_program;

/* Print "<program>: ..", and exit with the status; no handler of exit is called. */
_Noreturn void die(int status, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Zeroed memory, or death. */
void *host_alloc(size_t bytes);

/* Zeroed pages that cost nothing until touched, or death; `what` for a message. */
void *host_reserve(size_t bytes, const char *what);

/* A copy of the text, or death. */
char *host_copy(const char *text);

/* A whole file and a NUL behind it, or death; its size in *bytes. */
void *host_read_file(const char *path, size_t *bytes);

/*
 * A number from 0 to most, decimal or 0x.., up to the text's end or, with `rest`, to the
 * character `stop`: then *rest is what follows, null at the end.  Or death.
 */
uint64_t host_number(const char *text, uint64_t most);
uint64_t host_number_until(const char *text, char stop, const char **rest,
			   uint64_t most);

#endif
