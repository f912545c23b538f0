/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The chip on a card whose host is another program (--card): it reaches L1, tile control
 * and NoC 0's interface of each tile, and the telemetry of the firmware's own processor,
 * by pages of a file that both have mapped.  tests/tensix/card/ makes the
 * kernel driver's interface of it.
 *
 * The host's loads and stores are to the same memory; now and then the chip looks whether a
 * reset register has changed.  The first line of output is the
 * file's path, when the chip is there; it runs until SIGTERM.
 */
#ifndef EMU_TENSIX_CARD_H
#define EMU_TENSIX_CARD_H

#include <stdint.h>

enum {
	CARD_MAGIC = 0x44524143,
	CARD_PAGE = 4096,
	CARD_TILES = 140,
	CARD_CONTROL = 0, /* pages behind a tile's L1 */
	CARD_NIU = 1,
	CARD_PAGES,
	CARD_RESET_UNIT = 0, /* pages behind all tiles */
	CARD_MEMORY = 1,
	CARD_MORE,
};

/* The file's first page. */
struct card_head {
	uint32_t magic;
	uint32_t model; /* enum model */
	uint32_t count, l1_bytes;
	/* A host that waits until seen is asked knows that registers have been. */
	volatile uint32_t asked, seen;
	struct {
		uint8_t x, y, usable;
	} tiles[CARD_TILES];
};

static inline uint64_t card_tile(const struct card_head *head, uint32_t index)
{
	return CARD_PAGE +
	       (uint64_t)index * (head->l1_bytes + CARD_PAGES * CARD_PAGE);
}

struct tile;

/*
 * Make the file, with chip.tiles' L1 in it and this many columns (Wormhole: rows) usable;
 * 0: all.
 */
void card_create(uint32_t usable);

/* What the host has changed since then comes to pass. */
void card_look(struct tile *tile);

#endif
