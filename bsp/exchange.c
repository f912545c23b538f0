/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams of a superstep, all at once: a chunk to and from each partner in the order of
 * the schedule, again and again until all have gone.  Both processes of a pair know how
 * much is left, so a chunk needs no head, and when all has come that is to come the
 * superstep is over: nobody waits for anybody else.
 *
 * Chunks go through the chunk buffers, of which each process has two.  A chunk has a
 * number, counted for each pair and direction over the whole run.
 *
 * Pull: the sender puts a chunk into its own next buffer and tells the receiver, at
 * `ready`; the receiver gets it and tells the sender, at `reply`, who then may use
 * that buffer again.
 *
 * Push, where gets are dear: the receiver gives a buffer to the sender of its next
 * step, and the other one to that of the step after, by `reply`; the sender puts the
 * chunk there and tells the receiver, at `ready`.
 *
 * Either word is the chunk's number, and in its lowest bit which buffer it is about.
 * The writer may have gone on to the next chunk of the same pair, which then is in the
 * other buffer, but no further.
 */
#include <stdlib.h>

#include "arch/arch.h"
#include "arch/fence.h"
#include "bsp/order.h"
#include "bsp/state.h"
#include "messages/chunk_pool.h"
#include "runtime/panic.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#ifndef BSP_PUSHES /* a test has its own */
#define BSP_PUSHES (ARCH_GET_COST > 200)
#endif

enum {
	NOBODY = -1
};

/* My two buffers: pulled, whose chunk is there; pushed, to whom they are given. */
static struct {
	struct {
		int32_t partner;
		uint32_t chunk;
	} mine[CHUNK_BUFFERS];
	uint32_t next;
	uint32_t room; /* bytes of a chunk */
} buffers;

/* Steps that have bytes left, and how far this time through them has come. */
static struct list {
	struct order_step *steps;
	uint32_t count, at, kept;
} todo, gifts; /* pushed: those whose buffer is not given yet */

static uint32_t given; /* pushed: buffers, at present */

static uint32_t chunk_bytes_of(uint32_t left)
{
	return left < buffers.room ? left : buffers.room;
}

/* A word for chunk number n, and how n is found in it; see above. */
static uint32_t word_of(uint32_t chunk, uint32_t buffer)
{
	return (chunk << 1) + meet_epoch() + buffer;
}

static uint32_t await_chunk(uint32_t word, uint32_t chunk, uint32_t from,
			    const char *what)
{
	uint32_t is;

	rt_await(word, word_of(chunk, 0), ARCH_NEVER, from, what);
	is = arch_flag_read(bsp.me, word);
	return (is ^ (is - word_of(chunk, 0)) >> 1) & 1;
}

/*
 * What a stream has between records; it is written, so that who reads a chunk reads
 * nothing that nobody wrote.
 */
static const char padding[RECORD_ALIGN];

/* The next n bytes for that partner, into a window. */
static void fill(struct partner *p, uint32_t core, uint32_t offset, uint32_t n)
{
	while (n > 0) {
		uint32_t run = n;
		const char *from = source_next(p, &run);

		arch_put(core, ARCH_WINDOW_MPB, offset, from ? from : padding,
			 run);
		offset += run;
		n -= run;
	}
}

/* Pull ---------------------------------------------------------------------- */

static void await_free(uint32_t b)
{
	int32_t partner = buffers.mine[b].partner;

	if (partner != NOBODY) {
		rt_await(meet_reply((uint32_t)partner),
			 word_of(buffers.mine[b].chunk, 0), ARCH_NEVER,
			 (uint32_t)partner, "a chunk of bsp_sync to be taken");
		buffers.mine[b].partner = NOBODY;
	}
}

