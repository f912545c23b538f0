/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1 o=software=free */
/*
 * What a link resends, by filling holes as links/link.h does, and by go-back-n: two chips on
 * a wire in memory (links/wire.h), played by one core.  A tick is the wire's.
 *
 *  resent  lost=2+3+7+8: of ten packets those four are lost once.  by=go_back_n: the receiver
 *          holds nothing, and the sender begins anew at the first loss
 *  resent  loss=..: of a stream one way, per cent of its packets; losses come in bursts
 *          of four on average
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
static bool back; /* go-back-n */
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

static void open(uint32_t seed)
{
	static uint64_t memory[2][MEMORY / 8], copies[COPIES / 8];

	wire_open(&wire, sides, 2, MOST, seed, copies, COPIES);
	wire.speed = (struct wire_speed){.latency = 20, .frame_ticks = 1};
	real_send = sides[0].device.send;
	real_next = sides[0].device.next;
	sides[0].device.send = send;
	if (back) {
		sides[0].device.next = next_and_back;
		sides[1].device.next = next_in_sequence;
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

static void holes(const char *by)
{
	open(1);
	lose = 1 << 2 | 1 << 3 | 1 << 7 | 1 << 8;
	bench_row("link", "resent", "packets", stream(10) * 1000ull,
		  "lost=2+3+7+8,of=10,by=%s", by);
	lose = 0;
}

static void losses(const char *by)
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
			  (unsigned)STREAM, by);
	}
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	holes("holes");
	losses("holes");
	back = true;
	holes("go_back_n");
	losses("go_back_n");
	return 0;
}
