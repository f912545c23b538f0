/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams of a superstep, all at once: a chunk to and from each partner in the order of
 * the schedule, again and again until all have gone.  Both processes of a pair know how
 * much is left, so a chunk needs no head, and when all has come that is to come the
 * superstep is over: nobody waits for anybody else.
 *
 * Chunks go through the chunk buffers, pulled (chunk.h); or pushed, where gets are dear: the
 * receiver gives a buffer to the sender of its next step, and the other one to that of the
 * step after, by `reply`; the sender puts the chunk there and tells the receiver, at
 * `ready`.
 */
#include "arch/arch.h"
#include "bsp/chunk.h"
#include "bsp/order.h"
#include "bsp/slots.h"
#include "bsp/state.h"
#include "runtime/near.h"
#include "runtime/panic.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

/* Steps that have bytes left, and how far this time through them has come. */
static struct list {
	struct order_step *steps;
	uint32_t count, at, kept;
} todo, gifts; /* pushed: those whose buffer is not given yet */

static uint32_t given; /* pushed: buffers, at present */

/* Push ---------------------------------------------------------------------- */

/* The next step, which is done now with what is left and is then done again; or null. */
static struct order_step *next_step(struct list *list)
{
	if (list->at == list->count) {
		list->count = list->kept;
		list->at = 0;
		list->kept = 0;
	}
	return list->count > 0 ? &list->steps[list->at++] : NULL;
}

static void again(struct list *list, struct order_step s)
{
	list->steps[list->kept++] = s;
}

/* Buffers that are free go to the next steps that take. */
static void exchange_give(void)
{
	while (given < CHUNK_BUFFERS) {
		const struct order_step *s = next_step(&gifts);
		struct partner *p;

		if (!s) {
			return;
		}
		p = &bsp.partner[s->partner];
		p->to_give -= chunk_part(p->to_give);
		arch_flag_write(s->partner, meet_reply(bsp.me),
				chunk_word(p, ++p->given, bsp_buffers.next));
		bsp_buffers.next ^= 1;
		given++;
		if (p->to_give > 0) {
			again(&gifts, *s);
		}
	}
}

static void send_pushed(struct partner *p, uint32_t to, uint32_t n)
{
	uint32_t turn = chunk_await(meet_reply(to), ++p->rooms, to,
				    "room for a chunk of bsp_sync");

	chunk_fill(p, to, chunk_buffer(turn & 1), n);
	arch_flag_write(to, meet_ready(bsp.me), chunk_word(p, ++p->sent, 0));
}

static void take_pushed(struct partner *p, uint32_t from, uint32_t n)
{
	/* Buffers are given in turn: this one's was the first of those that are. */
	uint32_t b = given == CHUNK_BUFFERS ? bsp_buffers.next
					    : bsp_buffers.next ^ 1;

	rt_await(meet_ready(from), chunk_least(++p->taken), ARCH_NEVER, from,
		 "a chunk of bsp_sync");
	sink_get(p, bsp.me, chunk_buffer(b), n);
	given--;
	exchange_give();
}

/* All --------------------------------------------------------------------- */

/* Does a step; true if there will be another with that partner. */
static bool step(const struct order_step *s)
{
	struct partner *p = &bsp.partner[s->partner];
	uint32_t *left = s->send ? &p->to_send : &p->to_take;
	uint32_t n = chunk_part(*left);

	*left -= n;
	RT_TRACE(s->send ? "bsp chunk sent" : "bsp chunk taken", s->partner, n);
	if (s->send) {
		(BSP_PUSHES ? send_pushed : chunk_send)(p, s->partner, n);
	} else {
		(BSP_PUSHES ? take_pushed : chunk_take)(p, s->partner, n);
	}
	return *left > 0;
}

static bool is_left(const struct order_step *s)
{
	const struct partner *p = &bsp.partner[s->partner];

	return (s->send ? p->to_send : p->to_take) > 0;
}

/* With myself, through no window. */
static void to_myself(void)
{
	struct partner *p = &bsp.partner[bsp.me];

	while (p->to_send > 0) {
		uint32_t n = p->to_send;
		const char *from = source_next(p, &n);

		sink_take(p, from, n);
		p->to_send -= n;
	}
	p->to_take = 0;
}

static void collect(void)
{
	uint32_t n = bsp_options.order->make(todo.steps, bsp.me, bsp.procs,
					     bsp.superstep);

	todo.count = todo.at = todo.kept = 0;
	gifts.count = gifts.at = gifts.kept = 0;
	for (uint32_t i = 0; i < n; i++) {
		struct order_step s = todo.steps[i];

		if (!is_left(&s)) {
			continue;
		}
		todo.steps[todo.count++] = s;
		if (BSP_PUSHES && !s.send) {
			gifts.steps[gifts.count++] = s;
			bsp.partner[s.partner].to_give =
				bsp.partner[s.partner].to_take;
		}
	}
}

void exchange(void)
{
	const struct order_step *s;

	to_myself();
	chunk_begin();
	if (!BSP_PUSHES && !bsp_options.order->make) {
		slots_exchange();
		return;
	}
	collect();
	if (BSP_PUSHES) {
		exchange_give();
	}
	while ((s = next_step(&todo))) {
		struct order_step now = *s;

		if (step(&now)) {
			again(&todo, now);
		}
	}
	for (uint32_t b = 0; b < CHUNK_BUFFERS && !BSP_PUSHES; b++) {
		chunk_await_free(b, ARCH_NEVER);
	}
}

/* By each partner; or, as mine are given to nobody before, for each of my buffers. */
ARCH_COLD uint32_t exchange_replies(uint32_t procs)
{
	return BSP_PUSHES ? procs : CHUNK_BUFFERS;
}

/* Numbers where chunks are pushed; else turns, which begin at 0. */
ARCH_COLD uint32_t exchange_first_reply(void)
{
	return BSP_PUSHES ? chunk_least(0) : 0;
}

ARCH_COLD void exchange_begin(void)
{
	uint32_t bytes = bsp.procs * ORDER_STEPS * sizeof(*todo.steps);

	todo.steps = rt_near_alloc(bytes);
	gifts.steps = BSP_PUSHES ? rt_near_alloc(bytes) : todo.steps;
	if (!todo.steps || !gifts.steps) {
		rt_panic("bsp_begin: no memory for schedules");
	}
}

ARCH_COLD void exchange_end(void)
{
	if (BSP_PUSHES) {
		rt_near_free(gifts.steps);
	}
	rt_near_free(todo.steps);
}
