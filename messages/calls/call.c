/* SPDX-License-Identifier: Apache-2.0 */
/* Who asks. */
#include <string.h>

#include "messages/calls/call.h"
#include "runtime/context.h"
#include "runtime/park.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

/* A free slot; or so many as there are. */
static uint32_t call_find(const struct weft_calls *c, bool *some_wait)
{
	*some_wait = false;
	for (uint32_t i = 0; i < c->shape.slots; i++) {
		uint32_t state = c->slot[i].state;

		if (state == CALL_FREE ||
		    (state == CALL_LEFT && call_has_come(c, i))) {
			return i;
		}
		*some_wait |= state == CALL_WAITS;
	}
	return c->shape.slots;
}

static bool can_take(void *what)
{
	const struct weft_calls *c = what;
	bool some_wait;

	return call_find(c, &some_wait) < c->shape.slots || !some_wait;
}

/* Another fiber of mine may take the slot that this one has waited for. */
static int call_take(struct weft_calls *c, weft_rank_t rank, uint64_t deadline,
		     uint32_t *i)
{
	bool some_wait;
	int error = WEFT_OK;

	*i = call_find(c, &some_wait);
	while (!error && *i == c->shape.slots && some_wait) {
		error = rt_park(can_take, c, deadline, rank,
				"a slot for a call");
		*i = call_find(c, &some_wait);
	}
	if (*i == c->shape.slots) {
		return error ? error
			     : RT_WHY(WEFT_ERR_SPACE,
				      "no slot: as many calls are under way");
	}
	c->slot[*i].state = CALL_FREE; /* what comes back late finds none */
	c->slot[*i].stamp += CALL_STEP;
	c->slot[*i].rank = rank;
	c->slot[*i].error = WEFT_OK;
	return WEFT_OK;
}

static int call_ask(const struct weft_calls *c, uint32_t i,
		    const uint32_t *words, uint32_t count, weft_us_t within)
{
	const struct weft_am_dest to = {c->slot[i].rank, c->shape.endpoint,
					CALL_TAG, c->shape.endpoint};
	uint32_t question[WEFT_AM_WORDS] = {c->slot[i].stamp};

	for (uint32_t n = 0; n < count; n++) {
		question[n + 1] = words[n];
	}
	return weft_am_request(&to, CALL_SERVE, question, count + 1, within);
}

/*
 * What is short is read as words, head and all: a copy from the own MPB costs more than
 * the reply did.
 */
static int take_reply(const struct weft_calls *c, uint32_t i, void *reply,
		      size_t *bytes)
{
	uint32_t place = call_place(c, i), words[CALL_SHORT];
	size_t room = bytes ? *bytes : 0;

	if (c->slot[i].error) {
		return c->slot[i].error;
	}
	if (!bytes) {
		return WEFT_OK;
	}
	arch_flags_read(words, arch_rank(), place, c->words);
	*bytes = words[CALL_BYTES];
	if (*bytes > room || *bytes > c->shape.bytes) {
		return RT_WHY(WEFT_ERR_RANGE,
			      "the reply is longer than *bytes was");
	}
	if (*bytes > (c->words - CALL_WORDS) * sizeof(*words)) {
		arch_get(reply, arch_rank(), ARCH_WINDOW_MPB, place + CALL_HEAD,
			 *bytes);
		return WEFT_OK;
	}
	memcpy(reply, words + CALL_WORDS, *bytes);
	return WEFT_OK;
}

static int call_check(const struct weft_calls *c, weft_rank_t rank,
		      const uint32_t *words, uint32_t count, const void *reply,
		      const size_t *bytes)
{
	if (!c || (count && !words) || (bytes && *bytes && !reply)) {
		return RT_WHY(WEFT_ERR_NULL, "calls, words or reply");
	}
	if (rank >= arch_count()) {
		return RT_WHY(WEFT_ERR_RANK, "no such core");
	}
	return count > WEFT_CALL_WORDS
		       ? RT_WHY(WEFT_ERR_SIZE, "more than WEFT_CALL_WORDS")
		       : WEFT_OK;
}

int weft_call(struct weft_calls *c, weft_rank_t rank, const uint32_t *words,
	      uint32_t count, void *reply, size_t *bytes, weft_us_t within)
{
	uint64_t deadline;
	uint32_t i;
	int error;

	RT_THREAD_ONLY();
	error = call_check(c, rank, words, count, reply, bytes);
	if (error) {
		return error;
	}
	if (!c->shape.slots) {
		return RT_WHY(WEFT_ERR_STATE, "it is not open here");
	}
	deadline = rt_deadline(within);
	error = call_take(c, rank, deadline, &i);
	if (error) {
		return error;
	}
	RT_TRACE("call", rank, count);
	c->slot[i].state = CALL_WAITS;
	error = call_ask(c, i, words, count, within);
	if (!error) {
		error = rt_await(call_place(c, i), c->slot[i].stamp, deadline,
				 rank, "a reply to a call");
		if (error) {
			c->slot[i].state = CALL_LEFT;
			return error;
		}
		error = take_reply(c, i, reply, bytes);
	}
	c->slot[i].state = CALL_FREE;
	return error;
}
