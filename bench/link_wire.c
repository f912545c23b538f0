/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1 o=software=free */
/*
 * What a link resends, by filling holes as links/link.h does, and by others: two chips on
 * a wire in memory (links/wire.h), played by one core.  A tick is the wire's.
 *
 *  by=go_back_n  the receiver holds nothing, and the sender begins anew at the first loss
 *  by=bitmap     the receiver tells of the 32 packets after the last one in sequence, and the
 *                sender resends all that lack (selective repeat); four bytes more a frame
 *
 *  resent  lost=2+3+7+8: of ten packets those four are lost once
 *  resent  loss=..: of a stream one way, per cent of its packets; losses come in bursts
 *          of four on average
 *  stream  until all of it has come
 */
#include <string.h>

#include <weft/weft.h>

#include "links/link_state.h"
#include "links/wire.h"

#include "common.h"

enum {
	MOST = 64,
	BUFFERS = 80,
	MEMORY = 16384,
	COPIES = 16384,
	STREAM = 4000,
	MANY_TICKS = 4000000,
};

static struct wire wire;
static struct wire_side sides[2];
static struct links chips[2];
static enum by { HOLES, GO_BACK_N, BITMAP } by;
static uint32_t lose;
static bool (*real_send)(struct link_device *, uint32_t, struct link_frame *);
static struct link_frame *(*real_next)(struct link_device *);

/* The first transmissions of some packets are lost. */
static bool send(struct link_device *device, uint32_t to,
		 struct link_frame *frame)
{
	const struct link_header *header = &frame->header;
	uint32_t usual = wire.faults.loss;
	bool taken;

	if (header->kind == LINK_DATA && !(header->flags & LINK_AGAIN) &&
	    header->seq <= 32 && lose >> (header->seq - 1) & 1) {
		wire.faults.loss = UINT32_MAX;
	}
	taken = real_send(device, to, frame);
	if (wire.faults.loss != usual) {
		wire.faults.loss = usual;
		sides[0].bursting = 0;
	}
	return taken;
}

/* Go-back-n's receiver: what is not the next is as lost, and it says what it has. */
static struct link_frame *next_in_sequence(struct link_device *device)
{
	struct link_peer *peer = &chips[1].peer[0];
	struct link_frame *frame;

	while ((frame = real_next(device)) && frame->header.kind == LINK_DATA &&
	       frame->header.seq != peer->in + 1) {
		peer->owes |= LINK_OWES_ACK;
		link_live(&chips[1], 0);
		device->give(device, frame);
	}
	return frame;
}

/* Its sender: an acknowledgement that is short of the last one has all after it go again. */
static struct link_frame *next_and_back(struct link_device *device)
{
	struct link_peer *peer = &chips[0].peer[1];
	struct link_frame *frame = real_next(device);

	if (frame && frame->header.kind != LINK_DATA && peer->first &&
	    frame->header.ack + 1 == peer->first->seq) {
		link_fill(&chips[0], peer, peer->out + 1);
	}
	return frame;
}

/* What is held, by number from the one that is lacking. */
static uint32_t held_by(const struct link_peer *peer)
{
	uint32_t map = 0;

	for (const struct link_frame *frame = peer->held; frame;
	     frame = frame->next) {
		uint32_t bit = frame->seq - peer->in - 1;

		map |= bit < 32 ? UINT32_C(1) << bit : 0;
	}
	return map;
}

/* Selective repeat's receiver: behind the header of each frame without data. */
static bool send_map(struct link_device *device, uint32_t to,
		     struct link_frame *frame)
{
	if (frame->header.kind != LINK_DATA) {
		uint32_t map = held_by(&chips[1].peer[0]);

		memcpy(frame->data, &map, sizeof(map));
		frame->bytes += sizeof(map);
	}
	return real_send(device, to, frame);
}

/* Its sender. */
static struct link_frame *next_and_fill(struct link_device *device)
{
	struct link_frame *frame = real_next(device), *lacks;
	struct link_peer *peer = &chips[0].peer[1];
	uint32_t map = 0, ack;

