/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include <weft/weft.h>

#include "traffic.h"
#include "words.h"

enum {
	BUFFERS = 4,
	HEAD = 3,        /* words before the data */
	LIAR = 1,        /* rank */
	LIES_AT = 2,     /* its message */
	PATIENCE_S = 120 /* then a message counts as lost */
};

/* The first words of a message. */
struct head {
	uint32_t number, words, hash; /* of the data behind them */
};

/* What one core has sent, by what it says, or by what has come of it here. */
struct tally {
	uint32_t messages, sum; /* of the checksums */
};

static struct {
	struct tally tally;
	struct head head; /* of the message that is coming in */
	uint32_t hash;
} * from;

static struct {
	struct weft_request request;
	uint32_t *words;
	bool used;
} buffer[BUFFERS];

static uint32_t state, most, postponed;
static struct tally mine;
static enum lie lying;
static volatile uint32_t received, bytes, wrong;
static weft_event_t arrival;

/* In handler context: so it only counts. */
static void on_chunk(const struct weft_chunk *c, void *unused)
{
	const uint32_t *words = c->data;
	uint32_t n = c->bytes / sizeof(*words);
	struct head *head = &from[c->root].head;

	(void)unused;
	if (c->offset == 0) {
		*head = *(const struct head *)c->data;
		from[c->root].hash = 0;
		words += HEAD;
		n -= HEAD;
	}
	from[c->root].hash = words_hash(from[c->root].hash, words, n);
	bytes += c->bytes;
	if (c->offset + c->bytes < c->total) {
		return;
	}
	from[c->root].tally.messages++;
	from[c->root].tally.sum += from[c->root].hash;
	wrong += head->number != from[c->root].tally.messages ||
		 head->number != c->message ||
		 head->words != c->total / sizeof(*words) ||
		 head->hash != from[c->root].hash;
	received++;
	weft_event_post(arrival);
}

WEFT_COLD void traffic_begin(uint32_t seed, uint32_t largest, enum lie lie)
{
	state = seed | 1;
	most = largest / sizeof(uint32_t) - HEAD;
	lying = weft_rank() == LIAR ? lie : LIE_NONE;
	from = calloc(weft_size(), sizeof(*from));
	for (uint32_t i = 0; i < BUFFERS; i++) {
		buffer[i].words = malloc(largest);
		if (!buffer[i].words) {
			weft_panic("no memory for the messages");
		}
	}
	if (!from || weft_event_open(WEFT_NOBODY, &arrival) ||
	    weft_abcast_on_chunk(on_chunk, NULL, WEFT_IN_HANDLER)) {
		weft_panic("cannot receive");
	}
}

static uint32_t fill(uint32_t *words)
{
	struct head *head = (struct head *)words;
	uint32_t n = words_below(&state, most + 1);

	for (uint32_t i = 0; i < n; i++) {
		words[HEAD + i] = words_random(&state);
	}
	head->number = ++mine.messages;
	head->words = HEAD + n;
	head->hash = words_hash(0, words + HEAD, n);
	mine.sum += head->hash;
	if (mine.messages == LIES_AT) {
		head->number += lying == LIE_SKIP;
		head->number -= lying == LIE_TWICE;
		words[head->words - 1] ^= lying == LIE_FLIP ? 0x10000 : 0;
	}
	return head->words * sizeof(*words);
}

bool traffic_send(bool wait)
{
	uint32_t i = mine.messages & (BUFFERS - 1);

	if (buffer[i].used && !weft_test(&buffer[i].request, WEFT_REUSABLE)) {
		postponed++;
		if (!wait) {
			return false;
		}
		weft_wait(&buffer[i].request, WEFT_REUSABLE, WEFT_FOREVER);
	}
	buffer[i].used = true;
	if (weft_abcast_start(buffer[i].words, fill(buffer[i].words),
			      &buffer[i].request)) {
		weft_panic("a broadcast cannot be started");
	}
	return true;
}

/* Until `all` have come; or until it is plain that one is lost. */
static void await_messages(uint32_t all)
{
	for (;;) {
		uint32_t staged = weft_event_stage(arrival);

		if (received >= all ||
		    weft_event_wait(arrival, staged, PATIENCE_S * 1000000)) {
			return;
		}
	}
}

/* What that core says, against what has come of it. */
static WEFT_COLD void compare(uint32_t rank, uint32_t claims)
{
	const struct tally *came = &from[rank].tally;
	struct tally said;

	weft_get(&said, weft_at(rank, claims), sizeof(said));
	if (said.messages != came->messages || said.sum != came->sum) {
		printf("rank %u says it sent %u messages of sum %08x, "
		       "here came %u of %08x\n",
		       (unsigned)rank, (unsigned)said.messages,
		       (unsigned)said.sum, (unsigned)came->messages,
		       (unsigned)came->sum);
		wrong++;
	}
}

WEFT_COLD void traffic_prove(uint32_t each, struct traffic *result)
{
	uint32_t claims;

	await_messages((weft_size() - 1) * each);
	mine.messages += lying == LIE_COUNT;
	mine.sum += lying == LIE_SUM;
	if (weft_mpb_alloc(sizeof(mine), &claims)) {
		weft_panic("no MPB space for the tallies");
	}
	weft_put(weft_at(weft_rank(), claims), &mine, sizeof(mine));
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t rank = 0; rank < weft_size(); rank++) {
		if (rank != weft_rank()) {
			compare(rank, claims);
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER); /* they have been read */
	weft_mpb_free(claims);
	result->sent = mine.messages;
	result->received = received;
	result->kilobytes = bytes >> 10;
	result->postponed = postponed;
	result->wrong = wrong;
}
