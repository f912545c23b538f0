/* SPDX-License-Identifier: Apache-2.0 */
/* A core's side of its channel: door.h, far_core.h. */
#include "arch/common/far/chip/door.h"
#include "arch/common/far/far_say.h"

enum {
	TIDINGS_COUNT = 24, /* bits of a count, below the core's number */
};

static uint32_t posted, posts;

static struct arch_addr mine(uint32_t place)
{
	return (struct arch_addr){arch_rank(), ARCH_WINDOW_MPB, far_at(place)};
}

/* What is in the ring has landed before the door can know of it. */
void far_post(uint32_t bytes)
{
	uint32_t me = arch_rank(), door = arch_link_door();

	posted += bytes;
	posts++;
	arch_settle(me);
	arch_flag_write(door, far_at(FAR_POSTED_AT) + 4 * (me - door), posted);
	arch_flag_write(door, far_at(FAR_TIDINGS_AT),
			(me - door) << TIDINGS_COUNT |
				(posts & ((1u << TIDINGS_COUNT) - 1)));
}

uint32_t far_posted(void)
{
	return posted;
}

void far_bell(void)
{
	if (far_is_door()) {
		arch_settle(arch_rank());
		far_door_turn();
	} else {
		arch_link_ring();
	}
}

static uint32_t word_of_mine(uint32_t place)
{
	return arch_flag_read(arch_rank(), far_at(place));
}

/*
 * The door writes this word, and takes turns while it waits for one itself, also with
 * interrupts masked (arch/links.h).  No deadline: a turn takes a bounded time, and another
 * chip that does not answer ends the run (far_links_unanswered).  If the door of this chip
 * stops, or never lets its interrupts in, its cores wait for good, until a core of another
 * chip wants something of this one.
 */
static void await_word(uint32_t place, uint32_t seen, uint64_t deadline)
{
	struct arch_word word = {arch_rank(), far_at(place), seen + 1,
				 arch_link_door()};

	arch_await(&word, deadline);
}

uint32_t far_taken(void)
{
	return word_of_mine(FAR_TAKEN_AT);
}

void far_await_taken(uint32_t seen)
{
	far_bell();
	await_word(FAR_TAKEN_AT, seen, ARCH_NEVER);
}

bool far_serves(void)
{
	return far_is_door();
}

/* A turn writes this word if the door's last record had no room. */
void far_await_turn(uint32_t seen)
{
	await_word(FAR_TAKEN_AT, seen, ARCH_NEVER);
}

/* As site_ring reads. */
void far_hand_window(uint8_t *to, struct arch_addr from, uint32_t n)
{
	uint32_t words = from.offset & 3 ? 0 : n >> 2;

	if (words > 0) {
		arch_settle(from.rank);
		arch_flags_read((uint32_t *)(void *)to, from.rank, from.offset,
				words);
	}
	if (n > words << 2) {
		arch_get(to + (words << 2), from.rank, from.window,
			 from.offset + (words << 2), n - (words << 2));
	}
}

void far_lay(uint32_t at, const volatile uint8_t *from, uint32_t n,
	     uint32_t align)
{
	(void)align;
	arch_put(arch_rank(), ARCH_WINDOW_MPB, far_at(FAR_RING_AT) + at,
		 (const void *)from, n);
}

void far_lay_window(uint32_t at, struct arch_addr from, uint32_t n)
{
	arch_copy(mine(FAR_RING_AT + at), from, n);
}

void far_lay_answer(uint32_t at, uint32_t n, uint32_t align)
{
	(void)align;
	arch_copy(mine(FAR_RING_AT + at), mine(FAR_ANSWER_AT), n);
}

uint32_t far_answers(void)
{
	return word_of_mine(FAR_ANSWERS_AT);
}

void far_await_answers(uint32_t seen, uint32_t looks)
{
	(void)looks;
	await_word(FAR_ANSWERS_AT, seen, ARCH_NEVER);
}

uint32_t far_value(void)
{
	return word_of_mine(FAR_VALUE_AT);
}

void far_answer_get(void *to, uint32_t n)
{
	arch_get(to, arch_rank(), ARCH_WINDOW_MPB, far_at(FAR_ANSWER_AT), n);
}

void far_answer_put(struct arch_addr to, uint32_t n)
{
	arch_copy(to, mine(FAR_ANSWER_AT), n);
}

uint32_t far_news(void)
{
	return word_of_mine(FAR_NEWS_AT);
}

/* With interrupts as they are: the door's come meanwhile. */
void far_await_news(uint32_t seen, uint64_t deadline)
{
	await_word(FAR_NEWS_AT, seen, deadline);
}
