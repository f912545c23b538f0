/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 modes=strict */
/*
 * Wrong calls that no other test makes: each returns the error that its header names.  What
 * a handler calls that is the thread's, in every build; wrong arguments; what is full; one
 * core that does not come.  And each code has a text of its own, which in debug builds says
 * which argument was wrong.  tests/errors.t looks which documented errors have a test.
 */
#include <string.h>

#include <weft/published/mailbox.h>
#include <weft/published/treiber.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/context.h"
#include "runtime/part.h"
#include "tests/target/tap.h"

enum {
	LAST_CODE = WEFT_ERR_KEY,
	MOST = 64, /* cores */
};

#define IS(code, call) ok &= (call) == (code)

static struct weft_fifo fifo;
static struct weft_mailbox box;
static struct weft_treiber treiber;
static struct weft_connection connection;
static struct weft_delegate delegate;
static uint32_t word, value;
static volatile bool done, handled;

static uint32_t nothing(void *state, uint32_t argument)
{
	(void)state;
	return argument;
}

static bool handler_is_refused(void)
{
	bool ok = true;

	IS(WEFT_ERR_CONTEXT, weft_fifo_send(&fifo, 0, &word, 1, 0));
	IS(WEFT_ERR_CONTEXT, weft_fifo_receive(&fifo, &word, 1, NULL, NULL, 0));
	IS(WEFT_ERR_CONTEXT, weft_mailbox_send(&box, &word, 1, 0));
	IS(WEFT_ERR_CONTEXT, weft_mailbox_receive(&box, &word, 1, NULL, 0));
	IS(WEFT_ERR_CONTEXT, weft_apply(&delegate, 0, 0, 0, NULL, 0));
	IS(WEFT_ERR_CONTEXT, weft_atomic_fetch_add(0, word, 1, &value));
	IS(WEFT_ERR_CONTEXT, weft_atomic_swap(0, word, 1, &value));
	IS(WEFT_ERR_CONTEXT, weft_atomic_compare_swap(0, word, 1, 2, &value));
#if WEFT_DEBUG
	IS(WEFT_ERR_CONTEXT, weft_treiber_push(&treiber, 1));
	IS(WEFT_ERR_CONTEXT, weft_connection_release(&connection, 0));
#endif
	return ok;
}

static void handler(enum arch_irq cause)
{
	if (cause == ARCH_IRQ_NOTIFY && !done) {
		handled = handler_is_refused();
		done = true;
	}
}

static const struct rt_part part = {
	.name = "errors",
	.interrupted = handler,
};
RT_PART(part);

static bool no_pointers(void)
{
	struct weft_shared shared;
	bool ok = true;

	IS(WEFT_ERR_NULL, weft_shared_create(NULL, &weft_queue, 0, 1));
	IS(WEFT_ERR_NULL, weft_shared_create(&shared, NULL, 0, 1));
	IS(WEFT_ERR_NULL, weft_shared_free(NULL));
	IS(WEFT_ERR_NULL, weft_apply(NULL, 0, 0, 0, NULL, 0));
	return ok;
}

/* A queue without that operation. */
static bool no_operation(void)
{
	struct weft_delegate d;
	struct weft_shared q;
	uint32_t result;
	bool ok = !weft_shared_create(&q, &weft_queue_of_two, 0, 2) &&
		  !weft_delegate_create(&d, &weft_under_tas, 0, &q.object, 1);

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	IS(WEFT_ERR_NUMBER,
	   weft_apply(&d, 0, WEFT_QUEUE_TAKE_LAST, 0, &result, 0));
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= !weft_delegate_free(&d);
	return ok & !weft_shared_free(&q);
}

/* Numbers that name nothing, and sizes that cannot be. */
static bool no_such(void)
{
	static const struct weft_connection_shape shape = {.notes = 2};
	static char buffer[32];
	struct weft_note note = {.data = buffer, .bytes = 1, .offset = 32};
	uint32_t me = weft_rank();
	bool ok = !weft_connection_create(&connection, &shape, me, me);

	IS(WEFT_ERR_SIZE, weft_connection_accept(&connection, buffer,
						 (uint32_t)1 << 29, false));
	ok &= !weft_connection_accept(&connection, buffer, sizeof(buffer),
				      false);
	IS(WEFT_ERR_RANGE, weft_connection_put(&connection, &note, 1000));
	note.offset = 0;
	IS(WEFT_ERR_SIZE, weft_connection_put(&connection, &note, 1000));
	return ok & !weft_connection_free(&connection);
}

