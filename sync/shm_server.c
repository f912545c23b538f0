/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SHM-Server (D. Petrovic, thesis 6552, section 6.2.2, algorithm 5): a line of the home's
 * window for each client, as RCL has it (J.-P. Lozi and others, USENIX ATC 2012).
 *
 *  REQUEST, ARGUMENT  written by the client
 *  DONE, RESULT       written by the server: the number of the request that it has run
 *
 * A request is new if its number is not that of the one before it, which the server knows.
 * The server goes round the lines; a client waits for DONE, a word of another core, where it
 * may look less and less often (sync/retry.h).  Nothing is lost by that: neither side tells
 * the other anything but by these words, of which each has one writer.
 */
#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "runtime/near.h"
#include "runtime/wait.h"
#include "sync/delegate_looks.h"

#include <weft/mpb.h>

enum {
	REQUEST,
	ARGUMENT,
	ASKED,
	DONE = ASKED,
	RESULT,
	WORDS,
	LINE = WORDS * 4 > ARCH_LINE ? WORDS * 4 : ARCH_LINE,
	OPERATION = 0xff,
};

static ARCH_COLD int shm_server_create(struct weft_delegate *d)
{
	uint32_t n = arch_count(), none[WORDS] = {0};
	int error = weft_mpb_alloc(n * LINE, &d->slots);

	if (error) {
		return error;
	}
	d->numbers = rt_near_alloc(n * sizeof(*d->numbers));
	if (!d->numbers) {
		weft_mpb_free(d->slots);
		return WEFT_ERR_SPACE;
	}
	for (uint32_t i = 0; i < n; i++) {
		arch_flags_write(arch_rank(), d->slots + i * LINE, none, WORDS);
	}
	return WEFT_OK;
}

static ARCH_COLD int shm_server_give_back(struct weft_delegate *d)
{
	rt_near_free(d->numbers);
	d->numbers = NULL;
	return weft_mpb_free(d->slots);
}

static uint32_t shm_server_at(const struct weft_delegate *d, uint32_t client,
			      uint32_t i)
{
	return d->slots + client * LINE + i * 4;
}

static void shm_server_answer(struct weft_delegate *d, uint32_t client,
			      const uint32_t *asked)
{
	uint32_t done[] = {asked[REQUEST] & DELEGATE_NUMBER, 0};

	d->numbers[client] = done[0];
	if ((asked[REQUEST] & OPERATION) == DELEGATE_LEAVE) {
		d->left++;
	} else {
		done[1] = delegate_run(d, asked[REQUEST], asked[ARGUMENT]);
	}
	arch_flags_write(d->home, shm_server_at(d, client, DONE), done, 2);
}

/* Of all clients in turn the first that has asked for something; else how many they are. */
static uint32_t shm_server_find(const struct weft_delegate *d, uint32_t *words)
{
	uint32_t n = arch_count(), client = d->servicer;

	for (uint32_t i = 0; i < n; i++) {
		arch_flags_read(words, d->home,
				shm_server_at(d, client, REQUEST), ASKED);
		if ((words[REQUEST] & DELEGATE_NUMBER) != d->numbers[client]) {
			return client;
		}
		client = client + 1 == n ? 0 : client + 1;
	}
	return n;
}

static bool shm_server_look(struct sync_retry *retry)
{
	uint32_t words[ASKED];

	return shm_server_find(retry->of, words) != arch_count();
}

static bool shm_server_run(struct sync_retry *retry, uint64_t deadline)
{
	struct weft_delegate *d = retry->of;
	uint32_t n = arch_count(), words[ASKED],
		 client = shm_server_find(d, words);

	(void)deadline;
	if (client == n) {
		return false;
	}
	shm_server_answer(d, client, words);
	d->servicer = client + 1 == n ? 0 : client + 1;
	return true;
}

static int shm_server_serve(struct weft_delegate *d, uint64_t deadline)
{
	return delegate_serve_looks(d, shm_server_look, shm_server_run,
				    deadline);
}

static int shm_server_await_reply(struct weft_delegate *d, uint32_t *result,
				  uint64_t deadline)
{
	uint32_t done = shm_server_at(d, arch_rank(), DONE);

	if (sync_await_until(d->home, done, delegate_number(d), deadline,
			     d->home, d->home,
			     "the reply of who runs its operation")) {
		return WEFT_ERR_PENDING;
	}
	d->pending = false;
	*result = arch_flag_read(d->home, done + 4);
	return WEFT_OK;
}

static int shm_server_apply(struct weft_delegate *d, uint32_t request,
			    uint32_t argument, uint32_t *result,
			    weft_us_t within)
{
	uint32_t words[] = {request, argument};

	if (arch_rank() == d->home) {
		*result = delegate_run(d, request, argument);
		return WEFT_OK;
	}
	d->count++;
	d->pending = true;
	words[REQUEST] |= delegate_number(d);
	arch_flags_write(d->home, shm_server_at(d, arch_rank(), REQUEST), words,
			 2);
	return shm_server_await_reply(d, result, rt_deadline(within));
}

const struct weft_delegation weft_shm_server = {
	.name = "shm_server",
	.create = shm_server_create,
	.free = shm_server_give_back,
	.apply = shm_server_apply,
	.wait = shm_server_await_reply,
	.serve = shm_server_serve,
};
