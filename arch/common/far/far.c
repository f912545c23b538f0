/* SPDX-License-Identifier: Apache-2.0 */
/* Windows of other nodes, by records for this node's server (far.h, far_ring.c). */
#include <string.h>

#include "arch/barrier.h"
#include "arch/common/far/far_say.h"
#include "arch/common/port.h"

#include <board.h>

enum {
	WORD = sizeof(uint32_t)
};

/* `bytes` follow, or are wanted. */
static struct far_record about(uint32_t op, struct arch_addr what,
			       uint32_t value, uint32_t bytes)
{
	return (struct far_record){.op = op,
				   .rank = what.rank,
				   .offset = what.offset,
				   .value = value,
				   .bytes = bytes};
}

static struct arch_addr at(uint32_t rank, uint32_t offset)
{
	return (struct arch_addr){rank, ARCH_WINDOW_MPB, offset};
}

/*
 * Bytes of a copy's first piece: what is behind it begins with a word of that window, since
 * a word in two pieces would be read or written in two steps (ARCH_ATOM).
 */
static uint32_t piece_of(uint32_t offset, size_t n, uint32_t most)
{
	return n <= most ? (uint32_t)n
			 : most - ((offset + most) & (ARCH_ATOM - 1));
}

/* Up to FAR_ANSWER bytes: all is asked for before any comes. */
static void fetch(struct arch_addr from, uint32_t n)
{
	uint32_t place = 0, piece;

	while ((piece = piece_of(from.offset, n, FAR_PIECE)) < n) {
		far_say(about(FAR_GET, from, place, piece));
		from.offset += piece;
		place += piece;
		n -= piece;
	}
	far_ask(about(FAR_GET, from, place, n));
}

void far_get(void *dst, uint32_t rank, uint32_t offset, size_t n)
{
	struct arch_addr from = at(rank, offset);
	uint8_t *to = dst;

	while (n > 0) {
		arch_irq_state state = arch_irq_save();
		uint32_t piece = piece_of(offset, n, FAR_ANSWER);

		fetch(from, piece);
		far_answer_get(to, piece);
		arch_irq_restore(state);
		from.offset = offset += piece;
		to += piece;
		n -= piece;
	}
}

/* How many bytes of a copy go in one record. */
static uint32_t most_of(uint32_t rank)
{
#if FAR_SERVES
	if (far_serves()) {
		return far_hand_most(rank);
	}
#endif
	(void)rank;
	return FAR_PIECE;
}

/* This core is the server. */
static void copy_at_once(struct far_record record,
			 const volatile uint8_t *memory, struct arch_addr src,
			 bool fetched)
{
#if FAR_SERVES
	uint8_t *to = far_begin_at_once(record);

	if (memory) {
		memcpy(to, (const void *)memory, record.bytes);
	} else if (fetched) {
		far_answer_get(to, record.bytes);
	} else {
		far_hand_window(to, src, record.bytes);
	}
#else
	(void)record, (void)memory, (void)src, (void)fetched;
#endif
}

/* From memory, if there is some, else from `src`. */
static void copy_piece(struct arch_addr dst, const volatile uint8_t *memory,
		       struct arch_addr src, uint32_t n, bool tells)
{
	struct far_record record = about(FAR_PUT, dst, 0, n);
	bool fetched = !memory && BOARD_FAR(src.rank);
	uint32_t at;

	if (fetched) {
		fetch(src, n);
	}
	if (!BOARD_FAR(dst.rank)) {
		far_answer_put(dst, n);
		return;
	}
	if (!tells) {
		far_dirty(dst.rank, true);
	}
	if (far_serves()) {
		copy_at_once(record, memory, src, fetched);
		return;
	}
	at = far_begin(record);
	if (memory) {
		far_lay(at, memory, n, dst.offset);
	} else if (fetched) {
		far_lay_answer(at, n, src.offset);
	} else {
		far_lay_window(at, src, n);
	}
	far_post(far_room(n));
}

static void copy(struct arch_addr dst, const volatile uint8_t *memory,
		 struct arch_addr src, size_t n, bool tells)
{
	bool fetches = !memory && BOARD_FAR(src.rank);

