/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Delegation, inside (weft/delegate.h): how requests and replies look, whoever runs them.
 *
 * A request is a message of two words:  number | object | operation, and the argument.
 * The number, in the upper half, counts the client's requests.  The reply is two words
 * in the client's MPB:  the same number, above zeroes, and the result.  The number
 * only grows, so that the client waits for a flag; and it waits for one reply at a time.
 */
#ifndef SYNC_DELEGATE_H
#define SYNC_DELEGATE_H

#include "runtime/panic.h"
#include "sync/any_lock.h"

#include <weft/delegate.h>

enum {
	DELEGATE_WORDS = 2,
	DELEGATE_LEAVE =
		255, /* an operation of any object: none more will come */
};

struct weft_delegation {
	const char *name;
	/* Flags, and words in a row, of each core's MPB. */
	uint32_t flags, row;
	/* What else it has; null: nothing. */
	int (*create)(struct weft_delegate *delegate);
	int (*free)(struct weft_delegate *delegate);
	/* What this core's flags begin with; null: 0. */
	void (*begin)(struct weft_delegate *delegate);
	/* Arguments have been checked, and nothing is under way. */
	int (*apply)(struct weft_delegate *delegate, uint32_t request,
		     uint32_t argument, uint32_t *result, weft_us_t within);
	/* Something is under way; null: it never is. */
	int (*wait)(struct weft_delegate *delegate, uint32_t *result,
		    uint64_t deadline);
	const struct weft_lock_kind *lock; /* of those that are a lock: which */
	/* Run requests until all have left; null: there is no server. */
	int (*serve)(struct weft_delegate *delegate, uint64_t deadline);
};

/* Of requests and replies, what tells one from those before it. */
#define DELEGATE_NUMBER_SHIFT 16
#define DELEGATE_NUMBER       (UINT32_MAX << DELEGATE_NUMBER_SHIFT)

/* The number of this core's request that is under way. */
static inline uint32_t delegate_number(const struct weft_delegate *d)
{
	return d->count << DELEGATE_NUMBER_SHIFT;
}

/* Null, context. */
int delegate_check(const struct weft_delegate *delegate);

enum {
	DELEGATE_OBJECT_SHIFT = 8,
	DELEGATE_BYTE = 0xff
};

/* Run what a request asks for: its result.  Inline for servers. */
static inline uint32_t delegate_run_here(const struct weft_delegate *d,
					 uint32_t request, uint32_t argument)
{
	uint32_t object = request >> DELEGATE_OBJECT_SHIFT & DELEGATE_BYTE;
	uint32_t operation = request & DELEGATE_BYTE;

	if (object >= d->n || operation >= d->objects[object].n) {
		rt_panic("a request for an operation that does not exist");
	}
	return d->objects[object].operations[operation](
		d->objects[object].state, argument);
}

uint32_t delegate_run(const struct weft_delegate *delegate, uint32_t request,
		      uint32_t argument);

enum {
	DELEGATE_REPLY_WORDS = 2
};

/* Tell that core the result of its request. */
static inline void delegate_reply(const struct weft_delegate *d, uint32_t core,
				  uint32_t request, uint32_t result)
{
	uint32_t reply[DELEGATE_REPLY_WORDS] = {request & DELEGATE_NUMBER,
						result};

	arch_flags_write(core, d->reply, reply, DELEGATE_REPLY_WORDS);
}

/* The reply to my request that has come. */
uint32_t delegate_result(struct weft_delegate *delegate);

/*
 * Is it time to stop serving, though there may be more?  After as many requests as there are
 * cores, so that each has had its turn.
 */
bool delegate_late(uint32_t *served, uint64_t deadline); /* not for ever */

/* under_lock.c: delegation in name only, by the lock that the kind names. */
int delegate_lock_create(struct weft_delegate *delegate);
int delegate_lock_free(struct weft_delegate *delegate);
int delegate_lock_apply(struct weft_delegate *delegate, uint32_t request,
			uint32_t argument, uint32_t *result, weft_us_t within);

#define DELEGATE_UNDER(kind)                                                   \
	const struct weft_delegation weft_under_##kind = {                     \
		.name = "under " #kind,                                        \
		.lock = &weft_lock_##kind,                                     \
		.create = delegate_lock_create,                                \
		.free = delegate_lock_free,                                    \
		.apply = delegate_lock_apply,                                  \
	}

#endif
