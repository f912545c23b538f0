/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1 o=software=free */
/*
 * What links/link.h does without: acknowledgements that a timer makes, and buffers that belong
 * to pairs.  Eight chips, of which one sends a stream to another.
 *
 *  explicit_acks  frames that only acknowledge, per cent of the data.  by=demand: ours;
 *                 by=delayed: one for two packets, or after 200 ms, as TCP does.  Packets are
 *                 gap_ms apart: slots of 1500 us of two chips, of eight, and a slow program
 *  prods          frames that ask for the next packet, and acknowledge, too
 *  stream         until all has come, over a link with 3 ms of latency.  by=pool: ours, one
 *                 pool for all pairs; by=window: each pair has its part of it
 *
 * A tick is a tenth of a microsecond; a packet takes 115 us.  A pool has 400 buffers.
 */
#include "link_chips.h"

#include "common.h"

enum {
	P = 8,
	BUFFERS = 400,
	WINDOW = BUFFERS / 2 / (P - 1),
	FULL_TICKS = 1150,
	NEAR_TICKS = 170,
	FAR_TICKS = 30000,
	DELAY_TICKS = 2000000,
	PACED = 400, /* packets */
	STREAM = 4000,
};

static bool delayed, window;

/* On the receiver: an acknowledgement is owed, whatever the sender wants. */
static void delay(void)
{
	struct link_peer *peer = &chip[1].peer[0];

	if (peer->since_ack > 1 ||
	    (peer->since_ack > 0 && wire.now - peer->came_at >= DELAY_TICKS)) {
		peer->owes |= LINK_OWES_ACK;
		link_live(&chip[1], 0);
	}
}

static bool has_window(void)
{
	return !window || chip[0].peer[1].kept < WINDOW;
}

/* Ticks until so many packets have come; `apart` from each other. */
static uint32_t stream(uint32_t count, uint32_t latency, uint32_t apart)
{
	static uint8_t packet[LINK_CHIPS_FULL];
	uint32_t sent = 0, came = 0, due = 0;

	link_chips_open(P, BUFFERS, FULL_TICKS, latency);
	link_want(&chip[1], 0, !delayed); /* TCP's receiver asks for nothing */
	while (came < count) {
		bool more = link_chips_round();
		uint32_t at;

		while (sent < count && !link_before(wire.now, due) &&
		       has_window() &&
		       !link_send(&chip[0], 1, packet, sizeof(packet), 0)) {
			sent++;
			due += apart;
		}
		while (link_any(&chip[1]) != LINK_NONE) {
			link_release(&chip[1], 0);
			came++;
		}
		if (window && !has_window()) {
			link_flush(&chip[0], 1);
		}
		if (delayed) {
			delay();
		}
		at = link_chips_next(more);
		wire.now = sent < count && apart && link_before(wire.now, due) &&
					   link_before(due, at)
				   ? due
				   : at;
	}
	return wire.now;
}

static void acks(const char *by, const char *gap, uint32_t apart)
{
	stream(PACED, NEAR_TICKS, apart);
	bench_row("link", "explicit_acks", "%",
		  link_chips_counts().acks * UINT64_C(100000) / PACED,
		  "gap_ms=%s,by=%s", gap, by);
	bench_row("link", "prods", "%",
		  link_chips_counts().prods * UINT64_C(100000) / PACED,
		  "gap_ms=%s,by=%s", gap, by);
}

static void all_acks(const char *by)
{
	acks(by, "3", 30000);
	acks(by, "12", 120000);
	acks(by, "250", 2500000);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	all_acks("demand");
	delayed = true;
	all_acks("delayed");
	delayed = false;
	bench_row("link", "stream", "ms", stream(STREAM, FAR_TICKS, 0) / 10,
		  "latency_ms=3,of=%u,by=pool", (unsigned)STREAM);
	window = true;
	bench_row("link", "stream", "ms", stream(STREAM, FAR_TICKS, 0) / 10,
		  "latency_ms=3,of=%u,by=window", (unsigned)STREAM);
	return 0;
}
