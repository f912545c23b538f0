/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17 time-out=60 */
/*
 * Loops of calls that only look: other cores run meanwhile, though an emulator runs one
 * core at a time; and the dead handles, zeroed, failed or freed, that all calls refuse.
 */
#include <weft/published/mailbox.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	LONG = 200000, /* cycles */
};

static uint32_t flag;
static struct weft_fifo fifo;
static struct weft_any_lock mutex;
static struct weft_mailbox box;
static struct weft_connection line;

static bool is_last(void)
{
	return weft_rank() == weft_size() - 1;
}

static void by_flag(void)
{
	if (is_last()) {
		tap_delay(LONG);
		for (uint32_t i = 0; i + 1 < weft_size(); i++) {
			weft_flag_write(i, flag, 1);
		}
		return;
	}
	while (weft_flag_wait(flag, 1, 0) != WEFT_OK) {
	}
}

static bool by_fifo(void)
{
	uint32_t word = 7, n = 0;

	if (is_last()) {
		tap_delay(LONG);
		for (uint32_t i = 0; i + 1 < weft_size(); i++) {
			weft_fifo_send(&fifo, i, &word, 1, WEFT_FOREVER);
		}
		return true;
	}
	if (weft_rank() & 1) {
		while (weft_fifo_receive(&fifo, NULL, 0, NULL, NULL, 0) !=
		       WEFT_ERR_SIZE) {
		}
	}
	while (weft_fifo_receive(&fifo, &word, 1, &n, NULL, 0) != WEFT_OK) {
	}
	return n == 1 && word == 7;
}

static void by_mutex(void)
{
	while (weft_any_lock_acquire(&mutex, 0) != WEFT_OK) {
	}
	tap_delay(1000);
	weft_any_lock_release(&mutex);
}

static bool are_dead(void)
{
	struct weft_note note = {0};
	uint32_t word = 0;

	return weft_fifo_send(&fifo, 0, &word, 1, 0) == WEFT_ERR_STATE &&
	       weft_fifo_receive(&fifo, &word, 1, NULL, NULL, 0) ==
		       WEFT_ERR_STATE &&
	       weft_fifo_receive(&fifo, NULL, 0, NULL, NULL, 0) ==
		       WEFT_ERR_STATE &&
	       weft_fifo_free(&fifo) == WEFT_ERR_STATE &&
	       weft_any_lock_acquire(&mutex, 0) == WEFT_ERR_STATE &&
	       weft_any_lock_release(&mutex) == WEFT_ERR_STATE &&
	       weft_any_lock_free(&mutex) == WEFT_ERR_STATE &&
	       weft_mailbox_send(&box, &word, 1, 0) == WEFT_ERR_STATE &&
	       weft_mailbox_receive(&box, &word, 1, NULL, 0) ==
		       WEFT_ERR_STATE &&
	       weft_mailbox_free(&box) == WEFT_ERR_STATE &&
	       weft_connection_put(&line, &note, 0) == WEFT_ERR_STATE &&
	       weft_connection_wait(&line, 0, 0) == WEFT_ERR_STATE &&
	       weft_connection_accept(&line, NULL, 0, true) == WEFT_ERR_STATE &&
	       weft_connection_receive(&line, &note, 0) == WEFT_ERR_STATE &&
	       weft_connection_release(&line, 0) == WEFT_ERR_STATE &&
	       weft_connection_free(&line) == WEFT_ERR_STATE;
}

/* The shape is right, and there is no room for it. */
static bool failed(void)
{
	struct weft_connection_shape shape = {WEFT_NOTES, 0, 0};
	size_t largest = 0;

	weft_mpb_free_bytes(&largest);
	shape.near = (uint32_t)largest;
	return weft_connection_create(&line, &shape, 0, 0) == WEFT_ERR_SPACE &&
	       weft_fifo_create(&fifo, 0) == WEFT_ERR_SIZE &&
	       weft_any_lock_create(&mutex, &weft_lock_queue, weft_size()) ==
		       WEFT_ERR_RANK &&
	       weft_mailbox_create(&box, weft_size(), 8, WEFT_MAILBOX_TRY) ==
		       WEFT_ERR_RANK;
}

static bool made(void)
{
	const struct weft_connection_shape shape = {2, 0, 32};

	return weft_fifo_create(&fifo, 1) == WEFT_OK &&
	       weft_any_lock_create(&mutex, &weft_lock_queue, 0) == WEFT_OK &&
	       weft_mailbox_create(&box, 0, 8, WEFT_MAILBOX_TRY) == WEFT_OK &&
	       weft_connection_create(&line, &shape, WEFT_NOBODY,
				      WEFT_NOBODY) == WEFT_OK;
}

int main(void)
{
	tap_begin();
	tap_ok(are_dead(), "zeroed handles");
	tap_ok(made() && weft_flags_alloc(1, &flag) == WEFT_OK, "made");
	by_flag();
	tap_ok(true, "a loop of waits for a flag with 0 us");
	tap_ok(by_fifo(), "of a FIFO");
	by_mutex();
	tap_ok(true, "of a mutex");
	tap_ok(weft_fifo_free(&fifo) == WEFT_OK &&
		       weft_any_lock_free(&mutex) == WEFT_OK &&
		       weft_mailbox_free(&box) == WEFT_OK &&
		       weft_connection_free(&line) == WEFT_OK && are_dead(),
	       "freed handles");
	tap_ok(failed() && are_dead(), "handles whose creation failed");
	return tap_end();
}
