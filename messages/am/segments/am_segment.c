/* SPDX-License-Identifier: Apache-2.0 */
/* Segments at their owner: what is stored in them, and who may. */
#include <string.h>

#include "arch/arch.h"
#include "messages/am/segments/am_library.h"
#include "runtime/context.h"
#include "runtime/window.h"

/* Handlers of requests, which am_library.c knows. */
weft_am_handler am_on_map, am_on_words, am_on_block, am_on_placed;

static struct weft_am_segment *volatile segments[WEFT_AM_SEGMENTS];

/*
 * The library's own, with another number each time: a sender that has been given up in the
 * middle may still send to the one before.
 */
static struct weft_am_segment *volatile own;
static uint32_t own_number;

ARCH_COLD int weft_am_segment_open(uint32_t number, struct weft_am_segment *s)
{
	int error = am_library();

	if (error) {
		return error;
	}
	if (!s) {
		return RT_WHY(WEFT_ERR_NULL, "the segment");
	}
	if (number >= WEFT_AM_SEGMENTS) {
		return RT_WHY(WEFT_ERR_NUMBER, "segment: 0 to 15");
	}
	if (!s->memory) {
		error = rt_check(ARCH_WINDOW_MPB, s->offset, s->bytes, am.me);
	}
	if (error || segments[number]) {
		return error ? error
			     : RT_WHY(WEFT_ERR_STATE,
				      "a segment of that number is open");
	}
	s->stored = s->expected = 0;
	s->expects = false;
	segments[number] = s;
	return WEFT_OK;
}

ARCH_COLD int weft_am_segment_close(uint32_t number)
{
	RT_THREAD_ONLY();
	if (number >= WEFT_AM_SEGMENTS) {
		return RT_WHY(WEFT_ERR_NUMBER, "segment: 0 to 15");
	}
	if (!segments[number]) {
		return RT_WHY(WEFT_ERR_STATE, "that segment is not open");
	}
	segments[number] = NULL;
	return WEFT_OK;
}

uint32_t am_segment_own(struct weft_am_segment *s)
{
	static uint32_t times;

	if (s) {
		own_number = WEFT_AM_SEGMENTS + (++times & AM_OWN_LAST);
	}
	own = s;
	return own_number;
}

/* Where handlers run, or none can. */
static void count(struct weft_am_segment *s, uint32_t bytes)
{
	s->stored += bytes;
	while (s->expects && (int32_t)(s->stored - s->expected) >= 0) {
		uint32_t more = s->end ? s->end(s) : 0;

		s->expected += more;
		s->expects = more > 0;
	}
}

ARCH_COLD int weft_am_segment_expect(uint32_t number, int32_t more)
{
	struct weft_am_segment *s;
	enum rt_context before = rt_context;
	arch_irq_state state;

	RT_THREAD_ONLY();
	if (number >= WEFT_AM_SEGMENTS) {
		return RT_WHY(WEFT_ERR_NUMBER, "segment: 0 to 15");
	}
	s = segments[number];
	if (!s) {
		return RT_WHY(WEFT_ERR_STATE, "that segment is not open");
	}
	state = arch_irq_save();
	if (!s->expects) {
		s->expected = s->stored;
		s->expects = true;
	}
	s->expected += (uint32_t)more;
	rt_context = RT_HANDLER;
	count(s, 0);
	rt_context = before;
	arch_irq_restore(state);
	return WEFT_OK;
}

static struct weft_am_segment *segment_of(const struct weft_am_message *m)
{
	uint32_t number = m->word[AM_WORD_HEAD] & AM_HEAD_BYTE;

	if (number < WEFT_AM_SEGMENTS) {
		return segments[number];
	}
	return number == own_number ? own : NULL;
}

/* Nothing that a message says is taken for granted. */
static int am_segment_check(const struct weft_am_message *m, uint32_t bytes,
			    bool near)
{
	const struct weft_am_segment *s = segment_of(m);

	if (!s || m->count < AM_WORD_MORE) {
		return WEFT_ERR_STATE;
	}
	if (!am_fits(m->word[AM_WORD_OFFSET], bytes, s->bytes)) {
		return WEFT_ERR_RANGE;
	}
	return near == !s->memory ? WEFT_OK : WEFT_ERR_WINDOW;
}

int am_segment_place(const struct weft_am_message *m, uint32_t bytes,
		     char **place)
{
	int error = am_segment_check(m, bytes, false);

	if (!error) {
		*place =
			(char *)segment_of(m)->memory + m->word[AM_WORD_OFFSET];
	}
	return error;
}

/* A put is acknowledged, a store counted. */
static void arrived(struct weft_am_message *m, uint32_t bytes, int error)
{
	if (error || am_head_operation(m->word[AM_WORD_HEAD])) {
		am_end(m, error, NULL, 0);
	} else {
		count(segment_of(m), bytes);
	}
}

void am_on_map(struct weft_am_message *m)
{
	const struct weft_am_segment *s = segment_of(m);
	uint32_t words[3] = {0};

	if (!s || m->word[AM_WORD_OFFSET] != s->key) {
		am_end(m, s ? WEFT_ERR_KEY : WEFT_ERR_STATE, NULL, 0);
		return;
	}
	words[0] = !s->memory;
	words[1] = s->offset;
	words[2] = s->bytes;
	am_end(m, WEFT_OK, words, 3);
}

void am_on_words(struct weft_am_message *m)
{
	uint32_t bytes = m->word[AM_WORD_HEAD] >> AM_HEAD_BYTES;
	char *place = NULL;
	int error = am_segment_place(m, bytes, &place);

	if (!error && bytes > 4 * (m->count - AM_WORD_MORE)) {
		error = WEFT_ERR_SIZE;
	}
	if (!error) {
		memcpy(place, m->word + AM_WORD_MORE, bytes);
	}
	arrived(m, bytes, error);
}

void am_on_block(struct weft_am_message *m)
{
	uint32_t bytes = m->word[AM_WORD_HEAD] >> AM_HEAD_BYTES;
	uint32_t block = m->word[AM_WORD_MORE];
	char *place = NULL;
	int error = am_segment_place(m, bytes, &place);

	if (!error &&
	    !am_fits(block, bytes, arch_window_bytes(ARCH_WINDOW_MPB))) {
		error = WEFT_ERR_RANGE;
	}
	if (!error) {
		arch_get(place, m->from, ARCH_WINDOW_MPB, block, bytes);
	}
	arrived(m, bytes, error);
}

void am_on_placed(struct weft_am_message *m)
{
	uint32_t bytes = m->word[AM_WORD_MORE];

	arrived(m, bytes, am_segment_check(m, bytes, true));
}
