/* SPDX-License-Identifier: Apache-2.0 */
/* Registers by tt-isa-documentation, "EthernetTile/EthernetTxRx". */
#include <board.h>

#include "arch/tensix/chips/ethernet.h"

#include "arch/common/far/far_links.h"
#include "arch/fence.h"
#include "arch/tensix/niu.h"

enum {
	TXQ = 0xffb91000,
	TXQ_CTRL = TXQ + 0x00,
	TXQ_CMD = TXQ + 0x04,
	TXQ_MOST = TXQ + 0x0c,
	TXQ_START = TXQ + 0x14,
	TXQ_SIZE = TXQ + 0x18,
	TXQ_RAW = 1, /* the command */

	RXQ = 0xffb93000,
	RXQ_CTRL = RXQ + 0x00,
	RXQ_PTR = RXQ + 0x08, /* where the next body will be */
	RXQ_START = RXQ + 0x0c,
	RXQ_SIZE = RXQ + 0x10,
	RXQ_OUTSTANDING = RXQ + 0x50, /* of 32 bytes: not in memory yet */
	RXQ_WRAP = 1 << 2,

	/* In the Ethernet tile's memory what the vendor leaves to customers. */
	SEND_AT = 0x18000,
	RING_AT = 0x1c000,
	SLOT = 1088,
	SENDS = 2,
	RING = 128 * SLOT,

	PREFIX = 8, /* in front of a frame, in its headroom */
	MOST = SLOT - PREFIX,
	MARK = 0x77656674,
	ID = NIU_MANY, /* of the requests: no multicasts here */
};

/* A request's two ends have the same low four bits; a frame's prefix begins a unit. */
static uint32_t words[4] __attribute__((aligned(16)));

static uint32_t read_register(uint32_t tile, uint32_t at)
{
	volatile uint32_t *word = &words[at >> 2 & 3];

	niu_read((uint32_t)(uintptr_t)word, tile, at, sizeof(*word));
	return *word;
}

static void landed(void)
{
	while (niu_waits(ID)) {
	}
}

/* Registers of one device are written in their order. */
static void set_register(uint32_t tile, uint32_t at, uint32_t value)
{
	niu_write_word(tile, at, value, ID);
}

static uint32_t *prefix(struct link_frame *frame)
{
	return (uint32_t *)(void *)&frame->header - 2;
}

static uint32_t address(const uint32_t *word)
{
	return (uint32_t)(uintptr_t)word;
}

/* Two slots: the last packet but one has left when the queue takes a command. */
static bool ethernet_send(struct link_device *device, uint32_t to,
			  struct link_frame *frame)
{
	struct ethernet *net = (struct ethernet *)(void *)device;
	struct ethernet_port *port = &net->port[to];
	uint32_t *from = prefix(frame);

	if (!port->tile || read_register(port->tile, TXQ_CMD)) {
		return false;
	}
	from[0] = MARK;
	from[1] = frame->bytes;
	FENCE(ethernet_send, tensix_drain());
	niu_write(port->tile, SEND_AT + port->slot, address(from),
		  PREFIX + frame->bytes, ID);
	set_register(port->tile, TXQ_START, SEND_AT + port->slot);
	FENCE(ethernet_command, landed());
	set_register(port->tile, TXQ_CMD, TXQ_RAW);
	landed();
	port->slot = port->slot == 0 ? SLOT : 0;
	frame->of_device = net->sent;
	net->sent = frame;
	return true;
}

static struct link_frame *ethernet_done(struct link_device *device)
{
	struct ethernet *net = (struct ethernet *)(void *)device;
	struct link_frame *frame = net->sent;

	net->sent = frame ? frame->of_device : NULL;
	return frame;
}

/* The pointer comes first: what was outstanding then still is, or has landed. */
static bool port_look(struct ethernet_port *port)
{
	uint32_t end, come, left;

	if (!port->tile) {
		return false;
	}
	end = read_register(port->tile, RXQ_PTR);
	if (end == port->taken) {
		return false;
	}
	left = read_register(port->tile, RXQ_OUTSTANDING) << 5;
	come = end - port->taken + (end < port->taken ? RING : 0);
	come = left < come ? come - left : 0;
	for (; come >= SLOT; come -= SLOT) {
		port->ready += SLOT;
		port->ready = port->ready == RING ? 0 : port->ready;
	}
	return port->ready != port->taken;
}

/* Takes a frame from the ring; false: it was none. */
static bool port_take(struct ethernet_port *port, struct link_frame *frame)
{
	uint32_t *to = prefix(frame);

	FENCE(ethernet_next, tensix_drain());
	niu_read(address(to), port->tile, RING_AT + port->taken, SLOT);
	port->taken += SLOT;
	port->taken = port->taken == RING ? 0 : port->taken;
	frame->bytes = to[1];
	return to[0] == MARK && to[1] >= sizeof(struct link_header) &&
	       to[1] <= MOST;
}

static struct ethernet_port *next_port(struct ethernet *net)
{
	for (uint32_t i = 0; i < ETHERNET_CHIPS; i++) {
		struct ethernet_port *port = &net->port[net->turn];

		net->turn = (net->turn + 1) & (ETHERNET_CHIPS - 1);
		if (port->ready != port->taken || port_look(port)) {
			return port;
		}
	}
	return NULL;
}

static struct link_frame *ethernet_next(struct link_device *device)
{
	struct ethernet *net = (struct ethernet *)(void *)device;
	struct link_frame *frame = net->given;
	struct ethernet_port *port;

	while (frame && (port = next_port(net))) {
		if (port_take(port, frame)) {
			net->given = frame->of_device;
			return frame;
		}
	}
	return NULL;
}

static void ethernet_give(struct link_device *device, struct link_frame *frame)
{
	struct ethernet *net = (struct ethernet *)(void *)device;

	if (address(prefix(frame)) & 15) {
		far_links_fault("a frame that no request can reach");
	}
	frame->of_device = net->given;
	net->given = frame;
}

bool ethernet_has(struct ethernet *net)
{
	for (uint32_t i = 0; i < ETHERNET_CHIPS; i++) {
		struct ethernet_port *port = &net->port[i];

		if (port->ready != port->taken || port_look(port)) {
			return true;
		}
	}
	return false;
}

/* The ring is there before anything is put into it. */
static bool port_open(struct ethernet_port *port)
{
	uint32_t tile = port->tile;

	set_register(tile, TXQ_CTRL, 0);
	set_register(tile, TXQ_MOST, SLOT);
	set_register(tile, TXQ_SIZE, SLOT);
	set_register(tile, RXQ_START, RING_AT >> 4);
	set_register(tile, RXQ_SIZE, RING >> 4);
	set_register(tile, RXQ_PTR, 0);
	set_register(tile, RXQ_CTRL, RXQ_WRAP);
	landed();
	return read_register(tile, RXQ_SIZE) == RING >> 4;
}

bool ethernet_open(struct ethernet *net, const uint32_t *tiles, uint32_t chips)
{
	net->device = (struct link_device){
		.send = ethernet_send,
		.done = ethernet_done,
		.next = ethernet_next,
		.give = ethernet_give,
		.most = MOST,
	};
	for (uint32_t chip = 0; chip < chips; chip++) {
		net->port[chip].tile = tiles[chip];
		if (tiles[chip] && !port_open(&net->port[chip])) {
			return false;
		}
	}
	return true;
}