	while (n > 0) {
		arch_irq_state state = arch_irq_save();
		uint32_t piece = piece_of(
			dst.offset, n,
			fetches ? FAR_PIECE : most_of(dst.rank));

		copy_piece(dst, memory, src, piece, tells);
		if (far_serves() && piece < n) {
			far_bell(); /* a message is full */
		}
		arch_irq_restore(state);
		dst.offset += piece;
		src.offset += piece;
		memory += memory ? piece : 0;
		n -= piece;
	}
}

void far_copy(struct arch_addr dst, struct arch_addr src, size_t n)
{
	copy(dst, NULL, src, n, false);
}

/* Whole words are those of the window that it goes to. */
void far_put(uint32_t rank, uint32_t offset, const void *src, size_t n)
{
	copy(at(rank, offset), src, at(rank, offset), n, false);
}

#if ARCH_WORDS_TELL
void arch_words_tell(uint32_t rank, uint32_t offset, const uint32_t *words,
		     uint32_t n)
{
	const void *from = words;

	if (BOARD_FAR(rank)) {
		copy(at(rank, offset), from, at(rank, offset),
		     n * sizeof(*words), true);
	} else {
		arch_put(rank, ARCH_WINDOW_MPB, offset, from,
			 n * sizeof(*words));
	}
}
#endif

void far_flags_write(uint32_t rank, uint32_t offset, const uint32_t *words,
		     uint32_t n)
{
	far_put(rank, offset + WORD, words + 1, (n - 1) * sizeof(*words));
	far_write(about(FAR_FLAG, at(rank, offset), words[0], 0));
}

#if ARCH_FLAG_TELL
void arch_flag_tell(uint32_t rank, uint32_t offset, uint32_t value)
{
	if (BOARD_FAR(rank)) {
		far_say(about(FAR_FLAG, at(rank, offset), value, 0));
	} else {
		arch_flag_write(rank, offset, value);
	}
}
#endif

#if ARCH_FLAG_TELL_SOON
void arch_flag_tell_soon(uint32_t rank, uint32_t offset, uint32_t value)
{
	if (BOARD_FAR(rank)) {
		far_say_soon(about(FAR_FLAG, at(rank, offset), value, 0));
	} else {
		arch_flag_write(rank, offset, value);
	}
}
#endif

uint32_t far_flag_read(uint32_t rank, uint32_t offset)
{
	uint32_t value;

	far_get(&value, rank, offset, sizeof(value));
	return value;
}

uint32_t far_update(enum far_update how, uint32_t rank, uint32_t offset,
		    uint32_t expected, uint32_t value)
{
	struct far_record record = about(FAR_SWAP + how, at(rank, offset),
					 value, 0); /* in its order */

	record.expected = expected;
	return far_ask(record);
}

bool far_tas(uint32_t rank)
{
	return far_ask(about(FAR_TAKE, at(rank, 0), 0, 0));
}

void far_tas_clear(uint32_t rank)
{
	far_write(about(FAR_FREE, at(rank, 0), 0, 0));
}

/* Rule (c): behind what was written there. */
void far_raise(uint32_t rank)
{
	far_write(about(FAR_RAISE, at(rank, 0), 0, 0));
}

void far_watch(const struct arch_word *word, bool on)
{
	far_say(about(on ? FAR_WATCH_IT : FAR_FORGET,
		      at(word->rank, word->offset), word->value, 0));
}

static bool has_come(const struct arch_word *what)
{
	return (int32_t)(far_flag_read(what->rank, what->offset) -
			 what->value) >= 0;
}

/* Its server tells when the word has come, also if that is before it was asked. */
enum arch_result far_await(const struct arch_word *what, uint64_t deadline)
{
	uint32_t seen;
	bool watches = false, come;

	for (;;) {
		seen = far_news();
		come = has_come(what);
		if (come || arch_cycles() >= deadline) {
			break;
		}
		far_watch(what, true);
		watches = true;
		far_await_news(seen, deadline);
	}
	if (watches) {
		far_watch(what, false);
	}
	return come ? ARCH_OK : ARCH_TIMEOUT;
}
