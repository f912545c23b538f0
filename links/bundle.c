/* SPDX-License-Identifier: Apache-2.0 */
#include "links/bundle.h"

#include <string.h>

#include "links/link_state.h"
#include "topology/arith.h"

#define HEAD ((uint32_t)sizeof(uint32_t)) /* a packet's number */

void bundle_open(struct bundle *bundle, struct links *lanes, uint32_t n,
		 struct bundle_peer *peers)
{
	uint32_t rest;

	for (uint32_t i = 0; i < n; i++) { /* each has a part of the traffic */
		lanes[i].enough = arith_div(lanes[i].enough, n, &rest);
		lanes[i].lane = i;
		lanes[i].after = &lanes[i + 1 < n ? i + 1 : 0];
	}
	bundle->lane = lanes;
	bundle->lanes = n;
	bundle->chips = lanes->chips;
	bundle->look = 0;
	bundle->peer = peers;
	memset(peers, 0, arith_mul(bundle->chips, sizeof(*peers)));
}

static bool bundle_less(const struct links *a, const struct links *b)
{
	return a->busy < b->busy || (a->busy == b->busy && a->kept < b->kept);
}

/* Of those that have room, the lane that has the fewest packets to transmit, or to keep. */
static struct links *bundle_choose(struct bundle *bundle)
{
	struct links *best = 0;

	for (uint32_t i = 0; i < bundle->lanes; i++) {
		struct links *lane = &bundle->lane[i];

		if (link_room(lane) > 0 && (!best || bundle_less(lane, best))) {
			best = lane;
		}
	}
	return best;
}

/* The number of the oldest packet to that chip; and which lane has that one. */
static uint32_t bundle_oldest(struct bundle *bundle, uint32_t to,
			      struct links **slowest)
{
	uint32_t out = bundle->peer[to].out, oldest = out + 1;

	for (uint32_t i = 0; i < bundle->lanes; i++) {
		struct links *lane = &bundle->lane[i];
		const struct link_frame *first = lane->peer[to].first;
		uint32_t number;

		if (!first) {
			continue;
		}
		memcpy(&number, first->data, sizeof(number));
		if (link_before(number, oldest)) {
			oldest = number;
			*slowest = lane;
		}
	}
	return oldest;
}

/*
 * That chip has been refused a packet, since the oldest one is too far behind.  If that one
 * stays so for a round trip, its lane asks.
 */
static void bundle_wait(struct bundle_peer *peer, const struct links *slowest,
			uint32_t oldest)
{
	if (!peer->refused || peer->oldest != oldest) {
		peer->refused = true;
		peer->oldest = oldest;
		peer->since = slowest->now;
	}
}

static void bundle_look(struct bundle *bundle, uint32_t to)
{
	struct bundle_peer *peer = &bundle->peer[to];
	struct links *slowest = bundle->lane;
	uint32_t oldest = bundle_oldest(bundle, to, &slowest);

	if (peer->oldest == oldest) {
		slowest->peer[to].holds_up =
			slowest->now - peer->since >= link_pace(slowest);
		return;
	}
	peer->refused = false;
	for (uint32_t i = 0; i < bundle->lanes; i++) {
		bundle->lane[i].peer[to].holds_up = false;
	}
}

/*
 * What comes before its turn waits in the receiver's pool: if all of it waits on one lane,
 * that has room for three quarters of the buffers.
 */
static uint32_t bundle_farthest(const struct bundle *bundle)
{
	uint32_t buffers = bundle->lane->buffers;

	return buffers - (buffers >> 2);
}

/* All lanes know that a packet has been refused, so all ask for acknowledgements. */
static int bundle_refuse(struct bundle *bundle, uint32_t to, uint32_t bytes)
{
	struct link_frame *packet;
	int error = WEFT_ERR_SPACE;

	for (uint32_t i = 0; i < bundle->lanes; i++) {
		error = link_begin(&bundle->lane[i], to, bytes, &packet);
	}
	return error;
}

int bundle_send_by_any(struct bundle *bundle, uint32_t to, const void *data,
		       uint32_t bytes, uint32_t flags)
{
	uint32_t all = bytes + HEAD, number;
	uint32_t oldest, ahead, farthest = bundle_farthest(bundle);
	struct links *lane, *slowest = bundle->lane;
	struct link_frame *packet;
	int error;

	if (to >= bundle->chips) {
		return WEFT_ERR_RANK;
	}
	oldest = bundle_oldest(bundle, to, &slowest);
	ahead = bundle->peer[to].out + 1 - oldest;
	if (ahead >= farthest) {
		bundle_wait(&bundle->peer[to], slowest, oldest);
		slowest->counts.refused++;
		return WEFT_ERR_SPACE;
	}
	if (ahead >= farthest >> 1) {
		flags |= LINK_LAST; /* an acknowledgement, in time */
	}
	lane = bundle_choose(bundle);
	if (!lane) {
		return bundle_refuse(bundle, to, all);
	}
	error = link_begin(lane, to, all, &packet);
	if (error) {
		return error;
	}
	number = ++bundle->peer[to].out;
	memcpy(packet->data, &number, HEAD);
	if (bytes > 0) {
		memcpy(packet->data + HEAD, data, bytes);
	}
	link_commit(lane, packet, flags);
	return WEFT_OK;
}

