/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wormhole's Ethernet tiles: memory, and queues that send packets to the tile at the other end
 * of a wire.  By the vendor's tt-isa-documentation, "EthernetTile/EthernetTxRx", and
 * "EthernetTile/BabyRISCV" for what the network reaches.
 *
 *   ethernet.c        the tile and its registers
 *   ethernet_raw.c    raw packets: bodies that the recipient appends to a ring in its memory
 *   ethernet_wire.c   the wire between two tiles, which may have faults
 *
 * The tile's own core is not modelled: it runs firmware, which has trained the link.  Only the
 * network reaches memory and queues.  Packets of the other mode, TT-link, are not modelled.
 */
#ifndef EMU_TENSIX_ETHERNET_H
#define EMU_TENSIX_ETHERNET_H

#include <stdbool.h>
#include <stdint.h>

enum {
	ETHERNET_L1 = 256 * 1024,
	ETHERNET_TILES = 16, /* of a chip */
	ETHERNET_PAGES =
		4, /* of registers: queues 0, 1 to send, then to receive */
	ETHERNET_WORDS = 0x64 / 4,
};

/* A queue's registers, by offset in its page. */
enum ethernet_register {
	TXQ_CTRL = 0x00,
	TXQ_CMD = 0x04,
	TXQ_MOST = 0x0c,
	TXQ_START = 0x14,
	TXQ_SIZE = 0x18,
	TXQ_DEST = 0x1c,
	TXQ_TRANSFERS = 0x30,
	TXQ_STARTED = 0x34,
	TXQ_ENDED = 0x3c,
	TXQ_WORDS = 0x40,
	TXQ_DATA = 0x44,

	RXQ_CTRL = 0x00,
	RXQ_PTR = 0x08,
	RXQ_START = 0x0c, /* in words of 16 bytes, as the next one */
	RXQ_SIZE = 0x10,
	RXQ_WORDS = 0x14,
	RXQ_PACKETS = 0x28,
	RXQ_DROPPED = 0x4c,
	RXQ_OUTSTANDING = 0x50, /* of 32 bytes */
};

enum ethernet_ctrl {
	TXQ_CTRL_KEEPALIVE = 1 << 0, /* TT-link */
	RXQ_CTRL_PACKET_MODE = 1 << 1,
	RXQ_CTRL_WRAP = 1 << 2,
	RXQ_CTRL_PRESSURE = 1 << 3,
};

struct core;
struct event;
struct tile;

struct ethernet {
	struct tile *peer;
	uint32_t set[ETHERNET_PAGES][ETHERNET_WORDS];
	uint64_t wire_free; /* when the last packet has left */
	uint64_t chance;    /* of the wire that leads away from here */
	bool bursting;
};

/* A packet on its way. */
struct packet {
	uint32_t queue, bytes;
	uint32_t at; /* in the ring where it lands */
	uint8_t data[];
};

/* Options: a wire "CHIP.TILE-CHIP.TILE", and "NAME=VALUE" of all wires. */
void ethernet_wire(const char *text);
void ethernet_option(const char *text);

/* How many tiles the wires have; make the one with that number. */
uint32_t ethernet_count(void);
void ethernet_create(struct tile *tile, uint32_t which);

bool ethernet_has(uint32_t address);
uint32_t ethernet_read(struct core *who, struct tile *tile, uint32_t address);
void ethernet_write(struct core *who, struct tile *tile, uint32_t address,
		    uint32_t value);
void ethernet_event(const struct event *event);

static inline uint32_t *ethernet_tx(struct ethernet *e, uint32_t queue,
				    enum ethernet_register at)
{
	return &e->set[queue][at / 4];
}

static inline uint32_t *ethernet_rx(struct ethernet *e, uint32_t queue,
				    enum ethernet_register at)
{
	return &e->set[2 + queue][at / 4];
}

/* A raw packet is asked for; its source has been read; it has come; it lands. */
void raw_command(struct core *who, struct tile *tile, uint32_t queue);
void raw_send(struct tile *tile, uint32_t queue);
void raw_come(struct tile *tile, struct packet *packet);
void raw_land(struct tile *tile, struct packet *packet);

/* When a packet of so many bytes has left, if it sets out now. */
uint64_t wire_leave(struct tile *tile, uint32_t bytes);

/* It has left: what arrives, and when.  The packet is the wire's from now on. */
void wire_carry(struct tile *tile, struct packet *packet);

#endif
