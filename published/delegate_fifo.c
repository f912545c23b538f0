/* SPDX-License-Identifier: Apache-2.0 */
/* Requests that are messages, and replies: clients, and who serves. */
#include "published/delegate_fifo.h"
#include "runtime/wait.h"

enum {
	OPERATION = DELEGATE_BYTE
};

ARCH_COLD int delegate_create_fifo(struct weft_delegate *d)
{
	/* A request of each core, with its head, may be under way; a reply to each. */
	d->slots = 0;
	if (fifo_chip_create(&d->requests, DELEGATE_WORDS,
			     d->how->serve ? d->home : RT_ANYONE,
			     arch_count() * (1 + DELEGATE_WORDS))) {
		d->slots = fifo_chip_claim(RT_ANYONE, 1);
#if ARCH_FIFO
		if (d->slots) {
			d->replies = arch_flag_read(
				arch_rank(), arch_fifo_come(d->slots - 1));
		}
#endif
		return WEFT_OK;
	}
	return fifo_create(&d->requests, DELEGATE_WORDS, true);
}

ARCH_COLD int delegate_free_fifo(struct weft_delegate *d)
{
#if ARCH_FIFO
	if (d->slots) {
		fifo_chip_give_back(d->slots);
	}
#endif
	return weft_fifo_free(&d->requests);
}

static bool leaves(const struct fifo_message *m)
{
	return (m->words[0] & OPERATION) == DELEGATE_LEAVE;
}

void delegate_answer(const struct weft_delegate *d,
		     const struct fifo_message *m)
{
	uint32_t result =
		leaves(m) ? 0 : delegate_run(d, m->words[0], m->words[1]);

#if ARCH_FIFO
	if (d->slots) {
		arch_fifo_send(m->from, d->slots - 1, result, NULL, 0);
		return;
	}
#endif
	delegate_reply(d, m->from, m->words[0], result);
}

int delegate_await_reply(struct weft_delegate *d, uint32_t *result,
			 uint64_t deadline)
{
#if ARCH_FIFO
	if (d->slots) {
		if (rt_await(arch_fifo_come(d->slots - 1), d->replies + 1,
			     deadline, d->servicer,
			     "the reply of who runs its operation")) {
			return WEFT_ERR_PENDING;
		}
		arch_fifo_receive(d->slots - 1, result, 1);
		d->replies++;
		d->pending = false;
		return WEFT_OK;
	}
#endif
	if (rt_await(d->reply, delegate_number(d), deadline, d->servicer,
		     "the reply of who runs its operation")) {
		return WEFT_ERR_PENDING;
	}
	*result = delegate_result(d);
	return WEFT_OK;
}

int delegate_ask(struct weft_delegate *d, uint32_t servicer, uint32_t request,
		 uint32_t argument, uint32_t *result, uint64_t deadline)
{
	uint32_t words[DELEGATE_WORDS];

	d->count++;
	d->servicer = servicer;
	d->pending = true;
	words[0] = delegate_number(d) | request;
	words[1] = argument;
	/* There is room: my last request there has been answered. */
	fifo_send(&d->requests, servicer, words, DELEGATE_WORDS, ARCH_NEVER,
		  "room for a request");
	return delegate_await_reply(d, result, deadline);
}

#if ARCH_FIFO
/* One that is there: a head, and the request. */
static inline void run_next(struct weft_delegate *d)
{
	uint32_t words[1 + DELEGATE_WORDS], result = 0;

	arch_fifo_receive(d->requests.asleep, words, 1 + DELEGATE_WORDS);
	d->requests.slots += 1 + DELEGATE_WORDS;
	if ((words[1] & OPERATION) == DELEGATE_LEAVE) {
		d->left++;
	} else {
		result = delegate_run_here(d, words[1], words[2]);
	}
	arch_fifo_send(words[0] >> FIFO_LENGTH_BITS, d->slots - 1, result, NULL,
		       0);
}

static int await_next(struct weft_delegate *d, uint64_t deadline,
		      const char *what)
{
	return arch_fifo_there(d->requests.asleep)
		       ? WEFT_OK
		       : rt_await(arch_fifo_come(d->requests.asleep),
				  d->requests.slots + 1, deadline, RT_ANYONE,
				  what);
}

void delegate_answer_by_chip(struct weft_delegate *d, uint32_t n)
{
	for (; n > 0; n--) {
		await_next(d, ARCH_NEVER, "a request that was registered");
		run_next(d);
	}
}

uint32_t delegate_answer_come(struct weft_delegate *d)
{
	uint32_t n = 0;

	while (arch_fifo_there(d->requests.asleep)) {
		run_next(d);
		n++;
	}
	return n;
}

/* For ever: nothing to look at between requests. */
static int serve_by_chip(struct weft_delegate *d)
{
	uint32_t others = arch_count() - 1;
	int error = WEFT_OK;

	while (!error && d->left < others) {
		error = await_next(d, ARCH_NEVER, "a request");
		if (!error) {
			run_next(d);
		}
	}
	return error;
}

static int serve_by_chip_until(struct weft_delegate *d, uint64_t deadline)
{
	uint32_t others = arch_count() - 1, served = 0;
	int error = WEFT_OK;

	while (!error && d->left < others) {
		error = delegate_late(&served, deadline)
				? WEFT_ERR_TIMEOUT
				: await_next(d, deadline, "a request");
		if (!error) {
			delegate_answer_by_chip(d, 1);
		}
	}
	return error;
}
#endif

int delegate_serve(struct weft_delegate *d, uint64_t deadline)
{
	struct fifo_message m;
	uint32_t served = 0;
	bool ever = rt_never(deadline);
	int error = WEFT_OK;

#if ARCH_FIFO
	if (delegate_by_chip(d)) {
		return ever ? serve_by_chip(d)
			    : serve_by_chip_until(d, deadline);
	}
#endif

	while (!error && d->left + 1 < arch_count()) {
		error = !ever && delegate_late(&served, deadline)
				? WEFT_ERR_TIMEOUT
				: fifo_receive(&d->requests, &m, DELEGATE_WORDS,
					       deadline, RT_ANYONE,
					       "a request");
		if (!error) {
			d->left += leaves(&m);
			delegate_answer(d, &m);
		}
	}
	return error;
}
