/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sim/chip/host.h"

void die(int status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("weft-sim: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	fflush(stderr);
	_exit(status);
}

void *host_alloc(size_t bytes)
{
	void *p = calloc(1, bytes);

	if (!p) {
		die(STATUS_HOST, "out of memory");
	}
	return p;
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
	void *p = mmap((void *)next, bytes, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	next += (bytes + page - 1) / page * page;
	if (p == MAP_FAILED) {
		die(STATUS_HOST, "no room for %s, %zu MB: %s", what,
		    bytes >> 20, strerror(errno));
	}
	return p;
}

void *host_read_file(const char *path, size_t *bytes)
{
	FILE *file = fopen(path, "rb");
	char *content = NULL;
	long size;

	if (!file || fseek(file, 0, SEEK_END) != 0 ||
	    (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET) != 0) {
		die(STATUS_INPUT, "%s: %s", path, strerror(errno));
	}
	content = host_alloc((size_t)size + 1); /* ends with a NUL */
	if (fread(content, 1, (size_t)size, file) != (size_t)size) {
		die(STATUS_INPUT, "%s: cannot read it all", path);
	}
	fclose(file);
	*bytes = (size_t)size;
	return content;
}
