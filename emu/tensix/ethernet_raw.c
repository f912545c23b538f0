// SPDX-License-Identifier: Apache-2.0
/*
 * Raw packets.  The recipient's pointer moves when a packet has come.  Its bytes land a while
 * later, which another register counts.
 */
#include <stdlib.h>

#include "emu/tensix/access.h"
#include "emu/tensix/ethernet.h"
#include "emu/tensix/event.h"
#include "emu/tensix/host.h"
#include "emu/tensix/tile.h"
#include "emu/tensix/timing.h"

enum {
	HEADER = 14, /* on the wire, in front of the body */
	BLOCK = 32,  /* of RXQ_OUTSTANDING */
};

static uint32_t words(uint32_t bytes)
{
	return (bytes + 15) / 16;
}

static uint32_t blocks(uint32_t bytes)
{
	return (bytes + BLOCK - 1) / BLOCK;
}

void raw_command(struct core *who, struct tile *tile, uint32_t queue)
{
	struct ethernet *e = tile->ethernet;
	uint32_t bytes = *ethernet_tx(e, queue, TXQ_SIZE);
	uint32_t start = *ethernet_tx(e, queue, TXQ_START);

	if (*ethernet_tx(e, queue, TXQ_CTRL) & TXQ_CTRL_KEEPALIVE) {
		core_die(who,
			 "a raw packet by a queue that is in TT-link mode");
	}
	if (!bytes || bytes > *ethernet_tx(e, queue, TXQ_MOST)) {
		core_die(who,
			 "a raw packet of %u bytes: packets that are split are "
			 "not modelled",
			 bytes);
	}
	if (start > tile->l1_bytes || bytes > tile->l1_bytes - start) {
		core_die(who,
			 "a raw packet of %u bytes at 0x%05x: not in the "
			 "Ethernet tile's L1",
			 bytes, start);
	}
	*ethernet_tx(e, queue, TXQ_CMD) = 1;
	++*ethernet_tx(e, queue, TXQ_STARTED);
	event_add(&(struct event){
		.kind = EVENT_PACKET_SEND,
		.time = wire_leave(tile, HEADER + bytes),
		.tile = tile,
		.value = queue,
	});
}

/* The source is read until the packet has left: what changes before then changes the packet. */
void raw_send(struct tile *tile, uint32_t queue)
{
	struct ethernet *e = tile->ethernet;
	uint32_t bytes = *ethernet_tx(e, queue, TXQ_SIZE);
	struct packet *packet = host_alloc(sizeof(*packet) + bytes);

	packet->queue = queue;
	packet->bytes = bytes;
	tile_read(tile, *ethernet_tx(e, queue, TXQ_START), packet->data, bytes);
	*ethernet_tx(e, queue, TXQ_CMD) = 0;
	++*ethernet_tx(e, queue, TXQ_TRANSFERS);
	++*ethernet_tx(e, queue, TXQ_ENDED);
	*ethernet_tx(e, queue, TXQ_WORDS) += words(HEADER + bytes);
	wire_carry(tile, packet);
}

/* Where the ring ends the packet does, or goes on at its beginning. */
static bool take(struct ethernet *e, struct packet *packet)
{
	uint32_t queue = packet->queue, *at = ethernet_rx(e, queue, RXQ_PTR);
	uint32_t ctrl = *ethernet_rx(e, queue, RXQ_CTRL);
	uint32_t size = *ethernet_rx(e, queue, RXQ_SIZE) * 16;
	bool wraps = ctrl & RXQ_CTRL_WRAP, whole = true;

	if (ctrl & RXQ_CTRL_PACKET_MODE || *at > size || !size) {
		return false;
	}
	if (!wraps && packet->bytes > size - *at) {
		packet->bytes = size - *at;
		whole = false;
	}
	packet->at = *at;
	*at += packet->bytes;
	while (wraps && *at >= size) {
		*at -= size;
	}
	return whole;
}

void raw_come(struct tile *tile, struct packet *packet)
{
	struct ethernet *e = tile->ethernet;
	uint32_t queue = packet->queue;

	++*ethernet_rx(e, queue, RXQ_PACKETS);
	*ethernet_rx(e, queue, RXQ_WORDS) += words(HEADER + packet->bytes);
	packet->at = UINT32_MAX;
	if (!take(e, packet)) {
		++*ethernet_rx(e, queue, RXQ_DROPPED);
	}
	if (packet->at == UINT32_MAX) {
		free(packet);
		return;
	}
	*ethernet_rx(e, queue, RXQ_OUTSTANDING) += blocks(packet->bytes);
	event_add(&(struct event){
		.kind = EVENT_PACKET_LAND,
		.time = chip.now + T_PACKET_LANDS + chip_jitter(),
		.tile = tile,
		.packet = packet,
	});
}

/* Nothing is written outside the tile's memory, wherever the ring was said to be. */
void raw_land(struct tile *tile, struct packet *packet)
{
	struct ethernet *e = tile->ethernet;
	uint32_t queue = packet->queue, at = packet->at;
	uint32_t start = *ethernet_rx(e, queue, RXQ_START) * 16;
	uint32_t size = *ethernet_rx(e, queue, RXQ_SIZE) * 16;

	for (uint32_t i = 0; i < packet->bytes; i++, at++) {
		at = at >= size ? 0 : at;
		if (start + at < tile->l1_bytes) {
			tile_write(tile, start + at, &packet->data[i], 1);
		}
	}
	*ethernet_rx(e, queue, RXQ_OUTSTANDING) -= blocks(packet->bytes);
	free(packet);
}
