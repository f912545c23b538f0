/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of one core to another, or to all. */
#include "arch/arch.h"
#include "tests/target/whole/together/feature.h"

enum {
	AM_ENDPOINT = 1,
	CALL_ENDPOINT = 2,
	AM_TAG = 7,
	ASK = 1,
	ANSWER = 1,
};

static bool nothing_more(uint32_t n)
{
	(void)n;
	return true;
}

/* A request to the next core and one to a core far away; each is answered. */
static struct {
	volatile uint32_t asked, answered, wrong;
	uint32_t sent;
} am;

static void am_ask(struct weft_am_message *m)
{
	uint32_t answer[2] = {m->word[0] + 1, m->word[1]};

	am.asked++;
	if (m->count != 2 || weft_am_reply(m, ANSWER + 1, answer, 2)) {
		am.wrong++;
	}
}

static void am_answer(struct weft_am_message *m)
{
	am.answered++;
	if (m->word[0] != feature_word(feature_run.me, m->word[1]) + 1) {
		am.wrong++;
	}
}

static bool am_open(void)
{
	static weft_am_handler *const table[] = {NULL, am_ask, am_answer};
	static const struct weft_am_endpoint own = {AM_TAG, table, 3, NULL};

	return weft_am_open(AM_ENDPOINT, &own) == WEFT_OK;
}

static bool am_start(uint32_t n)
{
	uint32_t words[2] = {feature_word(feature_run.me, n), n};
	uint32_t far = feature_run.me + feature_run.cores / 2;
	struct weft_am_dest to = {feature_run.next, AM_ENDPOINT, AM_TAG,
				  AM_ENDPOINT};
	bool ok = weft_am_request(&to, ASK, words, 2, FEATURE_SOON) == WEFT_OK;

	to.rank = far < feature_run.cores ? far : far - feature_run.cores;
	am.sent += 2;
	return ok &&
	       weft_am_request(&to, ASK, words, 2, FEATURE_SOON) == WEFT_OK;
}

static bool am_end(uint32_t n)
{
	(void)n;
	return weft_am_wait(&am.answered, am.sent, FEATURE_SOON) == WEFT_OK &&
	       weft_am_wait(&am.asked, am.sent, FEATURE_SOON) == WEFT_OK &&
	       am.wrong == 0;
}

static bool am_close(void)
{
	return weft_am_close(AM_ENDPOINT) == WEFT_OK;
}

const struct feature feature_am = {"am",     am_open, am_start, am_end,
				   am_close, 0,       0};

/* A call to the next core. */
static struct weft_calls calls;

static void call_serve(struct weft_called *call, void *arg)
{
	uint32_t answer = call->word[0] + call->from;

	(void)arg;
	weft_call_reply(call, &answer, sizeof(answer));
}

static bool call_open(void)
{
	static const struct weft_calls_shape shape = {CALL_ENDPOINT, 1, 4};

	return weft_calls_open(&calls, &shape, call_serve, NULL) == WEFT_OK;
}

static bool call_start(uint32_t n)
{
	uint32_t word = feature_word(feature_run.me, n), answer = 0;
	size_t bytes = sizeof(answer);

	return weft_call(&calls, feature_run.next, &word, 1, &answer, &bytes,
			 FEATURE_SOON) == WEFT_OK &&
	       answer == word + feature_run.me;
}

static bool call_close(void)
{
	return weft_calls_close(&calls) == WEFT_OK;
}

const struct feature feature_call = {
	"call", call_open, call_start, nothing_more, call_close, 3 * 64, 0};

/*
 * An asynchronous broadcast of one core, and one of another.  Cores may be ahead, so what
 * comes says of which round it is.
 */
enum {
	ABCAST_WORDS = 60,
	ABCAST_AHEAD = 64, /* rounds; a power of two */
};

static struct {
	struct weft_request request;
	uint32_t data[ABCAST_WORDS];
	uint8_t come[ABCAST_AHEAD]; /* so many, of each round */
} abcast;

static bool abcast_is_mine(uint32_t n)
{
	uint32_t cores = feature_run.cores;

	return n % cores == feature_run.me ||
	       (n + cores / 2) % cores == feature_run.me;
}

static bool abcast_start(uint32_t n)
{
	if (!abcast_is_mine(n)) {
		return true;
	}
	abcast.data[0] = n;
	for (uint32_t i = 1; i < ABCAST_WORDS; i++) {
		abcast.data[i] = feature_word(feature_run.me, n + i);
	}
	return weft_abcast_start(abcast.data, sizeof(abcast.data),
				 &abcast.request) == WEFT_OK;
}

static bool abcast_take(void)
{
	uint32_t got[ABCAST_WORDS];
	struct weft_message m;

	if (weft_abcast_recv(got, sizeof(got), &m, FEATURE_SOON) != WEFT_OK ||
	    m.bytes != sizeof(got)) {
		return false;
	}
	abcast.come[got[0] % ABCAST_AHEAD]++;
	for (uint32_t i = 1; i < ABCAST_WORDS; i++) {
		if (got[i] != feature_word(m.root, got[0] + i)) {
			return false;
		}
	}
	return true;
}

