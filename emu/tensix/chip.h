/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The chip: tiles in a grid, two networks between them, the host.  There may be several chips,
 * whose Ethernet tiles are joined (ethernet.h).
 *
 * Time is in clocks.  Cores run in turns (turns.h); what takes time outside a core is an
 * event (event.h).  All of a run follows from image, options and seed.
 */
#ifndef EMU_TENSIX_CHIP_H
#define EMU_TENSIX_CHIP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "emu/common/chance.h"
#include "emu/tensix/isa.h"

enum {
	CHIPS_MOST = 8,
	TILES_MOST = 140, /* of a chip */
	ALL_MOST = CHIPS_MOST * TILES_MOST,
	SIDE_MOST = 14,
	COORDINATES = 64, /* x, and y, are below this */
	TILE_NONE = -1,
};

enum model {
	MODEL_WORMHOLE,
	MODEL_BLACKHOLE,
};

/* Where a NIU has its registers. */
struct niu_map {
	uint32_t stride; /* from one initiator to the next */
	uint32_t data, command, end, node_id, id_logical, clear;
	bool has_high; /* coordinates stand in a third word of an address */
};

/* What differs between the two chips. */
struct details {
	const char *name;
	uint32_t l1_bytes, local_bytes, packet_most;
	uint32_t columns, rows;             /* tiles */
	uint8_t x[SIDE_MOST], y[SIDE_MOST]; /* translated coordinates */
	uint8_t router_x[SIDE_MOST], router_y[SIDE_MOST];
	bool has_ethernet;      /* tiles for Ethernet that are modelled */
	uint32_t width, height; /* routers */
	struct niu_map niu;
	uint32_t stream_register, stream_mask;
	uint32_t flit;         /* bytes a link moves in a clock */
	uint32_t mispredicted; /* clocks */
	/*
	 * Fitted, in clocks: of a write, and of a read, there and back; from one packet
	 * to the next; of each acknowledgement that a NIU takes; of a flit of a
	 * multicast, in quarters.
	 */
	uint32_t write_fixed, read_fixed, gap, ack, multicast;
};

struct tile;
struct core;

struct chip {
	/* What it is. */
	enum model model;
	const struct details *is;
	uint32_t chips, each, count; /* tiles with cores: of a chip, of all */
	struct tile *tiles; /* these, chip by chip; then Ethernet tiles */
	/* Of a chip, by y, x: or TILE_NONE. */
	int16_t tile_at[CHIPS_MOST][COORDINATES][COORDINATES];

	/* The image: what is decoded, one an aligned word; which of them are code. */
	struct insn *code;
	uint8_t *is_code;
	uint32_t image_end;

	/* How it is run. */
	uint64_t seed, delay, store_late, limit, poll;
	bool stop_hazards;
	bool is_card; /* card.h */
	FILE *trace;

	/* How it goes. */
	uint64_t now;     /* of the events, and of the cores' turn */
	uint64_t horizon; /* cores run up to this clock, then events are due */
	uint64_t chance;
	uint32_t event_pc;    /* the instruction behind the event, or 0 */
	struct core **active; /* those that run */
	uint32_t active_count;
};

extern struct chip chip;

/* Tiles, and all that is in them, for chip.model; then as at power on. */
void chip_create(void);

/* A number below `limit`, from the seed. */
static inline uint32_t chip_random(uint32_t limit)
{
	return chance_below(&chip.chance, limit);
}

/* Clocks that the seed adds to one in four of what the network moves. */
static inline uint64_t chip_jitter(void)
{
	if (!chip.seed || chip_random(4)) {
		return 0;
	}
	return chip_random((uint32_t)chip.delay + 1);
}

/* The tile is that one of chip.tiles, on that chip, at these coordinates. */
void chip_place(struct tile *tile, uint32_t index, uint32_t number, uint32_t x,
		uint32_t y);

/* This core runs: it takes turns from now on. */
void chip_list(struct core *core);

#endif
