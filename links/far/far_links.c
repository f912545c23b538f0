/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arch/common/far/far_wire.h over links/link.h: records in packets, for the server of a node.
 *
 * A message is open for each chip; it goes when it is full, or when all that there is has
 * been added.  Each goes with link_flush: the sender asks until it is acknowledged, and
 * where nothing is under way nobody asks for anything.
 *
 * Full is normal.  What cores say waits in their rings then.  Answers do not wait for each
 * other's buffers, or two chips whose pools are full of requests could not read them: they
 * have a list of their own.  It has room for all that all cores may wait for at once.  It
 * keeps no bytes: they are read when there is room for them (far_answer_bytes).
 */
#include <string.h>

#include "arch/common/far/far_links.h"
#include "arch/common/far/far_serve.h"
#include "links/bundle.h"

#include <far_port.h>

enum {
	BUFFERS = 96, /* of a pool, for up to so many .. */
	CHIPS = 32,   /* .. chips; more of them share all that there are */
	RING = 24,    /* of a pool's buffers, for what comes */
	BUFFER = FAR_FRAME,
	/* Of a core: the pieces of an answer, and news that it may no longer wait for. */
	LATE = FAR_CORES * (FAR_ANSWER / FAR_PIECE + 1),
};

#ifndef FAR_BUFFERS
#define FAR_BUFFERS BUFFERS
#endif

#ifndef FAR_ROUND_TRIP_US
#define FAR_ROUND_TRIP_US 30 /* at first */
#endif

struct late {
	struct late *next;
	struct far_record record;
};

static struct line {
	uint32_t bytes; /* of the open message */
	uint8_t message[BUFFER] __attribute__((aligned(8)));
	struct late *first, *last;
} lines[FAR_NODES];

static uint32_t open_lines[FAR_NODES / 32]; /* those that have something */
static struct links lanes[FAR_LANES];
static struct bundle_peer peers[FAR_NODES];
static struct bundle bundle;
static uint32_t only = FAR_LINKS_ALL;
static struct late lates[LATE], *spare;
static uint8_t memory[FAR_LANES][FAR_BUFFERS * BUFFER]
	__attribute__((aligned(16)));

static uint32_t ticks(void)
{
	return (uint32_t)far_links_clock();
}

static bool open_lane(uint32_t lane, struct link_device *device, uint32_t me,
		      uint32_t chips)
{
	struct link_setup setup = {
		.device = device,
		.me = me,
		.chips = chips,
		.memory = memory[lane],
		.bytes =
			chips > CHIPS ? sizeof(memory[lane]) : BUFFERS * BUFFER,
		.ring = RING,
		.round_trip = (uint32_t)far_links_us(FAR_ROUND_TRIP_US),
	};

	return device->most <= BUFFER &&
	       link_open(&lanes[lane], &setup) == WEFT_OK;
}

bool far_links_open(struct link_device *const *devices, uint32_t n, uint32_t me,
		    uint32_t chips)
{
	for (uint32_t i = 0; i < LATE; i++) {
		lates[i].next = spare;
		spare = &lates[i];
	}
	if (chips > FAR_NODES || n > FAR_LANES) {
		return false;
	}
	for (uint32_t i = 0; i < n; i++) {
		if (!open_lane(i, devices[i], me, chips)) {
			return false;
		}
	}
	bundle_open(&bundle, lanes, n, peers);
	return true;
}

/* The open message goes, if there is room. */
static bool wire_close_message(uint32_t node)
{
	struct line *line = &lines[node];

	if (line->bytes > 0 && bundle_send(&bundle, node, line->message,
					   line->bytes, LINK_LAST) != WEFT_OK) {
		return false;
	}
	line->bytes = 0;
	bundle_flush(&bundle, node);
	return true;
}

static bool wire_has_room(uint32_t node, const struct far_record *record)
{
	uint32_t room = far_room(far_following(record));

	return lines[node].bytes + room <= bundle_most(&bundle) ||
	       wire_close_message(node);
}

static void wire_opens(const struct line *line)
{
	uint32_t node = (uint32_t)(line - lines);

	open_lines[node >> 5] |= UINT32_C(1) << (node & 31);
}

/* Returns where the bytes that follow go. */
static uint8_t *wire_begin(struct line *line, const struct far_record *record)
{
	uint8_t *at = line->message + line->bytes;

	memcpy(at, record, sizeof(*record));
	line->bytes += far_room(far_following(record));
	wire_opens(line);
	return at + sizeof(*record);
}

