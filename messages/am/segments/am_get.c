/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Split-phase get.  The owner does what is written: it puts what was asked for in its reply,
 * or in a block of the asker's MPB, and replies then.
 */
#include <string.h>

#include "arch/arch.h"
#include "messages/am/segments/am_library.h"
#include "runtime/wait.h"
#include "runtime/why.h"

weft_am_handler am_on_get;

static const uint32_t NO_BLOCK = UINT32_MAX; /* the reply has room for it */

void am_on_get(struct weft_am_message *m)
{
	uint32_t bytes = m->word[AM_WORD_HEAD] >> AM_HEAD_BYTES;
	uint32_t words[WEFT_AM_WORDS - 2] = {0}, count = 0;
	uint32_t block = m->word[AM_WORD_MORE];
	char *place = NULL;
	int error = am_segment_place(m, bytes, &place);

	if (error) {
		am_end(m, error, NULL, 0);
		return;
	}
	if (block == NO_BLOCK && bytes <= sizeof(words)) {
		memcpy(words, place, bytes);
		count = (bytes + 3) >> 2;
	} else if (am_fits(block, bytes, arch_window_bytes(ARCH_WINDOW_MPB))) {
		arch_put(m->from, ARCH_WINDOW_MPB, block, place, bytes);
	} else {
		error = WEFT_ERR_RANGE;
	}
	am_end(m, error, words, count);
}

static void take_block(const struct am_operation *o, int error)
{
	if (!error && o->to) {
		arch_get(o->to, am.me, ARCH_WINDOW_MPB,
			 am_block_offset(o->block), o->bytes);
	}
	am_block_free(o->block);
}

/* A part of a get, no longer than a block. */
static int get_part(struct weft_am_remote *r, uint32_t offset,
		    struct am_operation *o, uint64_t deadline)
{
	uint32_t words[AM_WORD_MORE + 1] = {
		offset, am_head(r->segment, 0, o->bytes), NO_BLOCK};
	uint32_t number;
	int error = WEFT_OK;

	if (o->finish) {
		error = am_block_take(deadline, &o->block);
		words[AM_WORD_MORE] = am_block_offset(o->block);
	}
	if (error) {
		return error;
	}
	error = am_operation_begin(o, deadline, &number);
	if (!error) {
		error = am_operation_post(number, r->rank, AM_ON_GET, words,
					  AM_WORD_MORE + 1, deadline);
	}
	if (error && o->finish) {
		am_block_free(o->block);
	}
	return error;
}

int weft_am_get(void *to, struct weft_am_remote *r, uint32_t offset,
		size_t bytes, struct weft_am_counter *counter, weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	uint32_t left = (uint32_t)bytes, at = 0;
	int error = am_check_remote(r, offset, to, bytes);

	if (error || !counter) {
		return error ? error : RT_WHY(WEFT_ERR_NULL, "counter");
	}
	if (r->near) {
		arch_get(to, r->rank, ARCH_WINDOW_MPB, r->offset + offset,
			 bytes);
		return WEFT_OK;
	}
	for (; !error && at < left; at += am_min(left - at, am_block_bytes())) {
		struct am_operation o = {
			.counter = counter,
			.to = (char *)to + at,
			.bytes = am_min(left - at, am_block_bytes()),
		};

		if (o.bytes > AM_SHORT_BYTES) {
			o.finish = take_block;
		}
		error = get_part(r, offset + at, &o, deadline);
	}
	return error;
}
