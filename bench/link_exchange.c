/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1 o=software=free */
/*
 * A total exchange of eight chips through a switch, with destinations in two orders: latin,
 * in which each chip has one sender in each round; and naive, in which all send to chip 0,
 * then to chip 1, and so on.  A chip reads what has come when it may not send, and at the end.
 *
 *  exchange  until all chips have everything
 *  resent    of the packets, in per cent
 *
 * A tick is a tenth of a microsecond; a packet has 1400 bytes and takes 115 us at 100 Mb/s.  A
 * pool has 400 buffers.  port=deep: the switch keeps 2700 packets for each chip; shallow: 64.
 */
#include "link_chips.h"

#include "common.h"

enum {
	P = 8,
	BUFFERS = 400,
	FULL_TICKS = 1150,
	SWITCH_TICKS = 170,
	DEEP = 2700,
	SHALLOW = 64,
	TOO_LONG = 2000000000,
};

static uint32_t sent[P], came[P], count;
static bool latin;

/* The chip that its next packet goes to. */
static uint32_t target(uint32_t me)
{
	uint32_t nth = sent[me] / count;

	return latin ? (me + 1 + nth) % P : nth + (nth >= me);
}

static void read_all(uint32_t me)
{
	uint32_t from;

	while ((from = link_any(&chip[me])) != LINK_NONE) {
		link_release(&chip[me], from);
		came[me]++;
	}
}

static bool ended(uint32_t me)
{
	return sent[me] == (P - 1) * count && came[me] == (P - 1) * count;
}

static void play(uint32_t me)
{
	static uint8_t packet[LINK_CHIPS_FULL];

	while (sent[me] < (P - 1) * count) {
		if (link_send(&chip[me], target(me), packet, sizeof(packet),
			      (sent[me] + 1) % count ? 0 : LINK_LAST)) {
			read_all(me);
			return;
		}
		sent[me]++;
	}
	read_all(me);
	for (uint32_t i = 0; i < P; i++) {
		link_want(&chip[me], i, i != me && !ended(me));
	}
}

static void exchange(const char *port, uint32_t depth, uint32_t words,
		     const char *order)
{
	bool all = false;

	count = (words * 4 + 1399) / 1400;
	latin = order[0] == 'l';
	memset(sent, 0, sizeof(sent));
	memset(came, 0, sizeof(came));
	link_chips_open(P, BUFFERS, FULL_TICKS, SWITCH_TICKS);
	wire.speed.port_ticks = depth * FULL_TICKS;
	while (!all && wire.now < TOO_LONG) {
		bool more = link_chips_round();

		all = true;
		for (uint32_t i = 0; i < P; i++) {
			play(i);
			all &= ended(i);
		}
		wire.now = all ? wire.now : link_chips_next(more);
	}
	bench_row("link", "exchange", "ms", wire.now / 10,
		  "order=%s,words=%u,port=%s", order, (unsigned)words, port);
	bench_row("link", "resent", "%",
		  link_chips_counts().resent * UINT64_C(100000) /
			  (P * (P - 1) * count),
		  "order=%s,words=%u,port=%s", order, (unsigned)words, port);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	for (uint32_t words = 16384; words <= 32768; words <<= 1) {
		exchange("deep", DEEP, words, "latin");
		exchange("deep", DEEP, words, "naive");
		exchange("shallow", SHALLOW, words, "latin");
		exchange("shallow", SHALLOW, words, "naive");
	}
	return 0;
}