const void *bundle_merge(struct bundle *bundle, uint32_t from, uint32_t *bytes)
{
	struct bundle_peer *peer = &bundle->peer[from];

	for (uint32_t i = 0; from < bundle->chips && i < bundle->lanes; i++) {
		const uint8_t *data = link_next(&bundle->lane[i], from, bytes);
		uint32_t number;

		if (!data || *bytes < HEAD) {
			continue;
		}
		memcpy(&number, data, HEAD);
		if (number == peer->in + 1) {
			peer->lane = i;
			*bytes -= HEAD;
			return data + HEAD;
		}
	}
	return 0;
}

uint32_t bundle_merge_any(struct bundle *bundle)
{
	uint32_t bytes;

	for (uint32_t n = bundle->chips; n > 0; n--) {
		bundle->look = arith_add_mod(bundle->look, 1, bundle->chips);
		if (bundle_merge(bundle, bundle->look, &bytes)) {
			return bundle->look;
		}
	}
	return LINK_NONE;
}

void bundle_want(struct bundle *bundle, uint32_t from, bool wants)
{
	for (uint32_t i = 0; i < bundle->lanes; i++) {
		link_want(&bundle->lane[i], from, wants);
	}
}

bool bundle_flush(struct bundle *bundle, uint32_t to)
{
	bool all = true;

	for (uint32_t i = 0; i < bundle->lanes; i++) {
		all &= link_flush(&bundle->lane[i], to);
	}
	return all;
}

bool bundle_due_of_all(const struct bundle *bundle, uint32_t *at)
{
	bool some = false;

	for (uint32_t i = 0; i < bundle->lanes; i++) {
		uint32_t then;

		if (link_due(&bundle->lane[i], &then) &&
		    (!some || link_before(then, *at))) {
			*at = then;
			some = true;
		}
	}
	for (uint32_t to = 0; to < bundle->chips; to++) {
		const struct bundle_peer *peer = &bundle->peer[to];
		uint32_t then = peer->since + link_pace(bundle->lane);

		if (peer->refused && (!some || link_before(then, *at))) {
			*at = then;
			some = true;
		}
	}
	return some;
}

static uint32_t bundle_lane_of(const struct link_frame *frame)
{
	return frame->header.flags >> LINK_LANE;
}

/* What a lane's device is done with, and what came by it, of any lane.  True: there is more. */
static bool bundle_serve(struct bundle *bundle, struct links *lane)
{
	struct link_device *device = lane->device;
	struct link_frame *frame;
	uint32_t n = 0, of;

	while ((frame = device->done(device))) {
		link_done(&bundle->lane[bundle_lane_of(frame)], frame);
	}
	while (n < LINK_STEP && (frame = device->next(device))) {
		of = bundle_lane_of(frame);
		if (of < bundle->lanes) {
			link_receive(&bundle->lane[of], frame, device);
		} else {
			lane->counts.damaged++;
			device->give(device, frame);
		}
		n++;
	}
	return n == LINK_STEP;
}

/* Lanes may share a device: it is the turn of the one that has had none for longest. */
static struct links *bundle_first_out(struct bundle *bundle)
{
	struct links *first = bundle->lane;

	for (uint32_t i = 1; i < bundle->lanes; i++) {
		if (link_before(bundle->lane[i].out_at, first->out_at)) {
			first = &bundle->lane[i];
		}
	}
	return first;
}

bool bundle_round_of_all(struct bundle *bundle, uint32_t now)
{
	struct links *lane;
	bool more = false;

	for (uint32_t i = 0; i < bundle->lanes; i++) {
		link_round_begin(&bundle->lane[i], now);
	}
	for (uint32_t i = 0; i < bundle->lanes; i++) {
		more |= bundle_serve(bundle, &bundle->lane[i]);
	}
	lane = bundle_first_out(bundle);
	for (uint32_t i = 0; i < bundle->lanes; i++) {
		more |= link_round_end(lane);
		lane = lane->after;
	}
	for (uint32_t to = 0; to < bundle->chips; to++) {
		if (bundle->peer[to].refused) {
			bundle_look(bundle, to);
		}
	}
	return more;
}

bool bundle_sign(struct bundle *bundle, uint32_t chip)
{
	bool any = false;

	for (uint32_t i = 0; i < bundle->lanes; i++) {
		any |= link_sign(&bundle->lane[i], chip);
	}
	return any;
}

uint32_t bundle_unanswered(const struct bundle *bundle, uint32_t chip)
{
	uint32_t most = 0;

	for (uint32_t i = 0; i < bundle->lanes; i++) {
		uint32_t n = link_unanswered(&bundle->lane[i], chip);

		most = n > most ? n : most;
	}
	return most;
}

uint32_t bundle_kept(const struct bundle *bundle)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < bundle->lanes; i++) {
		n += bundle->lane[i].kept;
	}
	return n;
}
