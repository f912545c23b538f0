// SPDX-License-Identifier: Apache-2.0
#include "emu/tensix/ethernet.h"

#include <stdlib.h>
#include <string.h>

#include "emu/tensix/event.h"
#include "emu/tensix/host.h"
#include "emu/tensix/report.h"
#include "emu/tensix/tile.h"

enum {
	FIRST = (int)0xffb90000,
	PAGE = 0x1000,
	WIRES = CHIPS_MOST * ETHERNET_TILES / 2,
	TILE_ROW =
		16, /* the translated y of the first eight; the others follow */
	IN_ROW = 8,
	ROUTER_ROW = 6, /* of NoC 0, for the others; 0 for the first eight */
};

/* Columns of tiles 0 to 7, and of 8 to 15, in chip.is->x. */
static const uint8_t columns[IN_ROW] = {7, 0, 6, 1, 5, 2, 4, 3};

static struct end {
	uint32_t chip, tile;
} ends[2 * WIRES];
static uint32_t count;

uint32_t ethernet_count(void)
{
	return count;
}

static struct end end_of(const char *text, char stop, const char **rest)
{
	const char *tile;
	struct end end;

	end.chip =
		(uint32_t)host_number_until(text, '.', &tile, CHIPS_MOST - 1);
	if (!tile) {
		die(STATUS_USAGE, "--wire takes CHIP.TILE-CHIP.TILE");
	}
	end.tile = (uint32_t)host_number_until(tile, stop, rest,
					       ETHERNET_TILES - 1);
	for (uint32_t i = 0; i < count; i++) {
		if (ends[i].chip == end.chip && ends[i].tile == end.tile) {
			die(STATUS_USAGE, "--wire: %u.%u has one already",
			    end.chip, end.tile);
		}
	}
	return end;
}

void ethernet_wire(const char *text)
{
	const char *other;

	if (count == 2 * WIRES) {
		die(STATUS_USAGE, "--wire: more wires than tiles");
	}
	ends[count] = end_of(text, '-', &other);
	count++;
	if (!other) {
		die(STATUS_USAGE, "--wire takes CHIP.TILE-CHIP.TILE");
	}
	ends[count] = end_of(other, 0, &other);
	count++;
}

/* Registers hold what firmware has left there, which nothing relies on. */
void ethernet_create(struct tile *tile, uint32_t which)
{
	const struct end *end = &ends[which];
	struct ethernet *e = host_alloc(sizeof(*e));
	uint32_t column = columns[end->tile % IN_ROW];
	bool upper = end->tile >= IN_ROW;

	if (end->chip >= chip.chips || !chip.is->has_ethernet) {
		die(STATUS_USAGE, "--wire: no Ethernet tile %u.%u is modelled",
		    end->chip, end->tile);
	}
	tile->ethernet = e;
	tile->router_x = chip.is->router_x[column];
	tile->router_y = upper ? ROUTER_ROW : 0;
	chip_place(tile, chip.count + which, end->chip, chip.is->x[column],
		   TILE_ROW + upper);
	e->peer = &chip.tiles[chip.count + (which ^ 1)];
	for (uint32_t queue = 0; queue < 2; queue++) {
		*ethernet_tx(e, queue, TXQ_CTRL) = TXQ_CTRL_KEEPALIVE;
		*ethernet_tx(e, queue, TXQ_MOST) = chip_random(UINT32_MAX);
		*ethernet_rx(e, queue, RXQ_CTRL) = RXQ_CTRL_PACKET_MODE;
		*ethernet_rx(e, queue, RXQ_PTR) = 16 * chip_random(1 << 10);
	}
}

bool ethernet_has(uint32_t address)
{
	return address - (uint32_t)FIRST < ETHERNET_PAGES * PAGE;
}

static bool is_of(uint32_t offset, const uint8_t *list, size_t n)
{
	return memchr(list, (int)offset, n) != NULL;
}

/* The register's word; dies where none is modelled. */
static uint32_t *find(struct core *who, struct tile *tile, uint32_t address,
		      bool writes)
{
	static const uint8_t tx[] = {TXQ_CTRL, TXQ_CMD,  TXQ_MOST, TXQ_START,
				     TXQ_SIZE, TXQ_DEST, TXQ_DATA};
	static const uint8_t tx_counts[] = {TXQ_TRANSFERS, TXQ_STARTED,
					    TXQ_ENDED, TXQ_WORDS};
	static const uint8_t rx[] = {RXQ_CTRL, RXQ_PTR, RXQ_START, RXQ_SIZE};
	static const uint8_t rx_counts[] = {RXQ_WORDS, RXQ_PACKETS, RXQ_DROPPED,
					    RXQ_OUTSTANDING};
	uint32_t page = (address - (uint32_t)FIRST) / PAGE;
	uint32_t offset = address % PAGE;
	bool is = page < 2 ? is_of(offset, tx, sizeof(tx))
			   : is_of(offset, rx, sizeof(rx));
	bool counts = page < 2 ? is_of(offset, tx_counts, sizeof(tx_counts))
			       : is_of(offset, rx_counts, sizeof(rx_counts));

	if (!is && (writes || !counts)) {
		core_die(who, "%s 0x%08x of an Ethernet tile: not modelled",
			 writes ? "store to" : "load from", address);
	}
	return &tile->ethernet->set[page][offset / 4];
}

uint32_t ethernet_read(struct core *who, struct tile *tile, uint32_t address)
{
	return *find(who, tile, address, false);
}

static void command(struct core *who, struct tile *tile, uint32_t queue,
		    uint32_t value)
{
	if (value == 1) {
		raw_command(who, tile, queue);
	} else if (value) {
		core_die(who,
			 "ETH_TXQ_CMD = %u: packets of TT-link are not "
			 "modelled",
			 value);
	}
}

void ethernet_write(struct core *who, struct tile *tile, uint32_t address,
		    uint32_t value)
{
	uint32_t *word = find(who, tile, address, true);
	uint32_t page = (address - (uint32_t)FIRST) / PAGE;

	if (page < 2 && *ethernet_tx(tile->ethernet, page, TXQ_CMD)) {
		core_die(who,
			 "store to 0x%08x of an Ethernet tile, whose queue has "
			 "not taken its last command, as ETH_TXQ_CMD would say",
			 address);
	}
	if (page < 2 && address % PAGE == TXQ_CMD) {
		command(who, tile, page, value);
	} else {
		*word = value;
	}
}

void ethernet_event(const struct event *event)
{
	switch ((enum event_kind)event->kind) {
	case EVENT_PACKET_SEND:
		raw_send(event->tile, event->value);
		break;
	case EVENT_PACKET_COME:
		raw_come(event->tile, event->packet);
		break;
	default:
		raw_land(event->tile, event->packet);
	}
}
