/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A barrier in messages, for tests of Active Messages: cores that poll serve while they
 * wait in it, which they do not do in weft_barrier.
 */
#ifndef TESTS_AM_MEET_H
#define TESTS_AM_MEET_H

#include <string.h>

#include <weft/weft.h>

enum {
	MEET_ENDPOINT = 14,
	MEET_TAG = 0x3ee7,
};

static volatile uint32_t meet_counted;

static void meet_count(struct weft_am_message *m)
{
	(void)m;
	meet_counted++;
}

static weft_am_handler *const meet_table[] = {NULL, meet_count};
static const struct weft_am_endpoint meet_endpoint = {MEET_TAG, meet_table, 2,
						      NULL};

/*
 * How this core receives: "poll", "interrupt", "hybrid", "mixed", every other core, or
 * "all", one way after the other.
 */
static bool meet_polls(const char *how)
{
	return !strcmp(how, "poll") ||
	       (!strcmp(how, "mixed") && (weft_rank() & 1));
}

static inline enum weft_am_reception meet_how(const char *how)
{
	if (!strcmp(how, "all")) {
		return (enum weft_am_reception)(WEFT_AM_POLL + weft_rank() % 3);
	}
	if (!strcmp(how, "hybrid")) {
		return WEFT_AM_HYBRID;
	}
	return meet_polls(how) ? WEFT_AM_POLL : WEFT_AM_INTERRUPT;
}

static inline bool meet_begin(const char *how)
{
	return !weft_am_open(MEET_ENDPOINT, &meet_endpoint) &&
	       !weft_am_begin(meet_how(how));
}

static inline bool meet_tell(uint32_t rank)
{
	struct weft_am_dest to = {rank, MEET_ENDPOINT, MEET_TAG, MEET_ENDPOINT};

	return !weft_am_request(&to, 1, NULL, 0, WEFT_FOREVER);
}

/* Rank 0 is told by all, and tells all. */
static inline bool meet(void)
{
	static uint32_t met;
	uint32_t cores = weft_size();
	bool ok = true;

	met++;
	if (weft_rank() != 0) {
		return meet_tell(0) &&
		       !weft_am_wait(&meet_counted, met, WEFT_FOREVER);
	}
	ok &= !weft_am_wait(&meet_counted, met * (cores - 1), WEFT_FOREVER);
	for (uint32_t i = 1; i < cores; i++) {
		ok &= meet_tell(i);
	}
	return ok;
}

#endif
