// SPDX-License-Identifier: Apache-2.0
#include "emu/tensix/card.h"

#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "emu/tensix/event.h"
#include "emu/tensix/host.h"
#include "emu/tensix/report.h"
#include "emu/tensix/tile.h"

enum {
	SOFT_RESET = 0x1b0,
	LOOK = 5000,       /* clocks between two looks */
	CLOCKS_A_US = 100, /* at most: a slow host is not slow in our time */
	MEMORY = 0x10000000,
	TABLE = 0x140, /* in MEMORY, of telemetry */
	VALUES = 0x800,
	BOARD_HIGH = 1, /* tags */
	COLUMNS = 34,
	TRANSLATION = 40,
};

static uint8_t *file_at;
static struct card_head *head;

static uint32_t *page(uint32_t tile, uint32_t bytes, uint32_t number)
{
	return (uint32_t *)(void *)(file_at + card_tile(head, tile) + bytes +
				    number * CARD_PAGE);
}

/* Entries in no order, values in another. */
static void tell(uint32_t columns, uint32_t rows)
{
	static const uint32_t boards[] = {[8] = 0x14, [9] = 0x18, [10] = 0x35};
	bool wormhole = chip.model == MODEL_WORMHOLE;
	uint32_t *unit = page(chip.count, 0, CARD_RESET_UNIT);
	uint32_t *memory = page(chip.count, 0, CARD_MEMORY);
	uint32_t *table = memory + TABLE / 4, *values = memory + VALUES / 4;
	uint32_t all = (1u << chip.is->columns) - 1;

	unit[(wormhole ? 0x1d0 : 0x434) / 4] = MEMORY + TABLE;
	unit[(wormhole ? 0x1d4 : 0x430) / 4] = MEMORY + VALUES;
	table[0] = 0x100;
	table[1] = 4;
	table[2] = TRANSLATION | 3 << 16;
	table[3] = 14 | 6 << 16; /* the clock */
	table[4] = BOARD_HIGH | 5 << 16;
	table[5] = COLUMNS | 1 << 16;
	values[3] = 1;
	values[6] = 1000;
	values[5] = wormhole && rows < 11 ? boards[rows] << 4 | 5 : 0x400;
	/* Others are fused off than those of which translation makes the last. */
	values[1] = wormhole ? 0 : all << (chip.is->columns - columns) & all;
}

static void place_tile(struct tile *tile, uint32_t columns, uint32_t rows)
{
	uint32_t bytes = chip.is->l1_bytes, index = tile->index;
	uint8_t *l1 = file_at + card_tile(head, index);

	/* What an image fills or clears; the rest is zeroes. */
	memcpy(l1, tile->l1, bytes / 4);
	munmap(tile->l1, bytes);
	tile->l1 = l1;
	head->tiles[index].x = (uint8_t)tile->x;
	head->tiles[index].y = (uint8_t)tile->y;
	head->tiles[index].usable = index % chip.is->columns < columns &&
				    index / chip.is->columns < rows;
	page(index, bytes, CARD_CONTROL)[SOFT_RESET / 4] = tile->reset;
	page(index, bytes, CARD_NIU)[chip.is->niu.id_logical / 4] =
		tile->x | tile->y << TENSIX_TILE_Y;
}

static void look_later(struct tile *tile)
{
	event_add(&(struct event){
		.kind = EVENT_HOST,
		.time = chip.now + LOOK,
		.tile = tile,
	});
}

void card_create(uint32_t usable)
{
	struct card_head layout = {.l1_bytes = chip.is->l1_bytes};
	uint64_t bytes = card_tile(&layout, chip.count) + CARD_MORE * CARD_PAGE;
	uint32_t columns = chip.is->columns, rows = chip.is->rows;
	int file = memfd_create("card", 0);

	if (usable) {
		*(chip.model == MODEL_WORMHOLE ? &rows : &columns) = usable;
	}
	if (columns > chip.is->columns || rows > chip.is->rows) {
		die(STATUS_USAGE, "--usable: the chip has not so many");
	}
	file_at = file < 0 || ftruncate(file, (off_t)bytes) < 0
			  ? MAP_FAILED
			  : mmap(NULL, bytes, PROT_READ | PROT_WRITE,
				 MAP_SHARED, file, 0);
	if (file_at == MAP_FAILED) {
		die(STATUS_HOST, "no memory for a card");
	}
	head = (struct card_head *)(void *)file_at;
	*head = layout;
	head->model = chip.model;
	head->count = chip.count;
	for (uint32_t i = 0; i < chip.count; i++) {
		place_tile(&chip.tiles[i], columns, rows);
		look_later(&chip.tiles[i]);
	}
	tell(columns, rows);
	/* Where code is nobody says. */
	memset(chip.is_code, 1, chip.is->l1_bytes / 4);
	head->magic = CARD_MAGIC;
	printf("/proc/%d/fd/%d\n", (int)getpid(), file);
	fflush(stdout);
}

static uint64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* A round of looks begins. */
static void begin_round(void)
{
	static uint64_t began;
	static uint32_t asked;

	head->seen = asked; /* before the last round */
	asked = head->asked;
	began = began ? began : now_us();
	while (now_us() - began < chip.now / CLOCKS_A_US) {
		usleep(200);
	}
}

/* What is decoded is of all tiles: another image may come when all are held. */
static void forget_code(void)
{
	for (uint32_t i = 0; i < chip.count; i++) {
		if (chip.tiles[i].reset & RESET_B) {
			continue;
		}
		return;
	}
	memset(chip.code, 0, chip.is->l1_bytes / 4 * sizeof(*chip.code));
}

static void reset(struct tile *tile, uint32_t value)
{
	uint32_t others = RESET_ALL & ~(uint32_t)(RESET_B | RESET_NC);

	if ((value & others) != others) {
		report_stop(STATUS_FAULT,
			    "the host lets T0 to T2 go: they are not modelled");
	}
	forget_code();
	tile_reset(tile, value);
}

void card_look(struct tile *tile)
{
	uint32_t value =
		*(volatile uint32_t *)(page(tile->index, chip.is->l1_bytes,
					    CARD_CONTROL) +
				       SOFT_RESET / 4);
	uint32_t taken;

	if (tile->index == 0) {
		begin_round();
	}
	tile_settle(tile, chip.now);
	if (value != tile->reset) {
		reset(tile, value);
	}
	memcpy(&taken,
	       tile->l1 + TENSIX_HOST + offsetof(struct tensix_host, taken), 4);
	if (taken != tile->console_taken) {
		tile->console_taken = taken;
		tile_stir(tile);
	}
	look_later(tile);
}
