/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host/host.h"

const char *host_program = "weft";

void die(int status, const char *format, ...)
{
	va_list args;

	fflush(stdout);
	va_start(args, format);
	fprintf(stderr, "%s: ", host_program);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	fflush(stderr);
	_exit(status);
}

void *host_alloc(size_t bytes)
{
	void *p = calloc(1, bytes ? bytes : 1);

	if (!p) {
		die(STATUS_HOST, "out of memory");
	}
	return p;
}

char *host_copy(const char *text)
{
	return strcpy(host_alloc(strlen(text) + 1), text);
}

/*
 * One after another, below all that the host places: malloc compares the ends of
 * image and DRAM, so which of them comes first must not depend on what else the
 * host has put where.
 */
void *host_reserve(size_t bytes, const char *what)
{
	static uintptr_t next = (uintptr_t)1 << 36;
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t at = __atomic_fetch_add(
		&next, (bytes + page - 1) / page * page, __ATOMIC_RELAXED);
	void *p = mmap((void *)at, bytes ? bytes : 1, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED) {
		die(STATUS_HOST, "no room for %s, %zu MB: %s", what,
		    bytes >> 20, strerror(errno));
	}
	return p;
}

/* Pipes have no size before they are read. */
void *host_read_file(const char *path, size_t *bytes)
{
	FILE *file = fopen(path, "rb");
	char *content = NULL;
	size_t room = 0, n = 0;

	if (!file) {
		die(STATUS_INPUT, "cannot read %s: %s", path, strerror(errno));
	}
	do {
		room = room ? 2 * room : 1 << 16;
		content = realloc(content, room);
		if (!content) {
			die(STATUS_HOST, "no memory for %s", path);
		}
		n += fread(content + n, 1, room - n, file);
	} while (n == room);
	if (ferror(file)) {
		die(STATUS_INPUT, "cannot read %s: %s", path, strerror(errno));
	}
	fclose(file);
	content[n] = 0;
	*bytes = n;
	return content;
}

uint64_t host_number_until(const char *text, char stop, const char **rest,
			   uint64_t most)
{
	bool hex = text[0] == '0' && (text[1] | 32) == 'x';
	char *end;
	unsigned long long value;

	errno = 0;
	value = strtoull(text, &end, hex ? 16 : 10);
	if (*text < '0' || *text > '9' || errno || value > most ||
	    (*end && (!rest || *end != stop))) {
		die(STATUS_USAGE, "'%s' is not a number from 0 to %" PRIu64,
		    text, most);
	}
	if (rest) {
		*rest = *end ? end + 1 : NULL;
	}
	return value;
}

uint64_t host_number(const char *text, uint64_t most)
{
	return host_number_until(text, 0, NULL, most);
}
