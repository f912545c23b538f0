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
 * Q: how many have something for it.  It knows this after the barrier and tells them,
 * beside all that it says to them in this exchange, before anything else.
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

#if !BSP_PUSHES

/*
 * How long a process that has nothing to do looks at one word before it looks at all again:
 * twice as long each time.  It never waits for one alone, as another one may come
 * whose buffer somebody needs; but after WEFT_PATIENCE_US, which then ends the run.
 */
enum {
	LOOK_US = 1,
	LOOK_MOST_US = 1024,
};

static bool later; /* a slot has yet to come */

/* A slot of the partner's next cycle. */
static void draw(struct partner *p)
{
	uint32_t slot =
		order_draw(bsp.me, p->pid, bsp.superstep + p->cycle, p->slots);

	p->cycle++;
	p->due = p->next_cycle + arith_mul(bsp_options.slot, slot);
	p->next_cycle += arith_mul(bsp_options.slot, p->slots);
}

/* Each receiver tells its senders how many they are; how many streams there are. */
static uint32_t slots_tell(void)
{
	uint32_t senders = 0, streams = 0;
	uint64_t now = arch_cycles();

	for (uint32_t i = 0; i < bsp.procs; i++) {
		struct partner *p = &bsp.partner[i];

		p->slots = 0;
		p->cycle = 0;
		p->next_cycle = now;
		senders += p->to_take > 0;
		streams += (p->to_take > 0) + (p->to_send > 0);
	}
	bsp_buffers.beside = senders;
	for (uint32_t i = 0; i < bsp.procs; i++) {
		struct partner *p = &bsp.partner[i];

		if (p->to_take > 0) {
			arch_flag_write(
				i, meet_ready(bsp.me),
				chunk_word(p, ++p->sent, bsp_buffers.turn));
		}
	}
	return streams;
}

/* Has the partner said how many slots it has, if I have something for it? */
static bool has_slots(struct partner *p)
{
	uint32_t is;

	if (p->slots > 0 || p->to_send == 0) {
		return true;
	}
	is = arch_flag_read(bsp.me, meet_ready(p->pid));
	if ((int32_t)(is - chunk_least(p->taken + 1)) < 0) {
		return false;
	}
	p->taken++;
	p->slots = chunk_beside(is);
	draw(p);
	return true;
}

/* Has the partner said how many slots it has, and has mine come? */
static bool is_due(struct partner *p, uint64_t now)
{
	if (!has_slots(p)) {
		return false;
	}
	later |= p->due > now;
	return p->due <= now;
}

/* True: it was the stream's last chunk. */
static bool slots_send(struct partner *p)
{
	uint32_t n = chunk_part(p->to_send);

	p->to_send -= n;
	chunk_send(p, p->pid, n);
	draw(p);
	return p->to_send == 0;
}

static bool slots_take(struct partner *p)
{
	uint32_t n = chunk_part(p->to_take);

	p->to_take -= n;
	chunk_take(p, p->pid, n);
	return p->to_take == 0;
}

/* At the word of one of those that have to send something, or to take it. */
static void slots_look(uint32_t us, uint64_t limit)
{
	uint64_t until =
		arch_cycles() < limit ? rt_deadline_in(us) : ARCH_NEVER;
	uint32_t b = bsp_buffers.next;

	for (uint32_t i = 0; i < bsp.procs; i++) {
		struct partner *p = &bsp.partner[i];

		if (p->to_take > 0) {
			rt_await(meet_ready(i), chunk_least(p->taken + 1),
				 until, i, "a chunk of bsp_sync");
			return;
		}
	}
	if (bsp_buffers.mine[b].partner != CHUNK_NOBODY) {
		chunk_await_free(b, until);
	}
}

void slots_exchange(void)
{
	uint32_t streams = slots_tell(), look_us = LOOK_US;
	uint64_t limit = rt_limit(ARCH_NEVER);

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
				streams -= slots_send(to);
				moved++;
			}
			if (from->to_take > 0 && has_slots(from) &&
			    chunk_is_at(meet_ready(from->pid),
					from->taken + 1)) {
				streams -= slots_take(from);
				moved++;
			}
		}
		if (moved > 0 || later) {
			look_us = LOOK_US;
			limit = rt_limit(ARCH_NEVER);
		}
		if (moved == 0) {
			slots_look(look_us, limit);
			arch_relax(0); /* where cores have turns: the next */
			look_us =
				look_us < LOOK_MOST_US ? 2 * look_us : look_us;
		}
	}
	for (uint32_t b = 0; b < CHUNK_BUFFERS; b++) {
		chunk_await_free(b, ARCH_NEVER);
	}
	bsp_buffers.beside = 0;
}

#endif
