/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A core's ring to its node's server (far.h), and what its answers tell.
 *
 * Interrupts are masked while a record is written and while an answer is awaited, as a
 * handler may have records of its own.  An answer says that all has been done that this
 * core had said to that node before.
 */
#include <string.h>

#include "arch/barrier.h"
#include "arch/common/window.h"

enum {
	RING_MASK = FAR_RING - 1,
	DIRTY_BITS = 32,
};

static uint32_t asked; /* answers in all */

/* Nodes that have been written to since their last answer. */
static uint32_t dirty[MPI_CORES_MAX / DIRTY_BITS];

void far_dirty(uint32_t rank, bool is)
{
	uint32_t node = arch_node(rank), bit = 1u << node % DIRTY_BITS;
	uint32_t *word = &dirty[node / DIRTY_BITS];

	*word = is ? *word | bit : *word & ~bit;
}

void far_publish(uint32_t bytes)
{
	struct far_channel *channel = mpi_host->channel;

	__atomic_store_n(&channel->posted, channel->posted + bytes,
			 __ATOMIC_RELEASE);
}

/*
 * Until the server has taken all of my ring but so many bytes.  Full is normal: it has more
 * to do than we alone.
 */
static void await_taken(uint32_t but)
{
	struct far_channel *channel = mpi_host->channel;
	uint32_t taken;

	for (;;) {
		taken = __atomic_load_n(&channel->taken, __ATOMIC_ACQUIRE);
		if (channel->posted - taken <= but) {
			__atomic_store_n(&channel->short_of_room, 0,
					 __ATOMIC_RELAXED);
			return;
		}
		__atomic_store_n(&channel->short_of_room, 1, __ATOMIC_SEQ_CST);
		mpi_host->ring();
		mpi_host->sleep(&channel->taken, taken, ARCH_NEVER);
	}
}

static uint8_t *reserve(uint32_t bytes)
{
	struct far_channel *channel = mpi_host->channel;

	await_taken(FAR_RING - bytes);
	return channel->ring + (channel->posted & RING_MASK);
}

/* Returns where the bytes that follow go; far_publish(far_room(following)) is next. */
uint8_t *far_begin(struct far_record record)
{
	uint32_t bytes = far_room(far_following(&record));
	uint32_t left = FAR_RING - (mpi_host->channel->posted & RING_MASK);
	uint8_t *at;

	if (left < bytes) {
		struct far_record skip = {.op = FAR_SKIP};

		memcpy(reserve(left), &skip, sizeof(skip));
		far_publish(left);
	}
	at = reserve(bytes);
	record.from = mpi_host->rank;
	memcpy(at, &record, sizeof(record));
	return at + sizeof(record);
}

void far_say(struct far_record record)
{
	arch_irq_state state = arch_irq_save();

	asked += record.op >= FAR_MEET;
	far_begin(record);
	far_publish(FAR_ALIGN);
	mpi_host->ring();
	arch_irq_restore(state);
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
	uint32_t *answers = &mpi_host->channel->answers, seen;

	for (uint32_t looks = 0;
	     (seen = __atomic_load_n(answers, __ATOMIC_ACQUIRE)) != asked;
	     looks++) {
		if (looks >= mpi_host->looks) {
			mpi_host->sleep(answers, seen, ARCH_NEVER);
		} else if (mpi_host->yields) {
			mpi_host->yield();
		} else {
			cpu_relax();
		}
	}
}

uint32_t far_ask(struct far_record record)
{
	arch_irq_state state = arch_irq_save();
	uint32_t value;

	far_say(record);
	await_answers();
	far_dirty(record.rank, false);
	value = mpi_host->channel->value;
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

	for (uint32_t i = 0; i < MPI_CORES_MAX / DIRTY_BITS; i++) {
		for (; dirty[i]; dirty[i] &= dirty[i] - 1) {
			uint32_t bit = (uint32_t)__builtin_ctz(dirty[i]);

			far_say(meeting(
				mpi_host->firsts[i * DIRTY_BITS + bit]));
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
void arch_barrier_quiet(void)
{
	arch_irq_state state = arch_irq_save();

	if (mpi_host->nodes == 2) {
		await_taken(0);
	} else {
		arch_quiet();
	}
	arch_irq_restore(state);
}

void far_print(const char *text, size_t n)
{
	while (n > 0) {
		uint32_t piece = far_piece(n);

		memcpy(far_begin((struct far_record){.op = FAR_CONSOLE,
						     .bytes = piece}),
		       text, piece);
		far_publish(far_room(piece));
		far_ask(meeting(0));
		text += piece;
		n -= piece;
	}
}
