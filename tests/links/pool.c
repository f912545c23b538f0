/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pool of a link: what happens when it is full, and when nobody reads; and wrong calls.
 * What the thesis prints otherwise than it means is of section 3.2 here.
 */
#include "tests/links/picky.h"

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
	spray(0);
	spray(10);
	flush();
	unread();
	errors();
	return done_testing();
}
