/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1 o=software=free */
/*
 * Pacing by slots on a shared medium: chips that are joined by an Ethernet hub of 10 Mb/s each
 * send 71 full packets to the next one.  A chip sends a packet in a random one of as many
 * slots as there are chips, and then one in the next such cycle (bsp/slots.h has the same rule).
 *
 *  shift    until all has come; `slot` is a slot's length in microseconds
 *  limit    the time of all slots: what a slot of that length allows
 *  used     user data of 1400 bytes a packet, per cent of what the medium could carry
 *  aborted  frames that the medium gave up after 16 collisions, per cent of the packets
 *
 * The medium is CSMA/CD, 1-persistent: a station that finds it busy sends at the moment at
 * which it is free, two that begin within its 26 us collide, and each then waits for a random
 * number of 52 us, of twice as many after each collision (S. Donaldson, Oxford 1999, 4.1).  A
 * tick is a microsecond.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "links/link_state.h"

#include "common.h"

enum {
	P = 8, /* at most */
	NOBODY = P,
	FRAME = 256, /* bytes here, in place of 1500 */
	FULL_TICKS = 1200,
	LEAST_TICKS = 51,
	TAU = 26,
	TRIES = 16,
	DOUBLES = 10,
	BUFFERS = 400,
	RING = 32,
	PACKETS = 71,
	USER_TICKS = 1120, /* of 1400 bytes */
	TOO_LONG = 20000000,
};

static struct station {
	struct link_device device;
	struct link_frame *given, *come, *last, *done;
	struct link_frame *frame;  /* to be sent, .. */
	uint32_t to, ready, tries; /* .. not before `ready` */
} station[P];

static struct links chip[P];
static uint32_t chips, now, sender, began, idle_at, aborted, seed;

static uint32_t random_below(uint32_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return (uint32_t)((uint64_t)seed * n >> 32);
}

static uint32_t ticks_of(const struct link_frame *frame)
{
	uint32_t ticks = frame->bytes * FULL_TICKS / FRAME;

	return ticks > LEAST_TICKS ? ticks : LEAST_TICKS;
}

static bool hub_send(struct link_device *device, uint32_t to,
		     struct link_frame *frame)
{
	struct station *me = (struct station *)(void *)device;

	if (me->frame || me->done) {
		return false;
	}
	me->frame = frame;
	me->to = to;
	me->ready = now;
	me->tries = 0;
	return true;
}

static struct link_frame *hub_done(struct link_device *device)
{
	struct station *me = (struct station *)(void *)device;
	struct link_frame *frame = me->done;

	me->done = 0;
	return frame;
}

static struct link_frame *hub_next(struct link_device *device)
{
	struct station *me = (struct station *)(void *)device;
	struct link_frame *frame = me->come;

	if (frame) {
		me->come = frame->of_device;
	}
	return frame;
}

static void hub_give(struct link_device *device, struct link_frame *frame)
{
	struct station *me = (struct station *)(void *)device;

	frame->of_device = me->given;
	me->given = frame;
}

static void over(struct station *s)
{
	s->done = s->frame;
	s->frame = 0;
}

static void deliver(struct station *from)
{
	struct station *to = &station[from->to];
	struct link_frame *frame = to->given;

	if (frame) {
		to->given = frame->of_device;
		frame->bytes = from->frame->bytes;
		memcpy(&frame->header, &from->frame->header, frame->bytes);
		frame->of_device = 0;
		if (to->come) {
			to->last->of_device = frame;
		} else {
			to->come = frame;
		}
		to->last = frame;
	}
	over(from);
}

static void collides(struct station *s, uint32_t at)
{
	uint32_t doubles = ++s->tries < DOUBLES ? s->tries : DOUBLES;

	if (s->tries == TRIES) {
		aborted++;
		over(s);
		return;
	}
	s->ready = at + TAU + random_below(1u << doubles) * 2 * TAU;
}

/* When it begins, if nobody hinders it: while the medium is busy it waits for the end. */
static uint32_t begins(const struct station *s)
{
	return link_before(s->ready, idle_at) ? idle_at : s->ready;
}

/* The first one, but for `but`; NOBODY: none has anything to send. */
static uint32_t first_but(uint32_t but)
{
	uint32_t first = NOBODY;

	for (uint32_t i = 0; i < chips; i++) {
		if (i != but && station[i].frame &&
		    (first == NOBODY || link_before(begins(&station[i]),
						    begins(&station[first])))) {
			first = i;
		}
	}
	return first;
}

/* What the medium does next: true: at *at. */
static bool hub_due(uint32_t *at)
{
	uint32_t other = first_but(sender);

	if (sender == NOBODY) {
		*at = other == NOBODY ? 0 : begins(&station[other]);
		return other != NOBODY;
	}
	*at = began + ticks_of(station[sender].frame);
	if (other != NOBODY &&
	    link_before(begins(&station[other]), began + TAU)) {
		*at = begins(&station[other]);
	}
	return true;
}