static bool abcast_end(uint32_t n)
{
	uint32_t senders = feature_run.cores > 1 ? 2 : 1;
	bool mine = abcast_is_mine(n), ok = true;

	while (ok && abcast.come[n % ABCAST_AHEAD] < senders - mine) {
		ok = abcast_take();
	}
	abcast.come[n % ABCAST_AHEAD] = 0;
	return ok && (!mine || weft_wait(&abcast.request, WEFT_COMPLETE,
					 FEATURE_SOON) == WEFT_OK);
}

const struct feature feature_abcast = {
	"abcast", NULL, abcast_start, abcast_end, NULL, 0, 0};

/* A notification of the next core. */
static struct {
	weft_event_t entry;
	uint32_t seen;
} event;

static bool event_open(void)
{
	bool ok = weft_event_open(feature_run.prev, &event.entry) == WEFT_OK;

	event.seen = weft_event_stage(event.entry);
	return ok;
}

static bool event_start(uint32_t n)
{
	(void)n;
	return weft_notify(feature_run.next) == WEFT_OK;
}

static bool event_end(uint32_t n)
{
	(void)n;
	return weft_event_wait(event.entry, event.seen++, FEATURE_SOON) ==
	       WEFT_OK;
}

static bool event_close(void)
{
	return weft_event_close(event.entry) == WEFT_OK;
}

const struct feature feature_event = {
	"event", event_open, event_start, event_end, event_close, 0, 0};

/* A word through a FIFO. */
static struct weft_fifo fifo;

static bool fifo_open(void)
{
	return weft_fifo_create(&fifo, 1) == WEFT_OK;
}

static bool fifo_start(uint32_t n)
{
	uint32_t word = feature_word(feature_run.me, n);

	return weft_fifo_send(&fifo, feature_run.next, &word, 1,
			      FEATURE_SOON) == WEFT_OK;
}

static bool fifo_end(uint32_t n)
{
	uint32_t word = 0, from = WEFT_NOBODY;

	return weft_fifo_receive(&fifo, &word, 1, NULL, &from, FEATURE_SOON) ==
		       WEFT_OK &&
	       from == feature_run.prev && word == feature_word(from, n);
}

static bool fifo_close(void)
{
	return weft_fifo_free(&fifo) == WEFT_OK;
}

const struct feature feature_fifo = {
	"fifo",     fifo_open, fifo_start,          fifo_end,
	fifo_close, 4 * 64,    3 * ARCH_FLAG_STRIDE};

/* A message of a connection to the next core. */
static struct {
	struct weft_connection ends;
	uint32_t buffer[8], data[8];
} connection;

static bool connection_open(void)
{
	static const struct weft_connection_shape shape = {.notes = 1,
							   .slot = 32};

	return weft_connection_create(&connection.ends, &shape,
				      feature_run.prev,
				      feature_run.next) == WEFT_OK;
}

static bool connection_start(uint32_t n)
{
	struct weft_note note = {.bytes = sizeof(connection.data),
				 .data = connection.data};
	bool ok = weft_connection_accept(&connection.ends, connection.buffer,
					 sizeof(connection.buffer),
					 false) == WEFT_OK;

	for (uint32_t i = 0; i < 8; i++) {
		connection.data[i] = feature_word(feature_run.me, n + i);
	}
	return ok && weft_connection_put(&connection.ends, &note,
					 FEATURE_SOON) == WEFT_OK;
}

static bool connection_end(uint32_t n)
{
	struct weft_note note;
	bool ok = weft_connection_receive(&connection.ends, &note,
					  FEATURE_SOON) == WEFT_OK;

	for (uint32_t i = 0; ok && i < 8; i++) {
		ok &= connection.buffer[i] ==
		      feature_word(feature_run.prev, n + i);
	}
	return ok && weft_connection_release(&connection.ends, note.number) ==
			     WEFT_OK;
}

static bool connection_close(void)
{
	return weft_connection_free(&connection.ends) == WEFT_OK;
}

const struct feature feature_connection = {"connection",
					   connection_open,
					   connection_start,
					   connection_end,
					   connection_close,
					   5 * 64,
					   0};

/* Two-sided, with the core beside. */
static bool sendrecv_start(uint32_t n)
{
	uint32_t other = feature_run.me ^ 1;
	uint32_t mine = feature_word(feature_run.me, n), theirs = 0;
	bool ok;

	if (other >= feature_run.cores) {
		return true;
	}
	if (feature_run.me < other) {
		ok = !weft_send(&mine, sizeof(mine), other, FEATURE_SOON) &&
		     !weft_recv(&theirs, sizeof(theirs), other, FEATURE_SOON);
	} else {
		ok = !weft_recv(&theirs, sizeof(theirs), other, FEATURE_SOON) &&
		     !weft_send(&mine, sizeof(mine), other, FEATURE_SOON);
	}
	return ok && theirs == feature_word(other, n);
}

const struct feature feature_sendrecv = {
	"sendrecv", NULL, sendrecv_start, nothing_more, NULL, 0, 0};
