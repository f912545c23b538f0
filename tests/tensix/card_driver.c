// SPDX-License-Identifier: Apache-2.0
/*
 * The kernel driver's interface of a Tenstorrent card, in front of the emulator's
 * (emu/tensix/card.h): a library that is loaded before others (LD_PRELOAD).  A program that
 * opens /dev/tenstorrent/0 gets the card whose file TENSIX_CARD names; its ioctl, mmap and
 * munmap of that are answered here as the driver's ioctl.h says.
 *
 * A window is memory of the tile that it lies over; what is not there is no memory, so
 * who touches it ends by SIGSEGV.  What a card would hang on, or never answers, ends the
 * program with status 86 and says why; what the driver refuses is refused with its errno.
 *
 * TENSIX_CARD_FAULT: `version`, of a driver to come; `denied`, no permission; `windows`, none
 * is left; `chatty`, requests are counted on standard error.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emu/tensix/card.h"

enum {
	WINDOWS = 10, /* of 2 MB, on a Wormhole */
	FILES = 1024,
	ASKED_WRONG = 86,
	VENDOR = 0x1e52,
};

#define WINDOW      ((uint64_t)1 << 21)
#define UNCACHED(n) ((uint64_t)(n) << 32)
#define COMBINED(n) ((uint64_t)(n) << 32 | WINDOW)

struct config {
	uint64_t address;
	uint16_t x_end, y_end, x_start, y_start;
	uint8_t noc, multicast, ordering, linked, static_channel, none[3];
	uint32_t none_either[2];
};

static struct window {
	bool used, set;
	uint8_t *map[2]; /* uncached, combined */
	struct config config;
} windows[WINDOWS];

static bool is_card[FILES];
static int card = -1; /* the emulator's file */
static struct card_head head;

static bool fault(const char *name)
{
	const char *asked = getenv("TENSIX_CARD_FAULT");

	return asked && strcmp(asked, name) == 0;
}

_Noreturn static void hangs(const char *why)
{
	fprintf(stderr, "card: %s: a card would hang\n", why);
	_exit(ASKED_WRONG);
}

static int refuse(int number)
{
	errno = number;
	return -1;
}

static void *next(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

static void *real_mmap(void *at, size_t bytes, int protection, int flags,
		       int file, off_t offset)
{
	void *(*function)(void *, size_t, int, int, int, off_t);

	*(void **)&function = next("mmap");
	return function(at, bytes, protection, flags, file, offset);
}

/* Windows ----------------------------------------------------------------- */

/* Of what the window shows, `bytes` of the card's file, at this address. */
static void show(uint8_t *map, uint64_t base, uint64_t address, uint64_t bytes,
		 uint64_t offset)
{
	if (address < base || address >= base + WINDOW) {
		return;
	}
	if (real_mmap(map + (address - base), bytes, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_FIXED, card,
		      (off_t)offset) == MAP_FAILED) {
		hangs("no memory");
	}
}

static int tile_at(uint32_t x, uint32_t y)
{
	for (uint32_t i = 0; i < head.count; i++) {
		if (head.tiles[i].x == x && head.tiles[i].y == y) {
			return (int)i;
		}
	}
	return -1;
}

static void show_tile(uint8_t *map, uint64_t base, uint32_t tile)
{
	uint64_t l1 = card_tile(&head, tile), more = l1 + head.l1_bytes;

	if (!head.tiles[tile].usable) {
		hangs("a request to a tile that is fused off");
	}
	show(map, base, 0, head.l1_bytes, l1);
	show(map, base, 0xffb12000, CARD_PAGE, more + CARD_CONTROL * CARD_PAGE);
	show(map, base, 0xffb20000, CARD_PAGE, more + CARD_NIU * CARD_PAGE);
}

/* The firmware's own processor. */
static void show_management(uint8_t *map, uint64_t base)
{
	uint64_t from = head.model ? 0 : (uint64_t)8 << 32;
	uint64_t more = card_tile(&head, head.count);

	show(map, base, from + 0x80030000, CARD_PAGE,
	     more + CARD_RESET_UNIT * CARD_PAGE);
	show(map, base, from + 0x10000000, CARD_PAGE,
	     more + CARD_MEMORY * CARD_PAGE);
}

static void lay(const struct window *window, uint8_t *map)
{
	const struct config *c = &window->config;
	int tile = tile_at(c->x_end, c->y_end);
	uint32_t x = head.model ? 8 : 0, y = head.model ? 0 : 10;

	real_mmap(map, WINDOW, PROT_NONE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	if (!window->set) {
		return;
	}
	if (tile >= 0) {
		show_tile(map, c->address, (uint32_t)tile);
	} else if (c->x_end == x && c->y_end == y) {
		show_management(map, c->address);
	} else {
		hangs("a request to no tile");
	}
}

/* The driver's requests: what is asked, then what is answered -------------- */

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
		info->driver[0] = fault("version") ? 3 : 2;
	} else {
		info->device[0] = VENDOR;
		info->device[1] = devices[head.model];
	}
	return 0;
}

