/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A server that is the home's handler: the home computes, and runs a request when it is
 * interrupted for it.  No core is given up, and no fiber is needed.
 *
 *  SLOT i  at the home: number | object | operation of core i's last request, and its
 *          argument; written by core i, which then rings
 *
 * The reply is that of other servers, two words at the client.  The home itself runs operations
 * with interrupts masked.
 */
#include "runtime/near.h"
#include "runtime/wait.h"
#include "sync/delegate.h"
#include "sync/heard.h"

#include <weft/mpb.h>

enum {
	REQUEST,
	ARGUMENT,
	WORDS,
};

/* The home's. */
struct handler_server {
	struct sync_heard heard;
	const struct weft_delegate *delegate;
	uint32_t asked[]; /* numbers of the last requests */
};

static uint32_t slot(const struct weft_delegate *d, uint32_t client)
{
	return d->slots + client * (uint32_t)WORDS * 4;
}

static void handler_server_heard(struct sync_heard *heard, uint32_t from)
{
	struct handler_server *s = (struct handler_server *)heard;
	const struct weft_delegate *d = s->delegate;
	uint32_t words[WORDS], number;

	arch_flags_read(words, d->home, slot(d, from), WORDS);
	number = words[REQUEST] & DELEGATE_NUMBER;
	if (number != s->asked[from]) {
		s->asked[from] = number;
		delegate_reply(
			d, from, words[REQUEST],
			delegate_run_here(d, words[REQUEST], words[ARGUMENT]));
	}
}

static ARCH_COLD int handler_server_begin(struct weft_delegate *d)
{
	uint32_t n = arch_count();
	struct handler_server *s =
		rt_near_alloc(sizeof(*s) + n * sizeof(s->asked[0]));
	int error;

	if (!s) {
		return WEFT_ERR_SPACE;
	}
	s->heard.heard = handler_server_heard;
	s->delegate = d;
	error = sync_hear(&s->heard);
	if (error) {
		rt_near_free(s);
	} else {
		d->own = s;
	}
	return error;
}

static ARCH_COLD int handler_server_create(struct weft_delegate *d)
{
	uint32_t n = arch_count(), none[WORDS] = {0};
	int error = sync_may_hear();

	error = error ? error : weft_mpb_alloc(n * WORDS * 4, &d->slots);
	if (error) {
		return error;
	}
	for (uint32_t i = 0; i < n; i++) {
		arch_flags_write(arch_rank(), slot(d, i), none, WORDS);
	}
	d->own = NULL;
	error = arch_rank() == d->home ? handler_server_begin(d) : WEFT_OK;
	if (error) {
		weft_mpb_free(d->slots);
	}
	return error;
}

static ARCH_COLD int handler_server_give_back(struct weft_delegate *d)
{
	struct handler_server *s = d->own;

	if (s) {
		sync_hear_no_more(&s->heard);
		rt_near_free(s);
	}
	return weft_mpb_free(d->slots);
}

static int handler_server_await_reply(struct weft_delegate *d, uint32_t *result,
				      uint64_t deadline)
{
	if (rt_await(d->reply, delegate_number(d), deadline, d->home,
		     "the reply of who runs its operation")) {
		return WEFT_ERR_PENDING;
	}
	*result = delegate_result(d);
	return WEFT_OK;
}

static int handler_server_apply(struct weft_delegate *d, uint32_t request,
				uint32_t argument, uint32_t *result,
				weft_us_t within)
{
	arch_irq_state state = arch_irq_save();
	uint32_t words[WORDS];

	if (arch_rank() == d->home) {
		*result = delegate_run(d, request, argument);
		arch_irq_restore(state);
		return WEFT_OK;
	}
	d->count++;
	d->pending = true;
	words[REQUEST] = delegate_number(d) | request;
	words[ARGUMENT] = argument;
	arch_flags_write(d->home, slot(d, arch_rank()), words, WORDS);
	sync_ring(d->home);
	arch_irq_restore(state);
	return handler_server_await_reply(d, result, rt_deadline(within));
}

const struct weft_delegation weft_handler_server = {
	.name = "handler_server",
	.create = handler_server_create,
	.free = handler_server_give_back,
	.apply = handler_server_apply,
	.wait = handler_server_await_reply,
};
