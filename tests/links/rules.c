/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each rule of the link layer by itself, with losses that the test chooses; and what the
 * thesis prints otherwise than it means (sections 5.2 and 5.2.2).
 */
#include "tests/links/picky.h"

/* Chip 1 reads what chip 0 has sent, as it comes; how many. */
static uint32_t reads(uint32_t count, bool until_again)
{
	uint32_t came = 0;

	link_want(&chip[1], 0, true);
	for (int n = 0; n < 10000 && came < count && !(until_again && again);
	     n++) {
		while (chip[1].peer[0].ready && chips_take(1, 0, came)) {
			came++;
		}
		chips_step();
	}
	return came;
}

static void holes(void)
{
	begin(2, 50, 1 << 2 | 1 << 3 | 1 << 7 | 1 << 8);
	send(10);
	ok(reads(10, false) == 10, "with 2, 3, 7, 8 of 0..9 lost all ten come");
	ok(again == (1 << 2 | 1 << 3 | 1 << 7 | 1 << 8) &&
		   chip[0].counts.resent == 4,
	   "these four are resent");
}

static struct link_frame *(*real_next)(struct link_device *);

/* The baseline's receiver: what does not come in sequence is as good as lost. */
static struct link_frame *next_in_sequence(struct link_device *device)
{
	struct link_frame *frame;

	while ((frame = real_next(device))) {
		if (frame->header.kind != LINK_DATA ||
		    frame->header.seq == chip[1].peer[0].in + 1) {
			break;
		}
		device->give(device, frame);
	}
	return frame;
}

/* Go-back-n: the receiver holds nothing, and the sender resends all from the first loss on. */
static void back(void)
{
	begin(2, 50, 1 << 2 | 1 << 3 | 1 << 7 | 1 << 8);
	real_next = side[1].device.next;
	side[1].device.next = next_in_sequence;
	send(10);
	chips_settle(300);
	ok(takes(1, 0, 0, 2) && !chip[1].peer[0].ready,
	   "go-back-n takes nothing behind a loss");
	chip[1].peer[0].owes |= LINK_OWES_ACK;
	link_live(&chip[1], 0);
	chips_settle(300);
	link_fill(&chip[0], &chip[0].peer[1], 11);
	chips_settle(300);
	ok(takes(1, 0, 2, 10) && again == 0x3fc && chip[0].counts.resent == 8,
	   ".. and resends eight where ours resends four");
}

static void tail(void)
{
	begin(2, 50, 0x3fc);
	send(10);
	reads(10, true);
	chips_step();
	ok(again == (1 << 2 | 1 << 9),
	   "2..9 lost: 2 and 9 are resent first, not 3 and 9");
	for (int n = 0; n < 5000; n++) {
		chips_step();
	}
	ok(takes(1, 0, 2, 10), "then the rest");
	printf("# resent %u, twice %u\n", chip[0].counts.resent,
	       chip[1].counts.twice);
	ok(chip[0].counts.resent == 8, "each once");
}

/* The printed loop does not go on behind a packet that is queued for transmission. */
static void queued(void)
{
	begin(2, 100, 0);
	for (uint32_t n = 0; n < 40; n++) {
		chips_send(0, 1, n, 0);
	}
	for (int n = 0; n < 3; n++) {
		link_round(&chip[0], wire.now);
	}
	ok(!link_fill(&chip[0], &chip[0].peer[1], 41) ||
		   chip[0].counts.resent < 40,
	   "a gap whose packets are still queued: the walk ends, those wait");
	link_fill(&chip[0], &chip[0].peer[1], 41);
	chips_settle(3000);
	ok(takes(1, 0, 0, 40) && chip[1].counts.twice <= 16, "and come once");
}

/* It prints Ack where Prod is meant: an unneeded prod is answered, an ACK never. */
static void answers(void)
{
	begin(2, 50, 0);
	link_want(&chip[1], 0, true);
	chips_settle(1);
	for (int n = 0; n < 3000; n++) {
		chips_step();
	}
	ok(kinds[LINK_PROD] > 1 && kinds[LINK_BACKOFF] > 1,
	   "a prod for nothing is answered");
	ok(kinds[LINK_PROD] <= 14 && kinds[LINK_BACKOFF] <= kinds[LINK_PROD],
	   ".. and they come less and less often");
	ok(kinds[LINK_ACK] == 0, "nobody acknowledges answers");
	ok(link_unanswered(&chip[1], 0) <= 1, "it has been heard");
	send(1);
	chips_settle(300);
	ok(takes(1, 0, 0, 1) && chip[1].peer[0].slowness == 0,
	   "data restore the full pace");
}

