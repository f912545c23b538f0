/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A core's ring to its node's server (far.h), and what its answers tell.
 *
 * Interrupts are masked while a record is written and while an answer is awaited, as a
 * handler may have records of its own.  An answer says that all has been done that this
 * core had said to that node before.
 */
#include <string.h>

#include "arch/common/far/far_say.h"
#include "arch/common/port.h"
#include "arch/nodes.h"

#include <board.h>

enum {
	RING_MASK = FAR_RING - 1,
	DIRTY_BITS = 32,
};

static uint32_t asked; /* answers in all */
static bool soon; /* something is in the ring that the bell has not told of */

/* Nodes that have been written to since their last answer. */
static uint32_t dirty[FAR_NODES / DIRTY_BITS];

void far_dirty(uint32_t rank, bool is)
{
	uint32_t node = arch_node(rank), bit = 1u << node % DIRTY_BITS;
	uint32_t *word = &dirty[node / DIRTY_BITS];

	*word = is ? *word | bit : *word & ~bit;
}

/*
 * Until the server has taken all of my ring but so many bytes.  Full is normal: it has more
 * to do than we alone.
 */
static void await_taken(uint32_t but)
{
	uint32_t taken;

	if (far_serves()) {
		return;
	}
	while (taken = far_taken(), far_posted() - taken > but) {
		far_await_taken(taken);
	}
}

static uint32_t reserve(uint32_t bytes)
{
	await_taken(FAR_RING - bytes);
	return far_posted() & RING_MASK;
}

/* Returns where the bytes that follow go; far_post(far_room(following)) is next. */
uint32_t far_begin(struct far_record record)
{
	uint32_t bytes = far_room(far_following(&record));
	uint32_t left = FAR_RING - (far_posted() & RING_MASK), at;

	if (left < bytes) {
		struct far_record skip = {.op = FAR_SKIP};

		far_lay(reserve(left), (const void *)&skip, sizeof(skip), 0);
		far_post(left);
	}
	at = reserve(bytes);
	record.from = arch_rank();
	far_lay(at, (const void *)&record, sizeof(record), 0);
	return at + (uint32_t)sizeof(record);
}

/* Full is normal: the server, which is this core, has turns until there is room. */
#if FAR_SERVES
uint8_t *far_begin_at_once(struct far_record record)
{
	uint8_t *to;
	uint32_t seen;

	record.from = arch_rank();
	while (!(to = far_hand(&record))) {
		far_bell();
		seen = far_taken();
		to = far_hand(&record);
		if (to) {
			break;
		}
		far_await_turn(seen);
	}
	return to;
}
#else
uint8_t *far_begin_at_once(struct far_record record)
{
	(void)record;
	return 0;
}
#endif

/* A record that no bytes follow. */
static void put_alone(struct far_record record)
{
	if (far_serves()) {
		far_begin_at_once(record);
		return;
	}
	far_begin(record);
	far_post(FAR_ALIGN);
}

void far_say(struct far_record record)
{
	arch_irq_state state = arch_irq_save();

	asked += record.op >= FAR_MEET;
	put_alone(record);
	soon = false;
	far_bell();
	arch_irq_restore(state);
}

void far_say_soon(struct far_record record)
{
	arch_irq_state state = arch_irq_save();

	put_alone(record);
	soon = true;
	arch_irq_restore(state);
}

void far_hurry(void)
{
	if (soon) {
		soon = false;
		far_bell();
	}
}

/* What is written there: a later arch_quiet or arch_settle has to ask. */
void far_write(struct far_record record)
{
	arch_irq_state state = arch_irq_save();

	far_dirty(record.rank, true);
	far_say(record);
	arch_irq_restore(state);
}

static void await_answers(void)
{
	uint32_t seen;

	for (uint32_t looks = 0; (seen = far_answers()) != asked; looks++) {
		far_await_answers(seen, looks);
	}
}

uint32_t far_ask(struct far_record record)
{
	arch_irq_state state = arch_irq_save();
	uint32_t value;

	far_say(record);
	await_answers();
	far_dirty(record.rank, false);
	value = far_value();
	arch_irq_restore(state);
	return value;
}

/* The node meets what was said to it. */
static struct far_record meeting(uint32_t rank)
{
	return (struct far_record){.op = FAR_MEET, .rank = rank};
}

void far_settle(uint32_t rank)
{
	uint32_t node = arch_node(rank);

	if (dirty[node / DIRTY_BITS] >> node % DIRTY_BITS & 1) {
		far_ask(meeting(rank));
	}
}

/* All at once. */
void far_quiet(void)
{
	arch_irq_state state = arch_irq_save();

	for (uint32_t i = 0; i < FAR_NODES / DIRTY_BITS; i++) {
		for (; dirty[i]; dirty[i] &= dirty[i] - 1) {
			uint32_t bit = (uint32_t)__builtin_ctz(dirty[i]);

			far_say(meeting(far_first(i * DIRTY_BITS + bit)));
		}
	}
	await_answers();
	arch_irq_restore(state);
}

/*
 * Two nodes have one way for all that cores of the first say to the second, and it
 * keeps the order.  So what the server has taken comes there before any news of what
 * comes later: that is all that a barrier needs, and no answer.  With three, news may
 * come by way of the third.
 */
void far_barrier_quiet(void)
{
	arch_irq_state state = arch_irq_save();

	if (arch_nodes() == 2) {
		await_taken(0);
	} else {
		arch_quiet();
	}
	arch_irq_restore(state);
}

/* From memory. */
static void far_lay_record(struct far_record record, const uint8_t *bytes)
{
	if (far_serves()) {
		memcpy(far_begin_at_once(record), bytes, record.bytes);
		return;
	}
	far_lay(far_begin(record), bytes, record.bytes, 0);
	far_post(far_room(record.bytes));
}

void far_print(const char *text, size_t n)
{
	while (n > 0) {
		uint32_t piece = far_piece(n);

		far_lay_record(
			(struct far_record){.op = FAR_CONSOLE, .bytes = piece},
			(const void *)text);
		far_ask(meeting(0));
		text += piece;
		n -= piece;
	}
}
