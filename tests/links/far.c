/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records in packets (links/far/far_links.c) of chip 0, and a plain bundle at chip 1: answers
 * that find no room wait, in order, as many as there can be, and as often as that happens.
 */
#include "tests/links/chips.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "arch/common/far/far_links.h"
#include "arch/common/far/far_serve.h"
#include "links/bundle.h"

#include <far_port.h>

enum {
	LATES = FAR_CORES * (FAR_ANSWER / FAR_PIECE + 1),
	ROUNDS = 8,
	BUFFERS = 96,
	RING = 24,
	COPIES = 4096 * 128,
};

static struct bundle other;
static struct bundle_peer peers[2];
static jmp_buf faulty;
static bool may_fault;
static uint32_t said, heard, taken;

uint64_t far_links_clock(void)
{
	return wire.now;
}

uint64_t far_links_us(uint32_t us)
{
	return 10 * us;
}

_Noreturn void far_links_fault(const char *what)
{
	if (!may_fault) {
		ok(false, what);
		exit(1);
	}
	longjmp(faulty, 1);
}

/* Those of an answer are read when it goes. */
const void *far_answer_bytes(const struct far_record *answer)
{
	static uint8_t bytes[FAR_PIECE];

	memset(bytes, (int)(answer->value & 0xff), sizeof(bytes));
	return bytes;
}

/* The next record: every third one has no bytes. */
static bool say(bool must)
{
	struct far_record record = {.op = FAR_ANSWERED, .value = said};

	record.bytes = said % 3 == 0 ? 0 : said % FAR_PIECE;
	if (!far_links_add(1, &record, far_answer_bytes(&record), must)) {
		return false;
	}
	said++;
	return true;
}

/* What has come at chip 1 is what was said, in order; it is taken if there is anything. */
static bool hear(void)
{
	uint32_t bytes, at = 0;
	const uint8_t *data = bundle_next(&other, 0, &bytes);
	bool right = true;

	if (!data) {
		return true;
	}
	while (at < bytes) {
		const struct far_record *record = (const void *)(data + at);

		right &= record->value == heard++;
		at += (uint32_t)sizeof(*record);
		for (uint32_t i = 0; i < record->bytes; i++) {
			right &= data[at + i] == (record->value & 0xff);
		}
		at += far_room(record->bytes) - (uint32_t)sizeof(*record);
	}
	bundle_release(&other, 0);
	return right && at == bytes;
}

static void step(void)
{
	wire.now += 5;
	far_links_round();
	bundle_round(&other, wire.now);
}

static bool until_empty(void)
{
	bool right = true;
	uint64_t at;

	for (int i = 0; right && i < 20000; i++) {
		far_links_send();
		step();
		right = hear();
	}
	return right && heard == said && far_links_is_empty() &&
	       !far_links_due(&at);
}

static void open_both(void)
{
	struct link_device *device = &side[0].device;
	size_t bytes = link_memory(2, BUFFERS, FAR_FRAME);
	struct link_setup setup = {
		.device = &side[1].device,
		.me = 1,
		.chips = 2,
		.memory = malloc(bytes),
		.bytes = bytes,
		.ring = RING,
		.round_trip = 250,
	};

	wire_open(&wire, side, 2, FAR_FRAME, 1, malloc(COPIES), COPIES);
	wire.speed.latency = 100;
	wire.speed.frame_ticks = 4;
	ok(far_links_open(&device, 1, 0, 2), "streams of records are open");
	ok(link_open(&chip[1], &setup) == WEFT_OK, "and those of chip 1");
	bundle_open(&other, &chip[1], 1, peers);
	bundle_want(&other, 0, true);
	ok(far_links_is_empty(), "nothing has been said");
}

/* Chip 1 takes nothing, until the pool is full. */
static void fill(void)
{
	while (say(false)) {
	}
}

static bool full_once(uint32_t late)
{
	bool right;

	fill();
	right = !far_links_is_empty();
	for (uint32_t i = 0; i < late; i++) {
		right &= say(true);
		right &= !say(false); /* nothing overtakes those that wait */
	}
	return right & until_empty();
}

static void waiting(void)
{
	bool right = true;

	for (uint32_t late = 0; late <= LATES; late++) {
		right &= full_once(late);
	}
	ok(right, "answers that must go wait for room, and all come in order");
	for (int i = 0; i < ROUNDS; i++) {
		right &= full_once(LATES);
	}
	ok(right, "again and again");
	may_fault = true;
	if (!setjmp(faulty)) {
		(void)full_once(LATES + 1);
		ok(false, "more than cores can wait for");
	} else {
		ok(true, "more than cores can wait for end the run");
	}
}

static void take(uint32_t node, const struct far_record *record,
		 const uint8_t *bytes)
{
	taken += node == 1 && record->value == taken &&
		 bytes == (const uint8_t *)(record + 1);
}

static void arrive(uint32_t turns)
{
	for (uint32_t i = 0; i < turns; i++) {
		step();
		while (far_links_receive(take)) {
		}
	}
}

/* From chip 1: records one after the other; a message that is cut ends the run. */
static void receiving(void)
{
	struct far_record two[2] = {{.op = FAR_TELL, .value = 0},
				    {.op = FAR_TELL, .value = 1}};

	taken = 0;
	far_links_only(FAR_LINKS_NONE);
	bundle_send(&other, 0, two, sizeof(two), LINK_LAST);
	bundle_flush(&other, 0);
	arrive(200);
	ok(taken == 0, "of no chip: none is taken");
	far_links_only(FAR_LINKS_ALL);
	arrive(200);
	ok(taken == 2, "of all: each record, in order");
	two[1].bytes = 1;
	two[1].value = 3;
	two[0].value = 2;
	bundle_send(&other, 0, two, sizeof(two), LINK_LAST);
	may_fault = true;
	if (!setjmp(faulty)) {
		arrive(200);
		ok(false, "a message that is cut");
	} else {
		ok(taken == 3, "a message that is cut ends the run");
	}
	may_fault = false;
}

int main(void)
{
	static struct links own;

	open_both();
	receiving();
	waiting();
	own.counts = *far_links_counts();
	chips_count(&own, 1, 0);
	return done_testing();
}
