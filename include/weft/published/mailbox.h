/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mailboxes: a queue of short messages at one core, which any core may fill (S. Lumetta,
 * "Multi-Protocol Communication", Berkeley 1998: a queue in shared memory with one
 * receiver, section 3.3; its form in order of tickets, and those with locks, section 6.3.1).
 *
 *     struct weft_mailbox box;
 *     weft_mailbox_create(&box, home, 16, WEFT_MAILBOX_TICKET);
 *     weft_barrier(WEFT_WORLD, WEFT_FOREVER);
 *     weft_mailbox_send(&box, words, n, WEFT_FOREVER);             anybody
 *     weft_mailbox_receive(&box, words, most, &n, WEFT_FOREVER);   home
 *
 * All senders share its places, so its size does not grow with the cores, as that of a
 * FIFO (weft/fifo.h) and of Active Messages (weft/am.h) does.  The price is an atomic
 * operation on a word of the home for each message; and a core that stops after it has
 * claimed a place, and before it has filled it, stops the mailbox for good.
 *
 * How a place is claimed:
 *
 *  WEFT_MAILBOX_TICKET  by fetch-and-add, which never fails: who draws a ticket then waits
 *                       until its place is free.  Fair: messages are received in the order
 *                       of the tickets.  A ticket cannot be given back, so the time-out
 *                       of a send ends when it has drawn one.
 *  WEFT_MAILBOX_TRY     only if the next place is free, by compare-and-swap; who fails tries
 *                       again, less and less often.  Not fair; may be given up at any time.
 *
 * On chips that have neither operation both are done under the test-and-set register of
 * the home (weft/flag.h).
 *
 * Full is normal: a send waits.  The home may send to itself; if it is full, it waits
 * for ever then.  Messages of one core are received in the order of its sends.
 *
 * MPB, from the symmetric heap: a line, and one for each place (32 bytes at least).
 * All: WEFT_ERR_NULL; WEFT_ERR_STATE for a mailbox that is not there: zeroes, one whose
 * creation failed, one that has been freed; WEFT_ERR_CONTEXT.  Thread.
 */
#ifndef WEFT_MAILBOX_H
#define WEFT_MAILBOX_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	WEFT_MAILBOX_WORDS = 7,  /* of a message, at most */
	WEFT_MAILBOX_PLACES = 8, /* at least */
};

enum weft_mailbox_claim {
	WEFT_MAILBOX_TICKET,
	WEFT_MAILBOX_TRY,
};

/* This core's side.  Its members are the library's. */
struct weft_mailbox {
	weft_rank_t home;
	enum weft_mailbox_claim claim;
	uint32_t tail, slots, mask; /* where; places, less one */
	uint32_t next;              /* place that is received next */
	bool receiving;
};

/*
 * A new mailbox, empty, with so many places (the next power of two, at least
 * WEFT_MAILBOX_PLACES).  Symmetric, as weft_mpb_alloc; have a barrier before anybody
 * uses it.  WEFT_ERR_RANK; WEFT_ERR_NUMBER: no such way to claim; WEFT_ERR_SIZE: more than
 * 2^20 places; WEFT_ERR_SPACE.
 */
int weft_mailbox_create(struct weft_mailbox *box, weft_rank_t home,
			uint32_t places, enum weft_mailbox_claim claim);

/*
 * Give its space back: symmetric, when no core uses it.  WEFT_ERR_STATE: a fiber of this
 * core receives.
 */
int weft_mailbox_free(struct weft_mailbox *box);

/*
 * Send 1 to WEFT_MAILBOX_WORDS words.  WEFT_ERR_SIZE; WEFT_ERR_TIMEOUT: there was no room in
 * time, and nothing has been sent.  Cost: the atomic operation, a word read and a line
 * written, all at the home.
 */
int weft_mailbox_send(struct weft_mailbox *box, const uint32_t *words,
		      uint32_t n, weft_us_t within);

/*
 * At the home: the next message, of which there is room for `most` words, and in *n, if
 * `n` is not null, how many they are.  WEFT_ERR_SIZE: it has more, and is still there.
 * WEFT_ERR_TIMEOUT: there was none.  WEFT_ERR_RANK: this is not the home.
 * WEFT_ERR_STATE: another fiber receives.  Cost: a line read and a word written, both
 * at the home.
 */
int weft_mailbox_receive(struct weft_mailbox *box, uint32_t *words,
			 uint32_t most, uint32_t *n, weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