/* Where nothing is on its way, and nobody waits: who asks for a sign of life gets one. */
static void signs(void)
{
	begin(2, 50, 0);
	ok(!link_sign(&chip[0], 1), "nothing has been heard of that chip");
	chips_settle(1000);
	ok(kinds[LINK_PROD] == 1 && kinds[LINK_BACKOFF] == 1,
	   "it is asked once, and answers");
	ok(link_sign(&chip[0], 1) && link_unanswered(&chip[0], 1) == 0,
	   ".. which is heard");
	chips_settle(1000);
	ok(kinds[LINK_PROD] == 1, "who has been heard is not asked");
}

/* It asks whether the buffer's destination wants an acknowledgement, not its source. */
static void source(void)
{
	begin(3, 9, 0);
	for (uint32_t n = 0; n < 3; n++) {
		chips_send(2, 1, n, LINK_LAST);
	}
	chips_settle(600);
	ok(kinds[LINK_ACK] > 0 && last_to == 2 && chip[1].peer[2].kept == 0 &&
		   chip[2].peer[1].kept == 0,
	   "the acknowledgement goes to the packet's source");
}

/* It tests the new packet's attributes where the one that is resent is meant. */
static void paced(void)
{
	uint32_t began;

	chip_setup.gap = 50;
	begin(2, 50, 0x3ff);
	chip_setup.gap = 0;
	send(10);
	began = wire.now;
	for (int n = 0; n < 1000 && chip[0].counts.sent < 10; n++) {
		chips_step();
	}
	ok(wire.now - began >= 9 * 50, "pacing: a gap between data packets");
	link_want(&chip[1], 0, true);
	began = wire.now;
	for (int n = 0; n < 10000 && chip[1].peer[0].in < 10; n++) {
		chips_step();
	}
	ok(takes(1, 0, 0, 10) && wire.now - began >= 9 * 50,
	   ".. resent ones, too");
	ok(kinds[LINK_PROD] > 0, ".. but not prods, which are no data");
}

/* To have entered the next phase oneself acknowledges nothing. */
/* A stream of packets that are further apart than a round trip, and then its tail is lost. */
static void apart(void)
{
	uint32_t n = 0, came = 0, prods;

	begin(2, 100, UINT64_C(1) << 49);
	link_want(&chip[1], 0, true);
	while (n < 50) {
		uint32_t then = wire.now + 900;

		chips_send(0, 1, n++, 0);
		while ((int32_t)(wire.now - then) < 0) {
			chips_step();
		}
		while (chip[1].peer[0].ready && chips_take(1, 0, came)) {
			came++;
		}
	}
	prods = kinds[LINK_PROD];
	ok(came == 49 && prods < 25,
	   "packets that come seldom: not a prod for each of them");
	for (int i = 0; i < 1000 && came < 50; i++) {
		chips_step();
		came += chip[1].peer[0].ready && chips_take(1, 0, came);
	}
	ok(came == 50 && kinds[LINK_PROD] > prods,
	   "and one for the last, which is lost");
}

static void phases(void)
{
	uint32_t phase;

	begin(2, 50, 1 << 1);
	send(3);
	chips_settle(300);
	phase = link_phase(&chip[0]);
	ok(chip[0].peer[1].kept == 3, "a phase that ends frees nothing");
	ok(reads(3, false) == 3, "what was lost in it is still there");
	begin(2, 50, 0);
	send(3);
	phase = link_phase(&chip[0]);
	chips_send(0, 1, 3, 0);
	chips_settle(300);
	link_passed(&chip[0], phase);
	ok(chip[0].peer[1].kept == 1 && chip[0].counts.implied == 3 &&
		   !kinds[LINK_ACK],
	   "a phase that all have passed frees its packets, without a frame");
}

int main(void)
{
	holes();
	back();
	tail();
	queued();
	answers();
	signs();
	source();
	paced();
	apart();
	phases();
	return done_testing();
}