struct allocation {
	uint64_t bytes, none;
	uint32_t id, none_either;
	uint64_t uncached, combined, none_more;
};

static int allocate(struct allocation *a)
{
	if (a->bytes != WINDOW || a->none) {
		return refuse(EINVAL);
	}
	for (uint32_t i = 0; i < WINDOWS && !fault("windows"); i++) {
		if (!windows[i].used) {
			windows[i] = (struct window){.used = true};
			a->id = i;
			a->uncached = UNCACHED(i);
			a->combined = COMBINED(i);
			return 0;
		}
	}
	return refuse(ENOMEM);
}

static int set_free(const uint32_t *id)
{
	struct window *window = &windows[*id % WINDOWS];

	if (*id >= WINDOWS || !window->used) {
		return refuse(EINVAL);
	}
	if (window->map[0] || window->map[1]) {
		return refuse(EBUSY);
	}
	window->used = false;
	return 0;
}

struct configuration {
	uint32_t id, none;
	struct config config;
	uint64_t none_either;
};

_Static_assert(sizeof(struct configuration) == 48, "as the driver has it");

static int configure(const struct configuration *c)
{
	struct window *window = &windows[c->id % WINDOWS];
	const struct config *config = &c->config;

	if (c->id >= WINDOWS || !window->used || config->address % WINDOW ||
	    config->ordering > 2 || config->noc > 1) {
		return refuse(EINVAL);
	}
	if (config->multicast || config->linked || config->noc) {
		hangs("not modelled: NoC 1, multicast, linked requests");
	}
	if (config->ordering != 1) {
		hangs("requests in no order");
	}
	window->config = *config;
	window->set = true;
	for (unsigned i = 0; i < 2; i++) {
		if (window->map[i]) {
			lay(window, window->map[i]);
		}
	}
	return 0;
}

/* What the program calls --------------------------------------------------- */

static int open_card(const char *path)
{
	const char *file = getenv("TENSIX_CARD");
	int opened;

	if (strcmp(path, "/dev/tenstorrent/0") || !file) {
		return refuse(ENOENT);
	}
	if (fault("denied")) {
		return refuse(EACCES);
	}
	if (card < 0) {
		card = open(file, O_RDWR | O_CLOEXEC);
		if (card < 0 || pread(card, &head, sizeof(head), 0) < 0 ||
		    head.magic != CARD_MAGIC) {
			hangs("TENSIX_CARD names no card");
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
		return allocate(data);
	case 0xfa0c:
		return set_free(data);
	case 0xfa0d:
		return configure(data);
	default:
		return refuse(ENOTTY);
	}
}

static void *map_window(size_t bytes, off_t offset)
{
	uint64_t id = (uint64_t)offset >> 32;
	uint32_t which = (uint64_t)offset == COMBINED(id);
	struct window *window = &windows[id % WINDOWS];

	if (id >= WINDOWS || !window->used || bytes > WINDOW ||
	    (!which && (uint64_t)offset != UNCACHED(id))) {
		errno = EINVAL;
		return MAP_FAILED;
	}
	window->map[which] = real_mmap(NULL, WINDOW, PROT_NONE,
				       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	lay(window, window->map[which]);
	return window->map[which];
}

void *mmap(void *at, size_t bytes, int protection, int flags, int file,
	   off_t offset)
{
	return ours(file)
		       ? map_window(bytes, offset)
		       : real_mmap(at, bytes, protection, flags, file, offset);
}

void *mmap64(void *at, size_t bytes, int protection, int flags, int file,
	     off64_t offset)
{
	return mmap(at, bytes, protection, flags, file, (off_t)offset);
}

int munmap(void *at, size_t bytes)
{
	int (*function)(void *, size_t);

	for (unsigned i = 0; i < WINDOWS; i++) {
		for (unsigned k = 0; k < 2; k++) {
			if (at && windows[i].map[k] == at) {
				windows[i].map[k] = NULL;
			}
		}
	}
	*(void **)&function = next("munmap");
	return function(at, bytes);
}
