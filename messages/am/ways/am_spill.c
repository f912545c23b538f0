/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pieces: how entries get into a queue when slots are full, without the receiver's thread.
 *
 * A sender puts a piece into its own MPB, with a head that says where it belongs, and rings
 * the receiver's bell.  The receiver's round, in an interrupt, copies the piece into the
 * queue and says so in a word at the sender (models/am_spill.pml).  A core has room for one
 * piece, so it waits until the one before was copied.  No thread is needed for that, so two
 * cores that send to each other do not block.
 *
 * The receiver's thread tells what it has taken from the queue by another word at the
 * sender.  It sends no message for that, so it never waits for a busy sender.
 *
 * MPB: the piece, a 32nd of it, or 96 bytes at least, and two words for each core; bells
 * (runtime/bell.h).
 */
#include <string.h>

#include "arch/arch.h"
#include "arch/fence.h"
#include "messages/am/ways/am_spill.h"
#include "messages/liveness.h"
#include "messages/notify.h"
#include "runtime/bell.h"
#include "runtime/context.h"
#include "runtime/table.h"
#include "runtime/wait.h"

enum {
	/* Bytes of a piece's place: its head, and an entry's without data. */
	LEAST = 4 * AM_PIECE_WORDS + 64,
	USUAL = 128, /* .. if there is room, in a small window */
	MOST = 1024,
};

static uint32_t channel;

static struct {
	uint32_t place, bytes; /* of the piece */
	/* Offsets of words by core: pieces; .. of its queue. */
	uint32_t taken, credit;
	uint32_t *sent; /* pieces, to each core */
	uint32_t *got;  /* .. and from it */
	uint32_t rank;  /* the last was for this core */
	struct liveness_watch watch;
} spill;

static ARCH_COLD uint32_t am_spill_most_bytes(void)
{
	uint32_t n = arch_window_bytes(ARCH_WINDOW_MPB) >> 5;

	return n < USUAL ? USUAL : n > MOST ? MOST : n;
}

static ARCH_COLD uint32_t word_bytes(const struct rt_run *run)
{
	return rt_to_line(rt_flag_bytes(2 * run->count));
}

/* The place has what the words leave, in whole lines. */
static ARCH_COLD uint32_t am_spill_bytes(const struct rt_run *run,
					 uint32_t offered)
{
	uint32_t words = word_bytes(run);
	uint32_t place = offered > words && !AM_LEAST ? offered - words : 0;

	place &= ~(uint32_t)(ARCH_LINE - 1);
	place = place < LEAST ? LEAST : place;
	return words + am_min(place, am_spill_most_bytes());
}

static ARCH_COLD void am_spill_placed(const struct rt_run *run, uint32_t offset,
				      uint32_t size)
{
	uint32_t place;

	if (size == 0) {
		return;
	}
	rt_bells_used = true;
	spill.place = offset;
	place = size - word_bytes(run);
	spill.bytes = place - 4 * AM_PIECE_WORDS;
	spill.taken = offset + place;
	spill.credit = rt_flag(spill.taken, run->count);
	spill.sent = rt_table(run->count, 8, "no memory for am_spill");
	spill.got = spill.sent + run->count;
	for (uint32_t i = 0; i < run->count; i++) {
		spill.sent[i] = spill.got[i] = run->epoch;
	}
	rt_flags_preset(spill.taken, run->count, run->epoch);
	rt_flags_preset(spill.credit, run->count, am_way_begin());
}

/* Is the place free?  The last piece has been taken, or never will be. */
static bool is_taken(void)
{
	uint32_t word = arch_flag_read(am.me, rt_flag(spill.taken, spill.rank));

	return (int32_t)(word - spill.sent[spill.rank]) >= 0;
}

/* A receiver has stopped, or this core is taken for that: its piece counts as taken. */
static ARCH_COLD void lost(uint32_t core)
{
	for (uint32_t i = 0; spill.sent && i < am.count; i++) {
		if (i == core || core == am.me) {
			arch_flag_write(am.me, rt_flag(spill.taken, i),
					spill.sent[i]);
		}
	}
}

static bool round(enum rt_round why)
{
	if (why == RT_TICK && liveness_watches() && !is_taken()) {
		liveness_look(&spill.watch, spill.rank, spill.sent[spill.rank],
			      0);
	}
	return false;
}

