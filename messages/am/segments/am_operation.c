/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations under way, by number.  The thread takes one that is free and gives it its
 * counter last; a handler takes the counter away last.  So neither needs a lock.
 */
#include <string.h>

#include "arch/arch.h"
#include "messages/am/segments/am_library.h"
#include "runtime/wait.h"

static struct am_operation operations[AM_OPERATIONS];
static uint32_t next = 1; /* where the thread looks first */

/* For those that nobody waits for. */
static struct weft_am_counter forgotten;

static struct weft_am_counter *volatile *counter_of(uint32_t number)
{
	return &operations[number].counter;
}

static bool find_free(uint32_t *number)
{
	for (uint32_t i = 1; i < AM_OPERATIONS; i++) {
		next = next + 1 < AM_OPERATIONS ? next + 1 : 1;
		if (!*counter_of(next)) {
			*number = next;
			return true;
		}
	}
	return false;
}

static bool is_any_free(void *what)
{
	return find_free(what) || am.mode.evicted;
}

int am_operation_begin(const struct am_operation *operation, uint64_t deadline,
		       uint32_t *number)
{
	int error = WEFT_OK;

	while (!error && !find_free(number)) {
		error = am.mode.evicted
				? WEFT_ERR_DEAD
				: am_serve_until(is_any_free, number, deadline,
						 RT_ANYONE, "an operation");
	}
	if (!error) {
		struct am_operation *o = &operations[*number];
		struct weft_am_counter *counter = operation->counter;

		o->to = operation->to;
		o->bytes = operation->bytes;
		o->block = operation->block;
		o->finish = operation->finish;
		counter->issued++;
		*counter_of(*number) = counter;
	}
	return error;
}

void am_operation_drop(uint32_t number)
{
	(*counter_of(number))->issued--;
	*counter_of(number) = NULL;
}

int am_operation_post(uint32_t number, uint32_t rank,
		      enum am_library_handler handler, uint32_t *words,
		      uint32_t count, uint64_t deadline)
{
	int error;

	words[AM_WORD_HEAD] |= number << AM_HEAD_OPERATION;
	error = am_post(rank, handler, words, count, deadline);
	if (error) {
		am_operation_drop(number);
	}
	return error;
}

static void take_result(const struct am_operation *o, const uint32_t *words,
			uint32_t count)
{
	if (o->to && o->bytes <= 4 * count) {
		memcpy(o->to, words, o->bytes);
	}
}

void am_operation_end(uint32_t number, int error, const uint32_t *words,
		      uint32_t count)
{
	struct weft_am_counter *counter =
		number < AM_OPERATIONS ? *counter_of(number) : NULL;
	const struct am_operation *o = &operations[number];

	if (!counter) {
		return;
	}
	if (o->finish) {
		o->finish(o, error);
	} else if (!error) {
		take_result(o, words, count);
	}
	if (error && !counter->error) {
		counter->error = error;
	}
	*counter_of(number) = NULL;
	counter->done++;
}

bool am_operation_waits(uint32_t number)
{
	return number < AM_OPERATIONS && *counter_of(number) &&
	       *counter_of(number) != &forgotten;
}

ARCH_COLD void am_operation_forget(uint32_t number)
{
	arch_irq_state state = arch_irq_save();

	if (*counter_of(number)) {
		operations[number].to = NULL;
		*counter_of(number) = &forgotten;
	}
	arch_irq_restore(state);
}