static void send_pulled(struct partner *p, uint32_t to, uint32_t n)
{
	uint32_t b = buffers.next;

	buffers.next ^= 1;
	await_free(b);
	fill(p, bsp.me, chunk_buffer(b), n);
	/* In my MPB before its reader hears of it. */
	FENCE(bsp_settle, arch_settle(bsp.me));
	p->sent++;
	buffers.mine[b].partner = (int32_t)to;
	buffers.mine[b].chunk = p->sent;
	arch_flag_write(to, meet_ready(bsp.me), word_of(p->sent, b));
}

static void take_pulled(struct partner *p, uint32_t from, uint32_t n)
{
	uint32_t b = await_chunk(meet_ready(from), ++p->taken, from,
				 "a chunk of bsp_sync");

	sink_get(p, from, chunk_buffer(b), n);
	arch_flag_write(from, meet_reply(bsp.me), word_of(p->taken, 0));
}

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
static void give(void)
{
	while (given < CHUNK_BUFFERS) {
		const struct order_step *s = next_step(&gifts);
		struct partner *p;

		if (!s) {
			return;
		}
		p = &bsp.partner[s->partner];
		p->to_give -= chunk_bytes_of(p->to_give);
		arch_flag_write(s->partner, meet_reply(bsp.me),
				word_of(++p->given, buffers.next));
		buffers.next ^= 1;
		given++;
		if (p->to_give > 0) {
			again(&gifts, *s);
		}
	}
}

static void send_pushed(struct partner *p, uint32_t to, uint32_t n)
{
	uint32_t b = await_chunk(meet_reply(to), ++p->sent, to,
				 "room for a chunk of bsp_sync");

	fill(p, to, chunk_buffer(b), n);
	arch_flag_write(to, meet_ready(bsp.me), word_of(p->sent, 0));
}

static void take_pushed(struct partner *p, uint32_t from, uint32_t n)
{
	/* Buffers are given in turn: this one's was the first of those that are. */
	uint32_t b = given == CHUNK_BUFFERS ? buffers.next : buffers.next ^ 1;

	rt_await(meet_ready(from), word_of(++p->taken, 0), ARCH_NEVER, from,
		 "a chunk of bsp_sync");
	sink_get(p, bsp.me, chunk_buffer(b), n);
	given--;
	give();
}

/* All --------------------------------------------------------------------- */

/* Does a step; true if there will be another with that partner. */
static bool step(const struct order_step *s)
{
	struct partner *p = &bsp.partner[s->partner];
	uint32_t *left = s->send ? &p->to_send : &p->to_take;
	uint32_t n = chunk_bytes_of(*left);

	*left -= n;
	RT_TRACE(s->send ? "bsp chunk sent" : "bsp chunk taken", s->partner, n);
	if (s->send) {
		(BSP_PUSHES ? send_pushed : send_pulled)(p, s->partner, n);
	} else {
		(BSP_PUSHES ? take_pushed : take_pulled)(p, s->partner, n);
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

		sink_take(p, from ? from : padding, n);
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
	buffers.room = bsp_options.chunk;
	if (buffers.room == 0 || buffers.room > chunk_bytes()) {
		buffers.room = chunk_bytes();
	}
	collect();
	if (BSP_PUSHES) {
		give();
	}
	while ((s = next_step(&todo))) {
		struct order_step now = *s;

		if (step(&now)) {
			again(&todo, now);
		}
	}
	for (uint32_t b = 0; b < CHUNK_BUFFERS && !BSP_PUSHES; b++) {
		await_free(b);
	}
}

ARCH_COLD void exchange_begin(void)
{
	uint32_t bytes = bsp.procs * ORDER_STEPS * sizeof(*todo.steps);

	todo.steps = malloc(bytes);
	gifts.steps = BSP_PUSHES ? malloc(bytes) : todo.steps;
	if (!todo.steps || !gifts.steps) {
		rt_panic("bsp_begin: no memory for schedules");
	}
	for (uint32_t b = 0; b < CHUNK_BUFFERS; b++) {
		buffers.mine[b].partner = NOBODY;
	}
}

ARCH_COLD void exchange_end(void)
{
	if (BSP_PUSHES) {
		free(gifts.steps);
	}
	free(todo.steps);
}