/* A piece's head is not trusted.  A damaged piece counts as taken, and goes nowhere. */
static void am_spill_take(uint32_t from)
{
	uint32_t head[AM_PIECE_WORDS];
	void *to;

	arch_flags_read(head, from, spill.place, AM_PIECE_WORDS);
	if (head[AM_PIECE_NUMBER] != spill.got[from] + 1) {
		return; /* it has been taken */
	}
	to = am_queue_piece(from, head);
	if (to && head[AM_PIECE_BYTES] <= spill.bytes) {
		arch_get(to, from, ARCH_WINDOW_MPB,
			 spill.place + 4 * AM_PIECE_WORDS,
			 head[AM_PIECE_BYTES]);
		am_queue_come(from, head[AM_PIECE_PUT]);
	}
	spill.got[from]++;
	arch_flag_write(from, rt_flag(spill.taken, am.me), spill.got[from]);
}

static void notified(uint32_t from, uint32_t times)
{
	(void)times;
	am_spill_take(from);
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "am_spill",
	.bytes = am_spill_bytes,
	.placed = am_spill_placed,
	.round = round,
	.notified = notified,
	.channel = &channel,
	.looks = 1,
	.lost = lost,
};
RT_PART_DEALT(part);

uint32_t am_spill_most(void)
{
	return spill.bytes;
}

int am_spill_idle(uint64_t deadline)
{
	if (!spill.sent) {
		return WEFT_OK;
	}
	return rt_await(rt_flag(spill.taken, spill.rank),
			spill.sent[spill.rank], deadline, spill.rank,
			"a piece of a queue to be taken");
}

/* The receiver takes it in an interrupt, so this serves nothing while it waits. */
int am_spill_send(uint32_t rank, const uint32_t *head, const void *first,
		  uint32_t first_bytes, const void *rest, uint64_t deadline)
{
	uint32_t at = spill.place + 4 * AM_PIECE_WORDS;
	uint32_t all[AM_PIECE_WORDS];
	arch_irq_state state;
	bool dead;
	int error = am_spill_idle(deadline);

	if (error) {
		return error;
	}
	memcpy(all, head, sizeof(all));
	/* A core may be given up at any time; then nobody says that this is taken. */
	state = arch_irq_save();
	dead = am.mode.evicted || am.peer[rank].state;
	if (!dead) {
		spill.rank = rank;
		all[AM_PIECE_NUMBER] = ++spill.sent[rank];
	}
	arch_irq_restore(state);
	if (dead) {
		return WEFT_ERR_DEAD;
	}
	arch_put(am.me, ARCH_WINDOW_MPB, at, first, first_bytes);
	if (head[AM_PIECE_BYTES] > first_bytes) {
		arch_put(am.me, ARCH_WINDOW_MPB, at + first_bytes, rest,
			 head[AM_PIECE_BYTES] - first_bytes);
	}
	arch_flags_write(am.me, spill.place, all, AM_PIECE_WORDS);
	/*
	 * It is in my window, and told of in another one.  Pairs with am_spill_take()
	 * there, which reads the piece after it has seen the bell.
	 */
	FENCE(am_spilled, arch_settle(am.me));
	state = arch_irq_save();
	notify_ring(rank, 1, channel);
	arch_irq_restore(state);
	return WEFT_OK;
}

/* The news makes a sender that waits for room look again. */
void am_spill_credit(uint32_t rank, uint32_t taken)
{
	if (spill.sent) {
		arch_flag_write(rank, rt_flag(spill.credit, am.me), taken);
		am_tell(rank, am_news(AM_NEWS_ROOM | am.me, taken >> 2));
	}
}

uint32_t am_spill_taken(uint32_t rank)
{
	return arch_flag_read(am.me, rt_flag(spill.credit, rank));
}

ARCH_COLD int weft_am_way_spill(struct weft_am_way *way)
{
	RT_THREAD_ONLY();
	if (!way) {
		return WEFT_ERR_NULL;
	}
	if (way->link || way->share == 0 || !spill.sent) {
		return RT_WHY(WEFT_ERR_STATE, "the way is not open by a "
					      "segment, or no queue is there");
	}
	/* To itself a core makes room by serving. */
	way->spills = way->there.rank != am.me;
	return WEFT_OK;
}
