/* SPDX-License-Identifier: Apache-2.0 */
/*
 * At the home, TAKEN and PUT: how many words have been taken, and put; and the words, number i
 * in slot i modulo their number, a power of two, so that the counts may wrap.
 *
 * Two cores at most are in it at once, one that puts and one that takes, whose only tie is
 * these counts: a word is put before PUT says so, and has been got before TAKEN says so.
 */
#include <weft/flag.h>
#include <weft/mpb.h>
#include <weft/object.h>

#include "runtime/mpb_map.h"
#include "sync/object.h"

enum {
	TAKEN,
	PUT,
	FLAGS
};

static uint32_t flag(const struct weft_queue *q, uint32_t i)
{
	return weft_flag_at(q->flags, i);
}

static uint32_t word(const struct weft_queue *q, uint32_t number)
{
	return q->words + (number & (q->room - 1)) * (uint32_t)sizeof(uint32_t);
}

static uint32_t put(void *state, uint32_t value)
{
	const struct weft_queue *q = state;
	uint32_t n;

	object_settle(q->home);
	n = arch_flag_read(q->home, flag(q, PUT));
	if (n - arch_flag_read(q->home, flag(q, TAKEN)) >= q->room) {
		return WEFT_NOTHING;
	}
	arch_put(q->home, ARCH_WINDOW_MPB, word(q, n), &value, sizeof(value));
	arch_flag_write(q->home, flag(q, PUT), n + 1);
	return 0;
}

/* Of so many words, or none where there is no queue. */
static bool is_empty(const struct weft_queue *q, uint32_t taken, uint32_t put)
{
	return put - taken - 1 >= q->room;
}

static uint32_t take(void *state, uint32_t unused)
{
	const struct weft_queue *q = state;
	uint32_t n, value;

	(void)unused;
	object_settle(q->home);
	n = arch_flag_read(q->home, flag(q, TAKEN));
	if (is_empty(q, n, arch_flag_read(q->home, flag(q, PUT)))) {
		return WEFT_NOTHING;
	}
	arch_get(&value, q->home, ARCH_WINDOW_MPB, word(q, n), sizeof(value));
	arch_flag_write(q->home, flag(q, TAKEN), n + 1);
	return value;
}

static uint32_t take_last(void *state, uint32_t unused)
{
	const struct weft_queue *q = state;
	uint32_t n, value;

	(void)unused;
	object_settle(q->home);
	n = arch_flag_read(q->home, flag(q, PUT));
	if (is_empty(q, arch_flag_read(q->home, flag(q, TAKEN)), n)) {
		return WEFT_NOTHING;
	}
	arch_get(&value, q->home, ARCH_WINDOW_MPB, word(q, n - 1),
		 sizeof(value));
	arch_flag_write(q->home, flag(q, PUT), n - 1);
	return value;
}

/*
 * A reply must not overtake what the other delegate's core then reads.  Pairs
 * with put() and take() there, which read the counts on a request that was made
 * after my reply.
 */
static uint32_t landed(const struct weft_queue *q, uint32_t result)
{
	FENCE(queue_landed, arch_settle(q->home));
	return result;
}

static uint32_t put_landed(void *state, uint32_t value)
{
	return landed(state, put(state, value));
}

static uint32_t take_landed(void *state, uint32_t unused)
{
	return landed(state, take(state, unused));
}

static weft_operation *const alone[WEFT_QUEUE_OPERATIONS] = {put, take,
							     take_last};
/* Who takes the last word changes what who puts counts: not at once with it. */
static weft_operation *const shared[WEFT_QUEUE_TAKE_LAST] = {put_landed,
							     take_landed};

struct weft_object weft_queue_object(struct weft_queue *q)
{
	return (struct weft_object){alone, WEFT_QUEUE_OPERATIONS, q};
}

struct weft_object weft_queue_shared_object(struct weft_queue *q)
{
	return (struct weft_object){shared, WEFT_QUEUE_TAKE_LAST, q};
}

ARCH_COLD int weft_queue_create(struct weft_queue *q, weft_rank_t home,
				uint32_t words)
{
	uint32_t room = 1;
	int error = object_check(q, home, words);

	if (q) {
		*q = (struct weft_queue){0}; /* not there, until all is well */
	}
	while (!error && room < words) {
		room <<= 1;
	}
	if (!error) {
		error = weft_mpb_alloc(rt_flag_bytes(FLAGS) +
					       room * sizeof(uint32_t),
				       &q->flags);
	}
	if (!error) {
		q->home = home;
		q->words = q->flags + rt_flag_bytes(FLAGS);
		q->room = room;
		rt_flags_preset(q->flags, FLAGS, 0);
	}
	return error;
}

ARCH_COLD int weft_queue_free(struct weft_queue *q)
{
	int error;

	if (!q || !q->room) {
		return q ? WEFT_ERR_STATE : WEFT_ERR_NULL;
	}
	error = weft_mpb_free(q->flags);
	if (!error) {
		q->room = 0;
	}
	return error;
}
