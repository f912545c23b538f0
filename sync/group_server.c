/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A server that answers clients in groups, as ffwd does (S. Roghanchi, J. Eriksson, N. Basu,
 * "ffwd: delegation is (much) faster than you think", SOSP 2017).  A group has three rows of
 * the home's window, a line each on most chips:
 *
 *  REQUESTS   a word of each client: number | object | operation; written by that client
 *  ARGUMENTS  a word of each, written before that
 *  REPLIES    a count of this row's replies | a bit of each client, then a word of each: the
 *             result.  Written by the server, all of it in one go.
 *
 * The server reads a group's requests at once, runs those that are new, and then writes one row
 * of replies for all of them.  A client's bit changes with each of its replies; the count
 * grows, so that a client can wait for a word.
 *
 * A row is read in one go only as far as its first word says (arch_flags_read).  So the
 * arguments are a row of their own, read after the requests that they belong to.
 */
#include "runtime/mpb_map.h"
#include "runtime/near.h"
#include "runtime/wait.h"
#include "sync/delegate_looks.h"

#include <weft/mpb.h>

enum {
	ROW_WORDS = ARCH_LINE > 32 ? 16 : 8,
	GROUP = ROW_WORDS - 1, /* clients */
	ROW = ROW_WORDS * 4,
	REQUESTS = 0,
	ARGUMENTS = ROW,
	REPLIES = 2 * ROW,
	ALL = 3 * ROW,
	OPERATION = 0xff,
};

#define COUNT (UINT32_C(1) << GROUP) /* of a row's first word */
#define BITS  (COUNT - 1)

/* The home's, of a group. */
struct group {
	uint32_t asked[GROUP]; /* numbers of the last requests */
	uint32_t replies[ROW_WORDS];
};

/* Where a client is. */
struct group_server_place {
	uint32_t group, i;
};

static struct group_server_place group_server_place_of(uint32_t client)
{
	struct group_server_place p = {0, client};

	while (p.i >= GROUP) {
		p.i -= GROUP;
		p.group++;
	}
	return p;
}

static uint32_t rows_of(const struct weft_delegate *d, uint32_t group)
{
	return d->slots + group * (uint32_t)ALL;
}

static ARCH_COLD int group_server_create(struct weft_delegate *d)
{
	uint32_t groups = group_server_place_of(arch_count() - 1).group + 1;
	uint32_t none[ROW_WORDS] = {0};
	int error = weft_mpb_alloc(groups * ALL, &d->slots);

	if (error) {
		return error;
	}
	d->own = rt_near_alloc(groups * sizeof(struct group));
	if (!d->own) {
		weft_mpb_free(d->slots);
		return WEFT_ERR_SPACE;
	}
	for (uint32_t at = 0; at < groups * ALL; at += ROW) {
		arch_flags_write(arch_rank(), d->slots + at, none, ROW_WORDS);
	}
	return WEFT_OK;
}

static ARCH_COLD int group_server_give_back(struct weft_delegate *d)
{
	rt_near_free(d->own);
	d->own = NULL;
	return weft_mpb_free(d->slots);
}

/* How many of that group's clients have asked for something. */
static uint32_t fetch(const struct weft_delegate *d, uint32_t group,
		      uint32_t *requests)
{
	const struct group *g = (const struct group *)d->own + group;
	uint32_t n = 0;

	arch_flags_read(requests, d->home, rows_of(d, group) + REQUESTS, GROUP);
	for (uint32_t i = 0; i < GROUP; i++) {
		n += (requests[i] & DELEGATE_NUMBER) != g->asked[i];
	}
	return n;
}

static void group_server_answer(struct weft_delegate *d, uint32_t group,
				const uint32_t *requests)
{
	struct group *g = (struct group *)d->own + group;
	uint32_t arguments[GROUP], rows = rows_of(d, group);

	arch_flags_read(arguments, d->home, rows + ARGUMENTS, GROUP);
	for (uint32_t i = 0; i < GROUP; i++) {
		uint32_t number = requests[i] & DELEGATE_NUMBER;

		if (number == g->asked[i]) {
			continue;
		}
		g->asked[i] = number;
		g->replies[0] ^= UINT32_C(1) << i;
		if ((requests[i] & OPERATION) == DELEGATE_LEAVE) {
			d->left++;
		} else {
			g->replies[1 + i] =
				delegate_run_here(d, requests[i], arguments[i]);
		}
	}
	g->replies[0] += COUNT;
	arch_flags_write(d->home, rows + REPLIES, g->replies, ROW_WORDS);
}

/* The next group, in turn, in which somebody has asked; false: there is none. */
static bool group_server_find(struct weft_delegate *d, uint32_t *requests)
{
	uint32_t last = group_server_place_of(arch_count() - 1).group;

	for (uint32_t i = 0; i <= last; i++) {
		d->servicer = d->servicer == last ? 0 : d->servicer + 1;
		if (fetch(d, d->servicer, requests)) {
			return true;
		}
	}
	return false;
}

static bool group_server_look(struct sync_retry *retry)
{
	struct weft_delegate *d = retry->of;
	uint32_t requests[GROUP], before = d->servicer;
	bool found = group_server_find(d, requests);

	d->servicer = before;
	return found;
}

static bool group_server_run(struct sync_retry *retry, uint64_t deadline)
{
	struct weft_delegate *d = retry->of;
	uint32_t requests[GROUP];

	(void)deadline;
	if (!group_server_find(d, requests)) {
		return false;
	}
	group_server_answer(d, d->servicer, requests);
	return true;
}

static int group_server_serve(struct weft_delegate *d, uint64_t deadline)
{
	return delegate_serve_looks(d, group_server_look, group_server_run,
				    deadline);
}

/* Until the row with this core's bit has come: each row may be another one's. */
static int group_server_await_reply(struct weft_delegate *d, uint32_t *result,
				    uint64_t deadline)
{
	struct group_server_place p = group_server_place_of(arch_rank());
	uint32_t replies = rows_of(d, p.group) + REPLIES, row[ROW_WORDS];
	int error = WEFT_OK;

	while (true) {
		arch_flags_read(row, d->home, replies, 2 + p.i);
		if ((row[0] >> p.i & 1) == (d->count & 1)) {
			d->pending = false;
			*result = row[1 + p.i];
			return WEFT_OK;
		}
		if (error) {
			return WEFT_ERR_PENDING;
		}
		error = sync_await_until(d->home, replies,
					 (row[0] & ~BITS) + COUNT, deadline,
					 d->home, d->home,
					 "the reply of who runs its operation");
	}
}

static int group_server_apply(struct weft_delegate *d, uint32_t request,
			      uint32_t argument, uint32_t *result,
			      weft_us_t within)
{
	struct group_server_place p = group_server_place_of(arch_rank());
	uint32_t rows = rows_of(d, p.group);

	if (arch_rank() == d->home) {
		*result = delegate_run(d, request, argument);
		return WEFT_OK;
	}
	d->count++;
	d->pending = true;
	arch_flag_write(d->home, rows + ARGUMENTS + p.i * 4, argument);
	arch_flag_write(d->home, rows + REQUESTS + p.i * 4,
			delegate_number(d) | request);
	return group_server_await_reply(d, result, rt_deadline(within));
}

const struct weft_delegation weft_group_server = {
	.name = "group_server",
	.create = group_server_create,
	.free = group_server_give_back,
	.apply = group_server_apply,
	.wait = group_server_await_reply,
	.serve = group_server_serve,
};
