/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3 args=mutex tap=no time-out=30 */
/* weft-test: boards=scc-sim cores=2 modes=strict tap=no
   args=tas|ticket|clh|queue|hyblock|server|token|mutex|own_lock
   o=explore=time:last,executions:600|explore=time:any,executions:600 */
/* weft-test: boards=scc-sim cores=2 modes=strict tap=no
   args=mail_try|mail_ticket|fifo|event|flag|wire
   o=explore=time:last,executions:600|explore=time:any,executions:600 */
/* weft-test: boards=scc-sim cores=3 modes=strict tap=no
   args=tas|ticket|clh|queue|hyblock|server|token|own_lock|mail_try|mail_ticket|fifo|event|wire
   o=explore=time:any,executions:200 */
/*
 * Calls with deadlines, for the explorer (explore.h; with time:any): what a call waits for
 * may come before its deadline, after it, and between the deadline and the last look.  A call
 * that returns WEFT_OK has what it waited for, one that does not has left nothing behind that
 * harms the next, and in the end nothing is lost.
 */
#include <weft/published/lock.h>
#include <weft/published/mailbox.h>

#include "explore.h"

static uint32_t times; /* that I have had what all want */

/* What all count in rank 0's window, one at a time. */
static void count(void)
{
	uint32_t sum = word(0, area) + 1;

	arch_put(0, ARCH_WINDOW_MPB, area, &sum, sizeof(sum));
	times++;
}

/* Locks: once with a deadline, once without. ----------------------------- */

static const struct weft_lock_kind *kind;
static struct weft_any_lock lock;
static struct weft_any_lock mutex;

static void counted(void)
{
	uint32_t told[EXPLORE_CORES], sum = 0;

	explore_tell(times, told);
	for (uint32_t rank = 0; rank < arch_count(); rank++) {
		sum += told[rank];
	}
	wrong |= word(0, area) != sum || times == 0;
}

static void make_lock(void)
{
	wrong |= weft_any_lock_create(&lock, kind, 0) != WEFT_OK;
}

static void any_lock(void)
{
	if (ok_or_late(weft_any_lock_acquire(&lock, WITHIN_US))) {
		count();
		wrong |= weft_any_lock_release(&lock) != WEFT_OK;
	}
	wrong |= weft_any_lock_acquire(&lock, WEFT_FOREVER) != WEFT_OK;
	count();
	wrong |= weft_any_lock_release(&lock) != WEFT_OK;
	wrong |= weft_any_lock_release(&lock) != WEFT_ERR_STATE;
}

static void make_mutex(void)
{
	wrong |= weft_any_lock_create(&mutex, &weft_lock_queue, 0) != WEFT_OK;
}

static void hold_mutex(void)
{
	if (ok_or_late(weft_any_lock_acquire(&mutex, WITHIN_US))) {
		count();
		wrong |= weft_any_lock_release(&mutex) != WEFT_OK;
	}
	wrong |= weft_any_lock_acquire(&mutex, WEFT_FOREVER) != WEFT_OK;
	count();
	wrong |= weft_any_lock_release(&mutex) != WEFT_OK;
}

static void hold_lock(void)
{
	if (ok_or_late(weft_lock(0, WITHIN_US))) {
		count();
		wrong |= weft_unlock(0) != WEFT_OK;
	}
	wrong |= weft_lock(0, WEFT_FOREVER) != WEFT_OK;
	count();
	wrong |= weft_unlock(0) != WEFT_OK;
}

/* Messages: rank 1 sends two words, rank 0 is late, or is not. ----------- */

static struct weft_mailbox box;
static struct weft_fifo fifo;

static void make_try_box(void)
{
	weft_mailbox_create(&box, 0, 8, WEFT_MAILBOX_TRY);
}

static void make_ticket_box(void)
{
	weft_mailbox_create(&box, 0, 8, WEFT_MAILBOX_TICKET);
}

static void mail(void)
{
	uint32_t words[2] = {0, 0}, n;

	for (uint32_t i = 1; arch_rank() == 1 && i <= 2; i++) {
		words[0] = words[1] = i;
		while (!ok_or_late(
			weft_mailbox_send(&box, words, 2, WITHIN_US))) {
		}
	}
	for (uint32_t i = 1; arch_rank() == 0 && i <= 2; i++) {
		while (!ok_or_late(
			weft_mailbox_receive(&box, words, 2, &n, WITHIN_US))) {
		}
		wrong |= words[0] != i || words[1] != i || n != 2;
	}
}

static void make_fifo(void)
{
	wrong |= weft_fifo_create(&fifo, 2) != WEFT_OK;
}

