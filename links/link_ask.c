/* SPDX-License-Identifier: Apache-2.0 */
/* Who is asked for what, when, and by which device. */
#include "links/link_state.h"
#include "topology/arith.h"

/* What a peer is to be asked for. */
static bool link_lacks_data(const struct links *links,
			    const struct link_peer *peer)
{
	return peer->wants ? !peer->ready : links->starved && peer->held;
}

static bool link_lacks_acks(const struct links *links,
			    const struct link_peer *peer)
{
	return peer->first && (peer->flush || peer->holds_up ||
			       (links->starved && peer->kept >= links->enough));
}

/*
 * At most once a round trip, less often the less is answered, or as seldom as the answers
 * want it.  Who waits for packets, and lacks nothing else, waits for as long as two of them
 * take at the pace at which they come.
 */
static uint32_t link_patience(const struct links *links,
			      const struct link_peer *peer)
{
	uint32_t slow =
		peer->unanswered > 0 ? peer->unanswered >> 2 : peer->slowness;
	uint32_t waits = link_pace(links), two = peer->apart << 1;

	waits <<= slow < LINK_SLOWEST ? slow : LINK_SLOWEST;
	return two > waits && !peer->held && !link_lacks_acks(links, peer)
		       ? two
		       : waits;
}

/* Words of `live` in use, and the peer of the lowest bit of one. */
#define LINK_WORDS(links) (((links)->chips + 31) >> 5)

static struct link_peer *link_peer_of(const struct links *links, uint32_t word,
				      uint32_t bits)
{
	return &links->peer[word << 5 | (uint32_t)__builtin_ctz(bits)];
}

uint32_t link_next_live(const struct links *links, uint32_t chip)
{
	uint32_t word = chip >> 5;
	uint32_t bits = links->live[word] & ~(UINT32_MAX >> (31 - (chip & 31)));

	for (uint32_t n = LINK_WORDS(links); !bits && n > 0; n--) {
		word = arith_add_mod(word, 1, LINK_WORDS(links));
		bits = links->live[word];
	}
	return bits ? word << 5 | (uint32_t)__builtin_ctz(bits) : LINK_NONE;
}

/* Sets *at, if that peer is to be asked for something, and before *at. */
static bool link_due_of(const struct links *links, const struct link_peer *peer,
			bool some, uint32_t *at)
{
	uint32_t then = peer->asked_at + link_patience(links, peer);

	if (!(link_lacks_data(links, peer) || link_lacks_acks(links, peer)) ||
	    (some && !link_before(then, *at))) {
		return false;
	}
	*at = then;
	return true;
}

bool link_due(const struct links *links, uint32_t *at)
{
	bool some = false;

	for (uint32_t word = 0; word < LINK_WORDS(links); word++) {
		uint32_t bits = links->live[word];

		for (; bits; bits &= bits - 1) {
			some |= link_due_of(links,
					    link_peer_of(links, word, bits),
					    some, at);
		}
	}
	return some;
}

/* What goes to that peer goes by the next lane's device: this one brings no answer. */
static void link_turn(struct links *links, struct link_peer *peer)
{
	struct links *lane = links;

	while (lane->device != peer->by) {
		lane = lane->after;
	}
	peer->by = lane->after->device;
}

/* One question more; it may be that the device is to blame. */
static void link_count_asked(struct links *links, struct link_peer *peer)
{
	peer->unanswered++;
	if ((peer->unanswered & (LINK_TRIES - 1)) == 0) {
		link_turn(links, peer);
	}
}

bool link_sign(struct links *links, uint32_t chip)
{
	struct link_peer *peer = &links->peer[chip];
	bool heard = peer->heard;

	peer->heard = false;
	if (!heard) {
		peer->owes |= LINK_OWES_PROD;
		link_live(links, chip);
		link_count_asked(links, peer);
	}
	return heard;
}

/* Prods and probes. */
static void link_ask_one(struct links *links, struct link_peer *peer)
{
	bool data = link_lacks_data(links, peer);
	bool acks = link_lacks_acks(links, peer);

	if ((!data && !acks) ||
	    links->now - peer->asked_at < link_patience(links, peer)) {
		return;
	}
	peer->asked_at = links->now;
	acks = acks && link_tail(links, peer, LINK_PROBE);
	links->counts.probes += acks;
	if (data || acks) {
		link_count_asked(links, peer);
	}
	if (data) {
		peer->owes |= LINK_OWES_PROD;
	}
}

void link_ask(struct links *links)
{
	for (uint32_t word = 0; word < LINK_WORDS(links); word++) {
		uint32_t bits = links->live[word];

		for (; bits; bits &= bits - 1) {
			struct link_peer *peer =
				link_peer_of(links, word, bits);

			if (peer->first || peer->held || peer->wants ||
			    peer->owes) {
				link_ask_one(links, peer);
			} else {
				links->live[word] &= ~(bits & -bits);
			}
		}
	}
}