/* Does that. */
static void hub_step(uint32_t at)
{
	uint32_t other = first_but(sender);

	if (sender == NOBODY) {
		sender = other;
		began = at;
	} else if (other != NOBODY && begins(&station[other]) == at &&
		   link_before(at, began + TAU)) {
		collides(&station[sender], at);
		collides(&station[other], at);
		while ((other = first_but(NOBODY)) != NOBODY &&
		       begins(&station[other]) == at) {
			collides(&station[other], at);
		}
		sender = NOBODY;
		idle_at = at + TAU;
	} else {
		deliver(&station[sender]);
		sender = NOBODY;
		idle_at = at;
	}
}

static void open(uint32_t n)
{
	static void *memory[P];

	chips = n;
	now = idle_at = aborted = 0;
	sender = NOBODY;
	seed = 12345;
	memset(station, 0, sizeof(station));
	for (uint32_t i = 0; i < n; i++) {
		struct link_setup setup = {
			.device = &station[i].device,
			.me = i,
			.chips = n,
			.bytes = link_memory(n, BUFFERS + RING, FRAME),
			.ring = RING,
			.round_trip = 3000,
		};

		station[i].device = (struct link_device){
			.send = hub_send,
			.done = hub_done,
			.next = hub_next,
			.give = hub_give,
			.most = FRAME,
		};
		free(memory[i]);
		setup.memory = memory[i] = malloc(setup.bytes);
		if (!memory[i] || link_open(&chip[i], &setup)) {
			weft_panic("no room for the bench's chips");
		}
	}
	for (uint32_t i = 0; i < n; i++) {
		link_want(&chip[(i + 1) % n], i, true);
	}
}

/* The next tick at which the medium does something, a link asks, or a packet is due. */
static uint32_t next_tick(const uint32_t *sent, const uint32_t *due)
{
	uint32_t at, first = now + FULL_TICKS;

	if (hub_due(&at) && link_before(at, first)) {
		first = at;
	}
	for (uint32_t i = 0; i < chips; i++) {
		if (link_due(&chip[i], &at) && link_before(at, first)) {
			first = at;
		}
		if (sent[i] < PACKETS && link_before(due[i], first) &&
		    link_before(now, due[i])) {
			first = due[i];
		}
	}
	return link_before(now, first) ? first : now + 1;
}

/* Ticks until all packets of all have come. */
static uint32_t shift(uint32_t n, uint32_t slot)
{
	static uint8_t packet[FRAME - sizeof(struct link_header)];
	uint32_t sent[P] = {0}, due[P], came = 0, at;

	open(n);
	for (uint32_t i = 0; i < n; i++) {
		due[i] = random_below(n) * slot;
	}
	while (came < n * PACKETS && now < TOO_LONG) {
		while (hub_due(&at) && !link_before(now, at)) {
			hub_step(at);
		}
		for (uint32_t i = 0; i < n; i++) {
			uint32_t from = (i + n - 1) % n;

			if (sent[i] < PACKETS && !link_before(now, due[i]) &&
			    !link_send(&chip[i], (i + 1) % n, packet,
				       sizeof(packet), 0)) {
				sent[i]++;
				due[i] = (sent[i] * n + random_below(n)) * slot;
			}
			link_round(&chip[i], now);
			for (uint32_t k; link_next(&chip[i], from, &k);
			     came++) {
				link_release(&chip[i], from);
			}
		}
		now = next_tick(sent, due);
	}
	return now;
}

int main(int argc, char **argv)
{
	static const uint32_t slots[] = {300,  900,  1100, 1200,
					 1300, 1500, 2000};

	bench_setup(argc, argv);
	for (uint32_t n = 2; n <= P; n += n) {
		for (uint32_t i = 0; i < sizeof(slots) / sizeof(*slots); i++) {
			uint32_t took = shift(n, slots[i]);

			bench_row("link", "shift", "ms", took,
				  "wire=hub,slot=%u,chips=%u",
				  (unsigned)slots[i], (unsigned)n);
			bench_row("link", "limit", "ms",
				  (uint64_t)PACKETS * n * slots[i],
				  "wire=hub,slot=%u,chips=%u",
				  (unsigned)slots[i], (unsigned)n);
			bench_row("link", "used", "%",
				  UINT64_C(100000) * PACKETS * n * USER_TICKS /
					  took,
				  "wire=hub,slot=%u,chips=%u",
				  (unsigned)slots[i], (unsigned)n);
			bench_row("link", "aborted", "%",
				  aborted * UINT64_C(100000) / (PACKETS * n),
				  "wire=hub,slot=%u,chips=%u",
				  (unsigned)slots[i], (unsigned)n);
		}
	}
	return 0;
}