	if (!frame || frame->header.kind == LINK_DATA) {
		return frame;
	}
	memcpy(&map, frame->data, sizeof(map));
	ack = frame->header.ack;
	for (lacks = peer->first; lacks; lacks = lacks->next) {
		uint32_t bit = lacks->seq - ack - 1;

		if (bit < 31 && map >> bit > 1 && !(map >> bit & 1) &&
		    !(lacks->state & LINK_QUEUED) &&
		    (!(lacks->state & LINK_RESENT) ||
		     wire.now - lacks->sent_at > link_pace(&chips[0]))) {
			lacks->state |= LINK_RESENT;
			chips[0].counts.resent++;
			link_queue(&chips[0], lacks);
		}
	}
	return frame;
}

static void open(uint32_t seed)
{
	static uint64_t memory[2][MEMORY / 8], copies[COPIES / 8];

	wire_open(&wire, sides, 2, MOST, seed, copies, COPIES);
	wire.speed = (struct wire_speed){.latency = 20, .frame_ticks = 1};
	real_send = sides[0].device.send;
	real_next = sides[0].device.next;
	sides[0].device.send = send;
	if (by == GO_BACK_N) {
		sides[0].device.next = next_and_back;
		sides[1].device.next = next_in_sequence;
	} else if (by == BITMAP) {
		sides[0].device.next = next_and_fill;
		sides[1].device.send = send_map;
	}
	for (uint32_t i = 0; i < 2; i++) {
		struct link_setup setup = {
			.device = &sides[i].device,
			.me = i,
			.chips = 2,
			.memory = memory[i],
			.bytes = link_memory(2, BUFFERS, MOST),
			.ring = 16,
			.round_trip = 45,
		};

		if (setup.bytes > MEMORY || link_open(&chips[i], &setup)) {
			weft_panic("no room for the bench's chips");
		}
	}
	link_want(&chips[1], 0, true);
}

/* Packets that went again until all have come; 0 if they never do. */
static uint32_t stream(uint32_t count)
{
	uint32_t sent = 0, came = 0, bytes;

	for (uint32_t tick = 0; came < count && tick < MANY_TICKS; tick++) {
		while (sent < count &&
		       !link_send(&chips[0], 1, &sent, sizeof(sent), 0)) {
			sent++;
		}
		for (uint32_t i = 0; i < 2; i++) {
			link_round(&chips[i], wire.now);
		}
		while (link_next(&chips[1], 0, &bytes)) {
			link_release(&chips[1], 0);
			came++;
		}
		wire.now++;
	}
	return came == count ? chips[0].counts.resent : 0;
}

static void holes(const char *name)
{
	open(1);
	lose = 1 << 2 | 1 << 3 | 1 << 7 | 1 << 8;
	bench_row("link", "resent", "packets", stream(10) * 1000ull,
		  "lost=2+3+7+8,of=10,by=%s", name);
	lose = 0;
}

static void losses(const char *name)
{
	/* Bursts begin so often; a packet is lost four times as often. */
	static const struct {
		const char *percent;
		uint32_t begin;
	} rates[] = {{"0.1", 4000}, {"1", 400}, {"10", 40}};

	for (uint32_t i = 0; i < sizeof(rates) / sizeof(*rates); i++) {
		open(1);
		wire.faults.loss = WIRE_IN(rates[i].begin);
		wire.faults.more = UINT32_MAX / 4 * 3;
		bench_row("link", "resent", "%",
			  stream(STREAM) * 100000ull / STREAM,
			  "loss=%s,of=%u,by=%s", rates[i].percent,
			  (unsigned)STREAM, name);
		bench_row("link", "stream", "ticks", wire.now * UINT64_C(1000),
			  "loss=%s,of=%u,by=%s", rates[i].percent,
			  (unsigned)STREAM, name);
	}
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	for (by = HOLES; by <= BITMAP; by++) {
		static const char *const names[] = {"holes", "go_back_n",
						    "bitmap"};

		holes(names[by]);
		losses(names[by]);
	}
	return 0;
}
