/* SPDX-License-Identifier: Apache-2.0 */
/* A tile: L1, cores, two NIUs, registers. */
#ifndef EMU_TENSIX_TILE_H
#define EMU_TENSIX_TILE_H

#include "arch/tensix/host.h"
#include "emu/tensix/chip.h"
#include "emu/tensix/core.h"
#include "emu/tensix/network.h"
#include "emu/tensix/niu.h"

enum {
	STREAMS = 64,
	INTERRUPTS = 32,
	CONFIG_WORDS = 256,
	RESET_B = 0x800,
	RESET_NC = 0x40000,
	RESET_ALL = 0x47800,
};

/* Blackhole's interrupt controller. */
struct pic {
	uint32_t enabled[CORES], taken[CORES];
	uint32_t raised; /* software interrupts, a bit each */
	uint32_t pc[INTERRUPTS];
};

struct tile {
	uint32_t index, chip, x, y;  /* translated coordinates */
	uint32_t router_x, router_y; /* as NoC 0 counts */
	bool loaded;                 /* takes part */
	bool changed_code;
	bool dead;                 /* EVENT_STOP */
	struct ethernet *ethernet; /* this is an Ethernet tile */
	uint32_t l1_bytes;
	uint8_t *l1;
	uint8_t *written; /* a byte a word of code, once one was written */
	struct core cores[CORES];
	struct niu nius[NIUS];
	struct flights flights; /* packets on their way to this tile */
	struct pic pic;
	uint32_t reset; /* SOFT_RESET_0 */
	uint32_t nc_pc, nc_override;
	uint32_t config[CONFIG_WORDS]; /* Wormhole's, those of reset vectors */
	uint32_t streams[STREAMS];
	uint64_t clock_offset; /* of the wall clock */
	uint32_t clock_high;   /* latched */
	uint32_t console_taken, verdict;
	bool host_due;
	uint64_t moved; /* bytes of the requests of its cores */
};

/*
 * L1 as the network has it: bytes now, own stores that have landed included; a write is seen
 * by the host, by cores that poll, and remembered if it is code.
 */
void tile_read(struct tile *tile, uint32_t address, void *to, uint32_t bytes);
void tile_write(struct tile *tile, uint32_t address, const void *from,
		uint32_t bytes);

/* What the cores have stored so far has landed, up to this clock. */
void tile_settle(struct tile *tile, uint64_t clock);

/* What a tile tells its host stands there. */
static inline bool tile_is_host_block(uint32_t address, uint32_t bytes)
{
	return address < TENSIX_HOST + sizeof(struct tensix_host) &&
	       address + bytes > TENSIX_HOST;
}

/* For stores that land: without looking for others of them. */
void tile_land(struct tile *tile, uint32_t address, const void *from,
	       uint32_t bytes);

/* These bytes change; if they are code, who runs it is told. */
void tile_remember(struct tile *tile, uint32_t address, uint32_t bytes);

/* SOFT_RESET_0 becomes that. */
void tile_reset(struct tile *tile, uint32_t value);

/* Something that a core may poll has changed, without a write to L1. */
void tile_stir(struct tile *tile);

#endif
