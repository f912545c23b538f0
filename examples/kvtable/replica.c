/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "replica.h"

enum {
	REQUESTS = 4 /* writes on their way */
};

struct table replica;
struct replica_counts replica_counts;

static uint32_t lamport; /* of all that I have seen */
static struct write *log;
static struct write *others_log;
static uint32_t logged, log_size, deaf_to;
static struct weft_request request[REQUESTS];

static void on_chunk(const struct weft_chunk *c, void *unused)
{
	const struct write *write = c->data;

	(void)unused;
	if (c->total != sizeof(*write) || write->key >= KEYS ||
	    write->rank != c->root) {
		weft_panic("that is no write");
	}
	lamport = write->time > lamport ? write->time : lamport;
	replica_counts.applied++;
	if (c->root != deaf_to) {
		replica_counts.late += !table_apply(&replica, write);
	}
}

WEFT_COLD void replica_begin(uint32_t writes, uint32_t deaf)
{
	deaf_to = deaf;
	log_size = writes;
	log = calloc(writes + 1, sizeof(*log));
	others_log = calloc(writes + 1, sizeof(*log));
	if (!log || !others_log ||
	    weft_abcast_on_chunk(on_chunk, NULL, WEFT_IN_THREAD)) {
		weft_panic("no memory for the log, or no way to receive");
	}
	for (uint32_t i = 0; i < REQUESTS; i++) {
		request[i].state = WEFT_COMPLETE;
	}
}

/* The log keeps the data until they have left. */
static struct weft_request *start(uint32_t key, uint32_t value)
{
	struct weft_request *r = &request[logged & (REQUESTS - 1)];
	struct write *write = &log[logged];

	if (logged == log_size) {
		weft_panic("more writes than were announced");
	}
	if (!weft_test(r, WEFT_REUSABLE)) {
		weft_wait(r, WEFT_REUSABLE, WEFT_FOREVER);
	}
	*write = (struct write){key, value, ++lamport, weft_rank()};
	table_apply(&replica, write);
	logged++;
	replica_counts.wrote++;
	if (weft_abcast_start(write, sizeof(*write), r)) {
		weft_panic("a write cannot be broadcast");
	}
	return r;
}

void replica_write(uint32_t key, uint32_t value)
{
	start(key, value);
}

void replica_write_everywhere(uint32_t key, uint32_t value)
{
	weft_wait(start(key, value), WEFT_COMPLETE, WEFT_FOREVER);
}

void replica_poll(void)
{
	weft_abcast_poll(UINT32_MAX, 0);
}

void replica_converge(uint32_t each)
{
	uint32_t all = (weft_size() - 1) * each;

	/* Sleeps until mine are everywhere; the rest has come, but for little. */
	for (uint32_t i = 0; i < REQUESTS; i++) {
		weft_wait(&request[i], WEFT_COMPLETE, WEFT_FOREVER);
	}
	while (replica_counts.applied < all) {
		weft_abcast_poll(UINT32_MAX, WEFT_FOREVER);
	}
}

const struct write *replica_log(uint32_t rank, uint32_t each)
{
	struct write *data = rank == weft_rank() ? log : others_log;

	if (weft_bcast(data, each * sizeof(*data), rank, WEFT_WORLD,
		       WEFT_FOREVER)) {
		weft_panic("a log cannot be broadcast");
	}
	return data;
}
