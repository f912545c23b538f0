/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each rule of the link layer by itself, with losses that the test chooses; and what the
 * thesis prints otherwise than it means (sections 5.2, 5.2.2 and 3.2).
 */
#include "tests/links/chips.h"

#include <stdio.h>
#include <string.h>

static bool (*real_send)(struct link_device *, uint32_t, struct link_frame *);
static uint64_t lose;  /* first transmissions of packets 0 .. that are lost */
static uint64_t again; /* those that were resent */
static uint32_t kinds[5], last_to; /* frames by kind */

static bool picky_send(struct link_device *device, uint32_t to,
		       struct link_frame *frame)
{
	const struct link_header *header = &frame->header;
	uint64_t bit = UINT64_C(1) << ((header->seq - 1) & 63);
	bool first = header->kind == LINK_DATA && !(header->flags & LINK_AGAIN);
	bool gone = first && lose & bit;
	bool taken;

	wire.faults.loss = gone ? UINT32_MAX : 0;
	taken = real_send(device, to, frame);
	wire.faults.loss = 0;
	if (taken) {
		((struct wire_side *)(void *)device)->bursting = 0;
		again |= header->kind == LINK_DATA && !first ? bit : 0;
		kinds[header->kind]++;
		last_to = to;
	}
	return taken;
}

static void begin(uint32_t chips, uint32_t buffers, uint64_t loses)
{
	chips_open(chips, buffers, 1);
	real_send = side[0].device.send;
	for (uint32_t i = 0; i < chips; i++) {
		side[i].device.send = picky_send;
	}
	lose = loses;
	again = 0;
	memset(kinds, 0, sizeof(kinds));
}

static bool takes(uint32_t at, uint32_t from, uint32_t first, uint32_t end)
{
	for (; first < end; first++) {
		if (!chips_take(at, from, first)) {
			return false;
		}
	}
	return true;
}

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

static void send(uint32_t count)
{
	for (uint32_t n = 0; n < count; n++) {
		chips_send(0, 1, n, 0);
	}
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

/*
 * Its stress loop goes round for ever when all peers refuse.  One of `one_in` frames begins a
 * burst of losses; 0: nothing is lost.
 */
static void spray(uint32_t one_in)
{
	uint32_t sent = 0, came = 0, resent;
	char what[80];

	begin(2, 100, 0);
	side[0].device.send = side[1].device.send = real_send;
	wire.faults.loss = one_in ? WIRE_IN(one_in) : 0;
	wire.faults.more = one_in ? UINT32_MAX / 2 : 0;
	for (int n = 0; n < 20000; n++) {
		while (sent < 2048 && !chips_send(0, 1, sent, 0)) {
			sent++;
		}
		chips_step();
	}
	snprintf(what, sizeof(what),
		 "2048 packets that nobody reads, %s: there is no room",
		 one_in ? "and many are lost" : "and none is lost");
	ok(sent >= 100 && sent <= 150 && chip[0].counts.refused > 0, what);
	resent = chip[0].counts.resent;
	ok(resent < 400 && (resent > 0 || !one_in),
	   ".. and the sender does not flood the wire");
	ok(!one_in || wire.lost > 0, ".. as said");
	link_want(&chip[1], 0, true);
	for (int n = 0; n < 200000 && came < 2048; n++) {
		while (sent < 2048 && !chips_send(0, 1, sent, 0)) {
			sent++;
		}
		while (chip[1].peer[0].ready && chips_take(1, 0, came)) {
			came++;
		}
		chips_step();
	}
	ok(came == 2048, ".. and all come when somebody does");
}

static void flush(void)
{
	begin(2, 50, 0x1f);
	send(5);
	chips_settle(200);
	for (int n = 0; n < 10000 && !link_flush(&chip[0], 1); n++) {
		chips_step();
	}
	ok(link_flush(&chip[0], 1) && takes(1, 0, 0, 5),
	   "a flush recovers what the receiver does not wait for");
}

static void unread(void)
{
	uint32_t sent = 0;

	begin(3, 4, 0);
	for (int n = 0; n < 2000; n++) {
		chips_send(0, 1, sent, 0) ? (void)0 : (void)sent++;
		chips_step();
	}
	chips_send(2, 1, 0, 0);
	link_want(&chip[1], 2, true);
	chips_settle(3000);
	ok(takes(1, 2, 0, 1),
	   "one chip's unread packets do not keep another's out");
}

static void errors(void)
{
	struct link_setup setup = {0};
	uint8_t data[CHIPS_FRAME] = {0};

	begin(2, 2, 0);
	ok(link_send(&chip[0], 0, data, 1, 0) == WEFT_ERR_RANK &&
		   link_send(&chip[0], 2, data, 1, 0) == WEFT_ERR_RANK,
	   "no such chip, or this one");
	ok(link_send(&chip[0], 1, data, link_most(&chip[0]) + 1, 0) ==
		   WEFT_ERR_SIZE,
	   "too long");
	ok(link_send(&chip[0], 1, data, 0, 0) == WEFT_OK,
	   "nothing is a packet, too");
	ok(link_send(&chip[0], 1, data, 1, 0) == WEFT_ERR_SPACE, "no buffer");
	ok(link_open(&chip[2], &setup) == WEFT_ERR_NULL, "no device");
	setup.device = &side[0].device;
	setup.memory = data;
	ok(link_open(&chip[2], &setup) == WEFT_ERR_RANK, "no chips");
	setup.chips = 2;
	ok(link_open(&chip[2], &setup) == WEFT_ERR_SPACE, "no memory");
}

int main(void)
{
	holes();
	back();
	tail();
	queued();
	answers();
	source();
	paced();
	phases();
	spray(0);
	spray(10);
	flush();
	unread();
	errors();
	return done_testing();
}
