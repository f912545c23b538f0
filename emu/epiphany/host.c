// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "emu/epiphany/host.h"

void *host_reserve(size_t bytes)
{
	void *pages = mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (pages == MAP_FAILED) {
		die(STATUS_HOST, "no memory for %zu bytes", bytes);
	}
	return pages;
}

uint8_t *host_read_file(const char *path, size_t *bytes)
{
	FILE *file = fopen(path, "rb");
	uint8_t *content = NULL;
	size_t room = 0;

	if (!file) {
		die(STATUS_INPUT, "cannot read %s", path);
	}
	*bytes = 0;
	do {
		room = room ? 2 * room : 1 << 16;
		content = realloc(content, room);
		if (!content) {
			die(STATUS_HOST, "no memory for %s", path);
		}
		*bytes += fread(content + *bytes, 1, room - *bytes, file);
	} while (*bytes == room);
	if (ferror(file)) {
		die(STATUS_INPUT, "cannot read %s", path);
	}
	fclose(file);
	return content;
}
