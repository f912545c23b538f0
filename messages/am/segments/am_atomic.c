/* SPDX-License-Identifier: Apache-2.0 */
/* Fetch-and-add and compare-and-swap on words of segments, by their owner. */
#include "arch/arch.h"
#include "messages/am/segments/am_library.h"
#include "runtime/wait.h"
#include "runtime/why.h"

weft_am_handler am_on_add, am_on_swap;

static uint32_t *word_of(struct weft_am_message *m)
{
	char *place = NULL;
	int error = am_segment_place(m, 4, &place);

	if (!error && ((uintptr_t)place & 3)) {
		error = RT_WHY(WEFT_ERR_ALIGN,
			       "the word, where the segment lies in memory");
	}
	if (error) {
		am_end(m, error, NULL, 0);
		return NULL;
	}
	return (uint32_t *)(void *)place;
}

void am_on_add(struct weft_am_message *m)
{
	uint32_t *word = word_of(m), was;

	if (word) {
		was = *word;
		*word = was + m->word[AM_WORD_MORE];
		am_end(m, WEFT_OK, &was, 1);
	}
}

void am_on_swap(struct weft_am_message *m)
{
	uint32_t *word = word_of(m), was;

	if (word) {
		was = *word;
		if (was == m->word[AM_WORD_MORE]) {
			*word = m->word[AM_WORD_MORE + 1];
		}
		am_end(m, WEFT_OK, &was, 1);
	}
}

static int am_atomic_check(struct weft_am_remote *r, uint32_t word)
{
	int error = am_check_remote(r, word, r, 4);

	if (error) {
		return error;
	}
	if (word & 3) {
		return RT_WHY(WEFT_ERR_ALIGN, "the word's offset");
	}
	return r->near ? RT_WHY(WEFT_ERR_WINDOW,
				"the segment lies in the MPB: use weft/flag.h")
		       : WEFT_OK;
}

static int am_atomic_start(uint32_t rank, enum am_library_handler handler,
			   uint32_t *words, uint32_t count, uint32_t *was,
			   struct weft_am_counter *counter, uint64_t deadline)
{
	struct am_operation o = {counter, was, 4, NULL, 0};
	uint32_t number;
	int error = am_operation_begin(&o, deadline, &number);

	return error ? error
		     : am_operation_post(number, rank, handler, words, count,
					 deadline);
}

/*
 * Started with a counter; without one it waits for the reply.  In line, since one more
 * call with all these arguments takes a fortieth of the time to the reply.
 */
static inline __attribute__((always_inline)) int
change(struct weft_am_remote *r, enum am_library_handler handler,
       uint32_t *words, uint32_t count, uint32_t *was,
       struct weft_am_counter *counter, weft_us_t within)
{
	int error = am_atomic_check(r, words[AM_WORD_OFFSET]);
	uint64_t deadline;

	if (error) {
		return error;
	}
	words[AM_WORD_HEAD] = am_head(r->segment, 0, 4);
	deadline = rt_deadline(within);
	if (counter) {
		return am_atomic_start(r->rank, handler, words, count, was,
				       counter, deadline);
	}
	return am_ask(r->rank, handler, words, count, was, 4, deadline);
}

int weft_am_fetch_add(struct weft_am_remote *r, uint32_t word, uint32_t addend,
		      uint32_t *was, struct weft_am_counter *counter,
		      weft_us_t within)
{
	uint32_t words[] = {[AM_WORD_OFFSET] = word, [AM_WORD_MORE] = addend};

	return change(r, AM_ON_ADD, words, 3, was, counter, within);
}

int weft_am_compare_swap(struct weft_am_remote *r, uint32_t word,
			 uint32_t expected, uint32_t value, uint32_t *was,
			 struct weft_am_counter *counter, weft_us_t within)
{
	uint32_t words[] = {
		[AM_WORD_OFFSET] = word, [AM_WORD_MORE] = expected, value};

	return change(r, AM_ON_SWAP, words, 4, was, counter, within);
}
