// SPDX-License-Identifier: Apache-2.0
/* Windows: the driver's requests 11 to 13, and what a window shows. */
#define _GNU_SOURCE
#include "tests/tensix/card/driver.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
	WINDOWS = 10,         /* of 2 MB, on a Wormhole */
	SETTLE_MOST = 600000, /* 100 us each */
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

/* Of what the window shows, `bytes` of the card's file, at this address. */
static void show(uint8_t *map, uint64_t base, uint64_t address, uint64_t bytes,
		 uint64_t offset)
{
	if (address < base || address >= base + WINDOW) {
		return;
	}
	if (card_mmap(map + (address - base), bytes, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_FIXED, card_file,
		      (off_t)offset) == MAP_FAILED) {
		card_hangs("no memory");
	}
}

static int tile_at(uint32_t x, uint32_t y)
{
	for (uint32_t i = 0; i < card_head->count; i++) {
		if (card_head->tiles[i].x == x && card_head->tiles[i].y == y) {
			return (int)i;
		}
	}
	return -1;
}

static void show_tile(uint8_t *map, uint64_t base, uint32_t tile)
{
	uint64_t l1 = card_tile(card_head, tile),
		 more = l1 + card_head->l1_bytes;

	if (!card_head->tiles[tile].usable) {
		card_hangs("a request to a tile that is fused off");
	}
	show(map, base, 0, card_head->l1_bytes, l1);
	show(map, base, 0xffb12000, CARD_PAGE, more + CARD_CONTROL * CARD_PAGE);
	show(map, base, 0xffb20000, CARD_PAGE, more + CARD_NIU * CARD_PAGE);
}

/* The firmware's own processor. */
static void show_management(uint8_t *map, uint64_t base)
{
	uint64_t from = card_head->model ? 0 : (uint64_t)8 << 32;
	uint64_t more = card_tile(card_head, card_head->count);

	show(map, base, from + 0x80030000, CARD_PAGE,
	     more + CARD_RESET_UNIT * CARD_PAGE);
	show(map, base, from + 0x10000000, CARD_PAGE,
	     more + CARD_MEMORY * CARD_PAGE);
}

static void lay(const struct window *window, uint8_t *map)
{
	const struct config *c = &window->config;
	int tile = tile_at(c->x_end, c->y_end);
	uint32_t x = card_head->model ? 8 : 0, y = card_head->model ? 0 : 10;

	card_mmap(map, WINDOW, PROT_NONE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	if (!window->set) {
		return;
	}
	if (tile >= 0) {
		show_tile(map, c->address, (uint32_t)tile);
	} else if (c->x_end == x && c->y_end == y) {
		show_management(map, c->address);
	} else {
		card_hangs("a request to no tile");
	}
}

/*
 * A card's registers act at once, and the emulator looks at them: nothing goes on before
 * it has.
 */
static void settle(struct window *window)
{
	uint32_t asked;

	if (!window->set || window->config.address == 0) {
		return;
	}
	asked = __sync_add_and_fetch(&card_head->asked, 1);
	for (unsigned i = 0; (int32_t)(card_head->seen - asked) < 0; i++) {
		if (i == SETTLE_MOST) {
			card_hangs("the emulator does not answer");
		}
		usleep(100);
	}
}

struct allocation {
	uint64_t bytes, none;
	uint32_t id, none_either;
	uint64_t uncached, combined, none_more;
};

int card_allocate(void *data)
{
	struct allocation *a = data;

	if (a->bytes != WINDOW || a->none) {
		return card_refuse(EINVAL);
	}
	for (uint32_t i = 0; i < WINDOWS && !card_fault("windows"); i++) {
		if (!windows[i].used) {
			windows[i] = (struct window){.used = true};
			a->id = i;
			a->uncached = UNCACHED(i);
			a->combined = COMBINED(i);
			return 0;
		}
	}
	return card_refuse(ENOMEM);
}

int card_free(const void *data)
{
	const uint32_t *id = data;
	struct window *window = &windows[*id % WINDOWS];

	if (*id >= WINDOWS || !window->used) {
		return card_refuse(EINVAL);
	}
	if (window->map[0] || window->map[1]) {
		return card_refuse(EBUSY);
	}
	settle(window);
	window->used = false;
	return 0;
}

struct configuration {
	uint32_t id, none;
	struct config config;
	uint64_t none_either;
};

_Static_assert(sizeof(struct configuration) == 48, "as the driver has it");

int card_configure(const void *data)
{
	const struct configuration *c = data;
	struct window *window = &windows[c->id % WINDOWS];
	const struct config *config = &c->config;

	if (c->id >= WINDOWS || !window->used || config->address % WINDOW ||
	    config->ordering > 2 || config->noc > 1) {
		return card_refuse(EINVAL);
	}
	if (config->multicast || config->linked || config->noc) {
		card_hangs("not modelled: NoC 1, multicast, linked requests");
	}
	if (config->ordering != 1) {
		card_hangs("requests in no order");
	}
	settle(window);
	window->config = *config;
	window->set = true;
	for (unsigned i = 0; i < 2; i++) {
		if (window->map[i]) {
			lay(window, window->map[i]);
		}
	}
	return 0;
}

void *card_map(size_t bytes, off_t offset)
{
	uint64_t id = (uint64_t)offset >> 32;
	uint32_t which = (uint64_t)offset == COMBINED(id);
	struct window *window = &windows[id % WINDOWS];

	if (id >= WINDOWS || !window->used || bytes > WINDOW ||
	    (!which && (uint64_t)offset != UNCACHED(id))) {
		errno = EINVAL;
		return MAP_FAILED;
	}
	window->map[which] = card_mmap(NULL, WINDOW, PROT_NONE,
				       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	lay(window, window->map[which]);
	return window->map[which];
}

void card_unmap(const void *at)
{
	for (unsigned i = 0; i < WINDOWS; i++) {
		for (unsigned k = 0; k < 2; k++) {
			if (at && windows[i].map[k] == at) {
				windows[i].map[k] = NULL;
			}
		}
	}
}