static void wire_put(struct line *line, const struct far_record *record,
		     const void *bytes)
{
	uint8_t *to = wire_begin(line, record);

	if (far_following(record) > 0) {
		memcpy(to, bytes, far_following(record));
	}
}

static void wire_put_late(uint32_t node)
{
	struct line *line = &lines[node];
	struct late *late;

	while ((late = line->first) && wire_has_room(node, &late->record)) {
		wire_put(line, &late->record,
			 far_following(&late->record) > 0
				 ? far_answer_bytes(&late->record)
				 : 0);
		line->first = late->next;
		late->next = spare;
		spare = late;
	}
}

static void wire_keep(struct line *line, const struct far_record *record)
{
	struct late *late = spare;

	if (!late) {
		far_links_fault("more answers than cores can wait for");
	}
	spare = late->next;
	late->next = 0;
	late->record = *record;
	if (line->first) {
		line->last->next = late;
	} else {
		line->first = late;
	}
	line->last = late;
	wire_opens(line);
}

bool far_links_add(uint32_t node, const struct far_record *record,
		   const void *bytes, bool must)
{
	struct line *line = &lines[node];

	if (!line->first && wire_has_room(node, record)) {
		wire_put(line, record, bytes);
		return true;
	}
	if (must) {
		wire_keep(line, record);
	}
	return must;
}

uint8_t *far_links_begin(uint32_t node, const struct far_record *record)
{
	struct line *line = &lines[node];

	return !line->first && wire_has_room(node, record)
		       ? wire_begin(line, record)
		       : 0;
}

/* What the open message has room for, unless that is little. */
uint32_t far_links_room(uint32_t node)
{
	uint32_t most = bundle_most(&bundle), left = most - lines[node].bytes;

	left = left < far_room(FAR_PIECE) ? most : left;
	return (left - FAR_ALIGN) & -(uint32_t)FAR_ALIGN;
}

static bool wire_send_line(uint32_t node)
{
	struct line *line = &lines[node];
	bool sent;

	wire_put_late(node);
	sent = line->bytes > 0 && wire_close_message(node);
	if (line->bytes == 0 && !line->first) {
		open_lines[node >> 5] &= ~(UINT32_C(1) << (node & 31));
	}
	return sent;
}

bool far_links_send(void)
{
	bool any = false;

	for (uint32_t word = 0; word < FAR_NODES / 32; word++) {
		uint32_t bits = open_lines[word];

		for (; bits; bits &= bits - 1) {
			any |= wire_send_line(word << 5 |
					      (uint32_t)__builtin_ctz(bits));
		}
	}
	return any;
}

bool far_links_round(void)
{
	return bundle_round(&bundle, ticks());
}

bool far_links_due(uint64_t *at)
{
	uint64_t now = far_links_clock();
	uint32_t then;

	if (!bundle_due(&bundle, &then)) {
		return false;
	}
	*at = now + (uint64_t)(int64_t)(int32_t)(then - (uint32_t)now);
	return true;
}

void far_links_only(uint32_t node)
{
	only = node;
}

bool far_links_receive(wire_take *take)
{
	uint32_t from = only == FAR_LINKS_ALL ? bundle_any(&bundle) : only,
		 bytes;
	const uint8_t *data = bundle_next(&bundle, from, &bytes);

	if (!data) {
		return false;
	}
	for (uint32_t at = 0; at < bytes;) {
		const struct far_record *record = (const void *)(data + at);
		uint32_t following = far_following(record);
		uint32_t room = far_room(following);

		if (following > bytes || room > bytes - at) {
			far_links_fault("a message of another node is cut");
		}
		take(from, record, data + at + sizeof(*record));
		at += room;
	}
	bundle_release(&bundle, from);
	return true;
}

bool far_links_sign(uint32_t node)
{
	return bundle_sign(&bundle, node);
}

uint32_t far_links_unanswered(uint32_t node)
{
	return bundle_unanswered(&bundle, node);
}

const struct link_counts *far_links_counts(void)
{
	static struct link_counts sum;
	uint32_t *to = (uint32_t *)&sum;

	memset(&sum, 0, sizeof(sum));
	for (uint32_t lane = 0; lane < bundle.lanes; lane++) {
		const uint32_t *from = (const uint32_t *)&lanes[lane].counts;

		for (uint32_t i = 0; i < sizeof(sum) / sizeof(*to); i++) {
			to[i] += from[i];
		}
	}
	return &sum;
}

bool far_links_is_empty(void)
{
	for (uint32_t node = 0; node < bundle.chips; node++) {
		if (lines[node].bytes > 0 || lines[node].first) {
			return false;
		}
	}
	return bundle_kept(&bundle) == 0;
}
