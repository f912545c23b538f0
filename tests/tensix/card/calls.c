// SPDX-License-Identifier: Apache-2.0
/* What the program calls, and what the driver says of itself and of the card. */
#define _GNU_SOURCE
#include "tests/tensix/card/driver.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
	FILES = 1024,
	ASKED_WRONG = 86,
	VENDOR = 0x1e52,
};

struct card_head *card_head;
int card_file = -1;
static bool is_card[FILES];

bool card_fault(const char *name)
{
	const char *asked = getenv("TENSIX_CARD_FAULT");

	return asked && strcmp(asked, name) == 0;
}

_Noreturn void card_hangs(const char *why)
{
	fprintf(stderr, "card: %s: a card would hang\n", why);
	_exit(ASKED_WRONG);
}

int card_refuse(int number)
{
	errno = number;
	return -1;
}

static void *next(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

void *card_mmap(void *at, size_t bytes, int protection, int flags, int file,
		off_t offset)
{
	void *(*function)(void *, size_t, int, int, int, off_t);

	*(void **)&function = next("mmap");
	return function(at, bytes, protection, flags, file, offset);
}

struct info {
	uint32_t bytes, answered;
	union {
		uint16_t device[8];
		uint32_t driver[2];
	};
};

static int inform(struct info *info, bool driver)
{
	static const uint16_t devices[] = {0x401e, 0xb140};

	info->answered = driver ? 12 : 20;
	if (info->bytes < 8) {
		return 0; /* as much as was asked for */
	}
	if (driver) {
		info->driver[0] = card_fault("version") ? 3 : 2;
	} else {
		info->device[0] = VENDOR;
		info->device[1] = devices[card_head->model];
	}
	return 0;
}

static int open_card(const char *path)
{
	const char *file = getenv("TENSIX_CARD");
	int opened;

	if (strcmp(path, "/dev/tenstorrent/0") || !file) {
		return card_refuse(ENOENT);
	}
	if (card_fault("denied")) {
		return card_refuse(EACCES);
	}
	if (card_file < 0) {
		card_file = open(file, O_RDWR | O_CLOEXEC);
		card_head = card_file < 0 ? MAP_FAILED
					  : card_mmap(NULL, CARD_PAGE,
						      PROT_READ | PROT_WRITE,
						      MAP_SHARED, card_file, 0);
		if (card_head == MAP_FAILED || card_head->magic != CARD_MAGIC) {
			card_hangs("TENSIX_CARD names no card");
		}
	}
	opened = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (opened >= 0 && opened < FILES) {
		is_card[opened] = true;
	}
	return opened;
}

static int open_any(const char *name, const char *path, int flags, int mode)
{
	int (*function)(const char *, int, ...);

	if (strncmp(path, "/dev/tenstorrent/", 17) == 0) {
		return open_card(path);
	}
	*(void **)&function = next(name);
	return function(path, flags, mode);
}

#define OPEN(name)                                                             \
	int name(const char *path, int flags, ...)                             \
	{                                                                      \
		va_list more;                                                  \
		int mode;                                                      \
                                                                               \
		va_start(more, flags);                                         \
		mode = va_arg(more, int);                                      \
		va_end(more);                                                  \
		return open_any(#name, path, flags, mode);                     \
	}

OPEN(open)
OPEN(open64)

static bool ours(int file)
{
	return file >= 0 && file < FILES && is_card[file];
}

int close(int file)
{
	int (*function)(int);

	if (ours(file)) {
		is_card[file] = false;
	}
	*(void **)&function = next("close");
	return function(file);
}

int ioctl(int file, unsigned long request, ...)
{
	int (*function)(int, unsigned long, ...);
	va_list more;
	void *data;

	va_start(more, request);
	data = va_arg(more, void *);
	va_end(more);
	if (!ours(file)) {
		*(void **)&function = next("ioctl");
		return function(file, request, data);
	}
	switch (request) {
	case 0xfa00:
		return inform(data, false);
	case 0xfa05:
		return inform(data, true);
	case 0xfa0b:
		return card_allocate(data);
	case 0xfa0c:
		return card_free(data);
	case 0xfa0d:
		return card_configure(data);
	default:
		return card_refuse(ENOTTY);
	}
}

void *mmap(void *at, size_t bytes, int protection, int flags, int file,
	   off_t offset)
{
	return ours(file)
		       ? card_map(bytes, offset)
		       : card_mmap(at, bytes, protection, flags, file, offset);
}

void *mmap64(void *at, size_t bytes, int protection, int flags, int file,
	     off64_t offset)
{
	return mmap(at, bytes, protection, flags, file, (off_t)offset);
}

int munmap(void *at, size_t bytes)
{
	int (*function)(void *, size_t);

	card_unmap(at);
	*(void **)&function = next("munmap");
	return function(at, bytes);
}
