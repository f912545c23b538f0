/* SPDX-License-Identifier: Apache-2.0 */
/*
 * At the home, TAKEN and PUT: how many words have been taken, and put; and the words, number i
 * in slot i modulo their number, a power of two, so that the counts may wrap.
 *
 * Two cores at most are in it at once, one that puts and one that takes, whose only tie is
 * these counts: a word is put before PUT says so, and has been got before TAKEN says so.
 */
#include <weft/flag.h>

#include "runtime/mpb_map.h"
#include "sync/object.h"

enum {
	TAKEN,
	PUT,
	FLAGS
};

static uint32_t flag(const struct weft_shared *q, uint32_t i)
{
	return weft_flag_at(q->flags, i);
}

static uint32_t queue_word(const struct weft_shared *q, uint32_t number)
{
	return q->at + (number & (q->words - 1)) * (uint32_t)sizeof(uint32_t);
}

static uint32_t queue_put(void *state, uint32_t value)
{
	const struct weft_shared *q = state;
	uint32_t n;

	object_settle(q->home);
	n = arch_flag_read(q->home, flag(q, PUT));
	if (n - arch_flag_read(q->home, flag(q, TAKEN)) >= q->words) {
		return WEFT_NOTHING;
	}
	arch_put(q->home, ARCH_WINDOW_MPB, queue_word(q, n), &value,
		 sizeof(value));
	arch_flag_write(q->home, flag(q, PUT), n + 1);
	return 0;
}

/* Of so many words, or none where there is no queue. */
static bool is_empty(const struct weft_shared *q, uint32_t taken, uint32_t put)
{
	return put - taken - 1 >= q->words;
}

static uint32_t take(void *state, uint32_t unused)
{
	const struct weft_shared *q = state;
	uint32_t n, value;

	(void)unused;
	object_settle(q->home);
	n = arch_flag_read(q->home, flag(q, TAKEN));
	if (is_empty(q, n, arch_flag_read(q->home, flag(q, PUT)))) {
		return WEFT_NOTHING;
	}
	arch_get(&value, q->home, ARCH_WINDOW_MPB, queue_word(q, n),
		 sizeof(value));
	arch_flag_write(q->home, flag(q, TAKEN), n + 1);
	return value;
}

static uint32_t take_last(void *state, uint32_t unused)
{
	const struct weft_shared *q = state;
	uint32_t n, value;

	(void)unused;
	object_settle(q->home);
	n = arch_flag_read(q->home, flag(q, PUT));
	if (is_empty(q, arch_flag_read(q->home, flag(q, TAKEN)), n)) {
		return WEFT_NOTHING;
	}
	arch_get(&value, q->home, ARCH_WINDOW_MPB, queue_word(q, n - 1),
		 sizeof(value));
	arch_flag_write(q->home, flag(q, PUT), n - 1);
	return value;
}

/*
 * A reply must not overtake what the other delegate's core then reads.  Pairs
 * with queue_put() and take() there, which read the counts on a request that was made
 * after my reply.
 */
static uint32_t landed(const struct weft_shared *q, uint32_t result)
{
	FENCE(queue_landed, arch_settle(q->home));
	return result;
}

static uint32_t put_landed(void *state, uint32_t value)
{
	return landed(state, queue_put(state, value));
}

static uint32_t take_landed(void *state, uint32_t unused)
{
	return landed(state, take(state, unused));
}

static weft_operation *const alone[WEFT_QUEUE_OPERATIONS] = {queue_put, take,
							     take_last};
/* Taking the last word changes the count of puts, so it cannot run beside a put. */
static weft_operation *const of_two[WEFT_QUEUE_TAKE_LAST] = {put_landed,
							     take_landed};

const struct weft_shared_kind weft_queue = {alone, WEFT_QUEUE_OPERATIONS, FLAGS,
					    OBJECT_MOST, true};
const struct weft_shared_kind weft_queue_of_two = {of_two, WEFT_QUEUE_TAKE_LAST,
						   FLAGS, OBJECT_MOST, true};