static bool full(void)
{
	bool ok = true, mine = treiber.home == weft_rank();
	uint32_t n = 0;

	while (mine && n <= 4 && !weft_treiber_push(&treiber, n)) {
		n++;
	}
	if (mine) {
		IS(WEFT_ERR_SPACE, weft_treiber_push(&treiber, n));
		ok &= n == 4;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (n = 0; n <= 64 && box.home == weft_rank(); n++) {
		if (weft_mailbox_send(&box, &word, 1, 0)) {
			break;
		}
	}
	if (box.home == weft_rank()) {
		IS(WEFT_ERR_TIMEOUT, weft_mailbox_send(&box, &word, 1, 10));
	}
	return ok;
}

/* One operation that its server has not run yet. */
static bool pending(void)
{
	uint32_t result;
	int error;
	bool ok = true;

	IS(WEFT_ERR_NUMBER, weft_apply(&delegate, 1, 0, 0, &result, 0));
	if (delegate.home != weft_rank()) {
		ok &= weft_apply(&delegate, 0, 0, 0, &result, 0) ==
		      WEFT_ERR_PENDING;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (delegate.home != weft_rank()) {
		ok &= weft_delegate_wait(&delegate, &result, 10) ==
		      WEFT_ERR_PENDING;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (delegate.home == weft_rank()) {
		return ok & !weft_delegate_serve(&delegate, WEFT_FOREVER);
	}
	ok &= !weft_delegate_wait(&delegate, &result, WEFT_FOREVER);
	error = weft_delegate_leave(&delegate, WEFT_FOREVER);
	return ok & !error;
}

static void sum(void *into, const void *from, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		((uint32_t *)into)[i] += ((const uint32_t *)from)[i];
	}
}

/* Of a team of two the other one does not come. */
static bool alone(uint32_t which)
{
	static const struct weft_op add = {.combine = sum, .bytes = 4};
	weft_rank_t both[] = {0, weft_size() - 1};
	uint32_t all[MOST] = {0};
	struct weft_team *team, *half;
	bool ok = !weft_team_create(WEFT_WORLD, both, 2, &team, WEFT_FOREVER);

	if (weft_rank() > 0) {
		return ok;
	}
	switch (which) {
	case 0:
		IS(WEFT_ERR_TIMEOUT,
		   weft_reduce(&word, &value, 1, &add, 0, team, 50));
		return ok;
	case 1:
		IS(WEFT_ERR_TIMEOUT, weft_gather(&word, all, 4, 0, team, 50));
		return ok;
	case 2:
		IS(WEFT_ERR_TIMEOUT, weft_team_split(team, 0, 0, &half, 50));
		return ok;
	default:
		IS(WEFT_ERR_TIMEOUT, weft_team_free(&team, 50));
		return ok;
	}
}

/* Each text begins with a name of its own, and goes on. */
static bool texts(void)
{
	bool ok = strcmp(weft_strerror(1), "unknown error") == 0 &&
		  strcmp(weft_strerror(LAST_CODE - 1), "unknown error") == 0;

	for (int error = WEFT_OK; error >= LAST_CODE; error--) {
		const char *text = weft_strerror(error);
		const char *end = strchr(text, ':');

		ok &= strncmp(text, "WEFT_", 5) == 0 && end && end[1] == ' ' &&
		      end[2] != 0;
		for (int other = error + 1; end && other <= 0; other++) {
			ok &= strncmp(text, weft_strerror(other),
				      (size_t)(end - text) + 1) != 0;
		}
	}
	return ok;
}

/* In debug builds: of one code each place has its own words, until the next call. */
static bool reasons(void)
{
	const char *usual = weft_strerror(WEFT_ERR_NULL), *said, *other;
	uint32_t flag;
	bool ok = weft_mpb_alloc(4, NULL) == WEFT_ERR_NULL;

	said = weft_strerror(WEFT_ERR_NULL);
	ok &= weft_file("name", NULL, NULL) == WEFT_ERR_NULL;
	other = weft_strerror(WEFT_ERR_NULL);
	ok &= strncmp(said, "WEFT_ERR_NULL: ", 15) == 0;
	if (WEFT_DEBUG) {
		ok &= strcmp(said, "WEFT_ERR_NULL: offset") == 0 &&
		      strcmp(other, "WEFT_ERR_NULL: name, data or bytes") == 0;
	} else {
		ok &= said == usual && other == usual;
	}
	ok &= !weft_flags_alloc(1, &flag) && !weft_mpb_free(flag);
	return ok && weft_strerror(WEFT_ERR_NULL) == usual;
}

static void prepare(void)
{
	static weft_operation *const operations[] = {nothing};
	static const struct weft_object object = {operations, 1, NULL};
	uint32_t last = weft_size() - 1;

	if (weft_flags_alloc(1, &word) || weft_fifo_create(&fifo, 1) ||
	    weft_mailbox_create(&box, last, 1, WEFT_MAILBOX_TICKET) ||
	    weft_treiber_create(&treiber, last, 4) ||
	    weft_delegate_create(&delegate, &weft_shm_server, last, &object,
				 1)) {
		weft_panic("no room");
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

int main(void)
{
	tap_begin();
	tap_cores(MOST);
	tap_ok(texts(), "each code has a text");
	tap_ok(reasons(), "which says why, in debug builds");
	tap_ok(no_pointers(), "null pointers");
	tap_ok(no_such(), "numbers and sizes that are not");
	tap_ok(no_operation(), "an operation that an object does not have");
	prepare();
	arch_raise(weft_rank(), 1);
	while (!done) {
		arch_relax(0);
	}
	tap_ok(handled, "a handler is refused");
	tap_ok(full(), "what is full");
	tap_ok(weft_size() == 1 || pending(), "an operation that is under way");
	for (uint32_t i = 0; weft_size() > 1 && i < 4; i++) {
		tap_ok(alone(i), "one of two does not come: call %u",
		       (unsigned)i);
	}
	return tap_end();
}
