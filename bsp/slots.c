/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The schedule `slots`: chunks leave at times that their senders choose, and are taken as
 * they come.
 *
 * S. Donaldson (Oxford 1999, section 4.1) divides time into slots as long as a packet
 * needs, Q of them in a cycle, where Q processes send; each sends a packet in each
 * cycle, in a slot that it draws anew.  So as many packets begin as can be received, on
 * the whole, and nobody needs a clock in common.  There Q is one number, as there is one
 * medium.  Here what is scarce is the time of who receives, so each receiver has its own
 * Q: how many have something for it.  It knows this after the barrier and tells them, in
 * the words that count for the next superstep, which none of them needs before it has
 * taken all from all of these.
 *
 * A process sends to the partner whose slot has come, if it has a free buffer, and
 * meanwhile takes whatever is there: so each buffer becomes free some time, whatever the
 * order, and nobody waits in a circle.
 */
#include "bsp/slots.h"
#include "bsp/chunk.h"
#include "bsp/order.h"
#include "runtime/wait.h"
#include "topology/arith.h"

enum {
	LOOK_US = 1, /* when nothing is there and no slot has come */
	PATIENCE_US = 1000000,
};

static uint64_t began;
static bool later; /* a slot has yet to come */

/* When it is sure that nobody comes any more: then a wait without end shows who does not. */
static uint64_t patience(void)
{
	return arch_cycles() + arch_cycles_in_us(PATIENCE_US);
}

/* A slot of the partner's next cycle. */
static void draw(struct partner *p)
{
	uint64_t slot =
		(uint64_t)p->cycle * p->slots +
		order_draw(bsp.me, p->pid, bsp.superstep + p->cycle, p->slots);

	p->cycle++;
	p->due = began + slot * bsp_options.slot;
}

/* Each receiver tells its senders how many they are; how many streams there are. */
static uint32_t tell(void)
{
	uint32_t senders = 0, streams = 0;

	for (uint32_t i = 0; i < bsp.procs; i++) {
		struct partner *p = &bsp.partner[i];

		p->slots = 0;
		p->cycle = 0;
		senders += p->to_take > 0;
		streams += (p->to_take > 0) + (p->to_send > 0);
	}
	for (uint32_t i = 0; i < bsp.procs; i++) {
		if (bsp.partner[i].to_take > 0) {
			arch_flag_write(i, meet_slots(bsp.me), senders);
		}
	}
	return streams;
}

/* Has the partner said how many slots it has, and has mine come? */
static bool is_due(struct partner *p, uint64_t now)
{
	if (p->slots == 0) {
		p->slots = arch_flag_read(bsp.me, meet_slots(p->pid));
		if (p->slots == 0) {
			return false;
		}
		/* Its reader is told of a chunk only after that has landed. */
		arch_flag_write(bsp.me, meet_slots(p->pid), 0);
		draw(p);
	}
	later |= p->due > now;
	return p->due <= now;
}

/* True: it was the stream's last chunk. */
static bool send(struct partner *p)
{
	uint32_t n = chunk_part(p->to_send);

	p->to_send -= n;
	chunk_send(p, p->pid, n);
	draw(p);
	return p->to_send == 0;
}

static bool take(struct partner *p)
{
	uint32_t n = chunk_part(p->to_take);

	p->to_take -= n;
	chunk_take(p, p->pid, n);
	return p->to_take == 0;
}

/* For a moment, or for good if it is later than the limit, which then is reported. */
static void await(uint32_t word, uint32_t chunk, uint32_t from, uint64_t limit,
		  const char *what)
{
	uint64_t now = arch_cycles();

	rt_await(word, chunk_word(chunk, 0),
		 now < limit ? now + arch_cycles_in_us(LOOK_US) : ARCH_NEVER,
		 from, what);
}

/* A report names one of those that have to send something, or to take it. */
static void pause(uint64_t limit)
{
	uint32_t b = bsp_buffers.next;

	for (uint32_t i = 0; i < bsp.procs; i++) {
		struct partner *p = &bsp.partner[i];

		if (p->to_take > 0) {
			await(meet_ready(i), p->taken + 1, i, limit,
			      "a chunk of bsp_sync");
			return;
		}
	}
	if (bsp_buffers.mine[b].partner != CHUNK_NOBODY) {
		uint32_t i = (uint32_t)bsp_buffers.mine[b].partner;

		await(meet_reply(i), bsp_buffers.mine[b].chunk, i, limit,
		      "a chunk of bsp_sync to be taken");
	}
}

void slots_exchange(void)
{
	uint32_t streams = tell();
	uint64_t limit = patience();

	began = arch_cycles();
	while (streams > 0) {
		uint32_t moved = 0;

		later = false;
		for (uint32_t r = 1; r < bsp.procs; r++) {
			struct partner *to = &bsp.partner[arith_add_mod(
				bsp.me, r, bsp.procs)];
			struct partner *from = &bsp.partner[arith_sub_mod(
				bsp.me, r, bsp.procs)];

			if (to->to_send > 0 && is_due(to, arch_cycles()) &&
			    chunk_is_free(bsp_buffers.next)) {
				streams -= send(to);
				moved++;
			}
			if (from->to_take > 0 &&
			    chunk_is_at(meet_ready(from->pid),
					from->taken + 1)) {
				streams -= take(from);
				moved++;
			}
		}
		if (moved > 0 || later) {
			limit = patience();
		}
		if (moved == 0) {
			pause(limit);
		}
	}
	for (uint32_t b = 0; b < CHUNK_BUFFERS; b++) {
		chunk_await_free(b);
	}
}
