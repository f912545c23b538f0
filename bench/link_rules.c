/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1 */
/*
 * What a link sends again if 2, 3, 7 and 8 of ten packets are lost (S. Donaldson, thesis,
 * Oxford 1999, section 5.2), on a wire in memory (links/wire.h) between two chips.
 * tests/links/rules.c has go-back-n beside it, which sends eight.
 */
#include <stdlib.h>

#include "links/link.h"
#include "links/wire.h"

#include <weft/weft.h>

#include "common.h"

enum {
	CHIPS = 2,
	PACKETS = 10,
	LOST = 1 << 2 | 1 << 3 | 1 << 7 | 1 << 8,
	FRAME = 64,
	BUFFERS = 50,
	RING = 32,
	COPIES = 65536,
	STEPS = 100000,
	AGAIN = 210, /* ticks of a round trip */
};

static struct wire wire;
static struct wire_side side[CHIPS];
static struct links chip[CHIPS];
static bool (*real_send)(struct link_device *device, uint32_t to,
			 struct link_frame *frame);
static uint32_t gone;

/* The first time, those packets are lost. */
static bool send(struct link_device *device, uint32_t to,
		 struct link_frame *frame)
{
	uint32_t bit = UINT32_C(1) << ((frame->header.seq - 1) & 31);
	bool loses = frame->header.seq && LOST & bit & ~gone, taken;

	wire.faults.loss = loses ? UINT32_MAX : 0;
	taken = real_send(device, to, frame);
	wire.faults.loss = 0;
	if (taken) {
		((struct wire_side *)(void *)device)->bursting = 0;
		gone |= loses ? bit : 0;
	}
	return taken;
}

static void open_chips(void)
{
	size_t bytes = link_memory(CHIPS, BUFFERS + RING, FRAME);

	wire_open(&wire, side, CHIPS, FRAME, 1, malloc(COPIES), COPIES);
	wire.speed.latency = 100;
	wire.speed.frame_ticks = 4;
	gone = 0;
	for (uint32_t i = 0; i < CHIPS; i++) {
		struct link_setup setup = {.device = &side[i].device,
					   .me = i,
					   .chips = CHIPS,
					   .memory = malloc(bytes),
					   .bytes = bytes,
					   .ring = RING,
					   .round_trip = AGAIN};

		if (link_open(&chip[i], &setup)) {
			weft_panic("no link");
		}
	}
	real_send = side[0].device.send;
	side[0].device.send = send;
}

/* Chip 1 reads packets as they come; how many. */
static uint32_t read_all(void)
{
	uint32_t came = 0, bytes;

	link_want(&chip[1], 0, true);
	for (uint32_t step = 0; step < STEPS && came < PACKETS; step++) {
		const uint32_t *packet = link_next(&chip[1], 0, &bytes);

		if (packet) {
			if (*packet != came++) {
				weft_panic("a packet out of order");
			}
			link_release(&chip[1], 0);
		}
		for (uint32_t i = 0; i < CHIPS; i++) {
			link_round(&chip[i], wire.now);
		}
		wire.now++;
	}
	return came;
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	open_chips();
	for (uint32_t n = 0; n < PACKETS; n++) {
		link_send(&chip[0], 1, &n, sizeof(n), 0);
	}
	if (read_all() != PACKETS) {
		weft_panic("a packet is lost");
	}
	bench_row("link", "resends", "ops", chip[0].counts.resent * 1000ull,
		  "op=holes,lost=4");
	return 0;
}