static void message(void)
{
	uint32_t words[2] = {0, 0}, n;

	for (uint32_t i = 1; arch_rank() == 1 && i <= 2; i++) {
		words[0] = words[1] = i;
		while (!ok_or_late(
			weft_fifo_send(&fifo, 0, words, 2, WITHIN_US))) {
		}
	}
	for (uint32_t i = 1; arch_rank() == 0 && i <= 2; i++) {
		while (!ok_or_late(weft_fifo_receive(&fifo, words, 2, &n, NULL,
						     WITHIN_US))) {
		}
		wrong |= words[0] != i || words[1] != i || n != 2;
	}
}

/*
 * A connection of one note: the second put finds it full.  What has timed out is put anew with
 * other data, and only one of them comes.
 */
static struct weft_connection wire;
static uint32_t buffer;

static void make_wire(void)
{
	const struct weft_connection_shape shape = {1, sizeof(buffer), 0};
	uint32_t me = arch_rank();

	wrong |=
		weft_connection_create(&wire, &shape, me == 0 ? 1 : WEFT_NOBODY,
				       me == 1 ? 0 : WEFT_NOBODY) != WEFT_OK;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	wrong |= me == 0 &&
		 weft_connection_accept(&wire, &buffer, sizeof(buffer),
					false) != WEFT_OK;
}

static void put_through(uint32_t i)
{
	struct weft_note note = {.bytes = sizeof(i), .data = &i, .user = i};

	while (!ok_or_late(weft_connection_put(&wire, &note, WITHIN_US))) {
		i += 256;
	}
	while (i >= 256 && !ok_or_late(weft_connection_wait(&wire, note.number,
							    WITHIN_US))) {
	}
}

static void through_wire(void)
{
	struct weft_note note;

	for (uint32_t i = 1; arch_rank() == 1 && i <= 2; i++) {
		put_through(i);
	}
	for (uint32_t i = 1; arch_rank() == 0 && i <= 2; i++) {
		while (!ok_or_late(
			weft_connection_receive(&wire, &note, WITHIN_US))) {
		}
		wrong |= (buffer & 255) != i || note.user != i;
		wrong |= weft_connection_release(&wire, note.number) != WEFT_OK;
	}
}

/* An event that is posted by a notification. ----------------------------- */

static weft_event_t event;

static void make_event(void)
{
	wrong |= arch_rank() == 1 && weft_event_open(0, &event) != WEFT_OK;
}

static void notified(void)
{
	if (arch_rank() == 0) {
		weft_notify(1);
	} else if (arch_rank() == 1) {
		while (!ok_or_late(weft_event_wait(event, 0, WITHIN_US))) {
		}
		wrong |= weft_event_stage(event) != 1;
		wrong |= weft_event_wait(event, 1, 0) != WEFT_ERR_TIMEOUT;
	}
}

/* A flag, by each call that waits for one. ------------------------------- */

static void flagged(void)
{
	uint32_t value = 7;

	if (arch_rank() == 0) {
		weft_put_signal(weft_at(1, area), &value, sizeof(value),
				flag(0), 1);
	} else if (arch_rank() == 1) {
		while (!ok_or_late(weft_flag_wait(flag(0), 1, WITHIN_US))) {
		}
		wrong |= word(1, area) != 7;
	}
}

static const struct explore_case cases[] = {
	{"any_lock", any_lock, make_lock, counted},
	{"mutex", hold_mutex, make_mutex, counted},
	{"own_lock", hold_lock, NULL, counted},
	{"mail_try", mail, make_try_box, NULL},
	{"mail_ticket", mail, make_ticket_box, NULL},
	{"fifo", message, make_fifo, NULL},
	{"wire", through_wire, make_wire, NULL},
	{"event", notified, make_event, NULL},
	{"flag", flagged, NULL, NULL},
};

static const struct weft_lock_kind *const kinds[] = {
	&weft_lock_tas,   &weft_lock_ticket,  &weft_lock_clh,
	&weft_lock_queue, &weft_lock_hyblock, &weft_lock_server,
	&weft_lock_token,
};

int main(int argc, char **argv)
{
	char all[] = "any_lock", *words[] = {argv[0], all, NULL};

	for (size_t i = 0; argc > 1 && i < sizeof(kinds) / sizeof(kinds[0]);
	     i++) {
		if (strcmp(argv[1], weft_lock_name(kinds[i])) == 0) {
			kind = kinds[i];
			return explore_main(2, words, cases, 1);
		}
	}
	return explore_main(argc, argv, cases + 1,
			    sizeof(cases) / sizeof(cases[0]) - 1);
}
