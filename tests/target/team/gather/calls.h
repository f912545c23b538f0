/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One call of gather, scatter, allgather or all-to-all, in any of its forms: each byte of
 * each block is a function of who sends it to whom, in this call.
 */
#ifndef TESTS_CALLS_H
#define TESTS_CALLS_H

#include <weft/weft.h>

enum what {
	GATHER,
	SCATTER,
	ALLGATHER,
	ALLTOALL,
	WHATS,
};

/* Buffers of one call: `bytes` to send, and as many to receive. */
struct room {
	uint8_t *from, *to;
	size_t *from_count, *from_at, *to_count, *to_at;
	uint32_t each;
	size_t bytes;
};

/* With so many for each core's block. */
void room_make(struct room *room, uint32_t each);

/* One call, as all cores of the team draw it. */
struct call {
	struct room *room;
	struct weft_team *team;
	enum what what;
	bool v, in_place;
	uint32_t bytes, key;
	/* By call_prepare: */
	uint32_t me, size, root;
};

/* As many bytes of a block as the room has for one of each core. */
uint32_t call_fitting(const struct room *room, uint32_t bytes);

/* What it is called with. */
struct arguments {
	const void *send;
	void *recv;
	size_t out, in; /* bytes of a block that this core sends, and gets */
};
struct arguments call_arguments(const struct call *c);

/* Fills the buffers.  Is all there, and nothing beside it written? */
void call_prepare(struct call *c);
bool call_right(const struct call *c);

/* A number drawn from another. */
uint32_t call_mix(uint32_t x);

#endif
