/* SPDX-License-Identifier: Apache-2.0 */
/* The receiver's part of a connection. */
#include "messages/connection.h"

#include "arch/inline.h"
#include "runtime/context.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

ARCH_COLD int weft_connection_accept(struct weft_connection *c, void *buffer,
				     size_t bytes, bool near)
{
	RT_THREAD_ONLY();
	if (!c || (bytes && !buffer)) {
		return RT_WHY(WEFT_ERR_NULL, "connection or buffer");
	}
	if (bytes >> (CONNECTION_BYTES_BITS)) {
		return RT_WHY(WEFT_ERR_SIZE, "the buffer: 512 MB or more");
	}
	if (!connection_lives(c) || c->from == WEFT_NOBODY ||
	    (c->buffer && (c->buffer != buffer || c->bytes != bytes))) {
		return RT_WHY(WEFT_ERR_STATE, "it is not there, has another "
					      "buffer, or no core sends here");
	}
	c->buffer = buffer;
	c->bytes = (uint32_t)bytes;
	arch_flag_write(c->from, connection_flag(c, CONNECTION_GRANT),
			c->bytes << CONNECTION_BYTES_SHIFT |
				(near ? CONNECTION_MAY_BE_NEAR : 0) |
				CONNECTION_ACCEPTED);
	return WEFT_OK;
}

/* What the note says, which its sender, or anybody, may have written. */
static bool read_note(const struct weft_connection *c, uint32_t number,
		      struct weft_note *note, bool *more)
{
	uint32_t words[NOTE_WORDS];

	/* The wait for its stamp has made sure of all of it. */
	arch_inline_get_words(words, arch_inline_reach(arch_rank()),
			      connection_note(c, number), NOTE_WORDS);
	note->flags = words[NOTE_BYTES] & NOTE_IS_NEAR ? WEFT_NEAR : 0;
	note->user = words[NOTE_USER];
	note->offset = words[NOTE_OFFSET];
	note->bytes = words[NOTE_BYTES] & ~(NOTE_IS_NEAR | NOTE_HAS_MORE);
	note->data = NULL;
	note->number = number;
	*more = words[NOTE_BYTES] & NOTE_HAS_MORE;
	if (note->flags) {
		return !*more &&
		       connection_has(note->offset, note->bytes, c->shape.near);
	}
	return connection_has(note->offset, note->bytes, c->bytes) &&
	       (!*more || note->bytes <= c->shape.slot);
}

/* A message, or a part of one, of which more follows: that is released at once. */
static int connection_receive_take(struct weft_connection *c,
				   struct weft_note *note, uint32_t number,
				   bool *more)
{
	c->received++;
	RT_TRACE("connection receive", c->from, number);
	if (!read_note(c, number, note, more)) {
		weft_connection_release(c, number);
		return WEFT_ERR_DAMAGED;
	}
	if (!note->flags) {
		note->data = c->buffer + note->offset;
		arch_get(c->buffer + note->offset, arch_rank(), ARCH_WINDOW_MPB,
			 connection_slot(c, number),
			 connection_part(c, note, 0));
	}
	if (*more) {
		weft_connection_release(c, number);
	}
	return WEFT_OK;
}

/* Another fiber may take a message meanwhile: then the next one. */
static __attribute__((noinline)) int receive_longer(struct weft_connection *c,
						    struct weft_note *note,
						    weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	bool more = true;
	int error;

	do {
		uint32_t number = c->received;

		error = rt_await(connection_note(c, number), number + 1,
				 deadline, c->from,
				 "a message of a connection");
		if (!error && number == c->received) {
			error = connection_receive_take(c, note, number, &more);
		}
	} while (!error && more);
	return error;
}

/* If the next one is there, near and whole, as most are, where a look takes no call. */
static inline bool receive_near(struct weft_connection *c,
				struct weft_note *note)
{
	struct arch_reach own = arch_inline_reach(arch_rank());
	uint32_t number = c->received, at = connection_note(c, number);
	uint32_t words[NOTE_WORDS - NOTE_OFFSET], bytes;

	if (!arch_inline_came(at, number + 1)) {
		return false;
	}
	arch_inline_get_words(words, own, at + NOTE_OFFSET * sizeof(*words),
			      NOTE_WORDS - NOTE_OFFSET);
	/* For a far message, or a part, that is more bytes than the near buffer has. */
	bytes = words[NOTE_BYTES - NOTE_OFFSET] ^ NOTE_IS_NEAR;
	if (!connection_has(words[0], bytes, c->shape.near)) {
		return false;
	}
	note->flags = WEFT_NEAR;
	note->user = words[NOTE_USER - NOTE_OFFSET];
	note->offset = words[0];
	note->bytes = bytes;
	note->data = NULL;
	note->number = number;
	c->received = number + 1;
	RT_TRACE("connection receive", c->from, number);
	return true;
}

WEFT_REGISTERS int weft_connection_receive(struct weft_connection *c,
					   struct weft_note *note,
					   weft_us_t within)
{
	RT_THREAD_ONLY();
	if (!c || !note) {
		return RT_WHY(WEFT_ERR_NULL, "connection or note");
	}
	if (!connection_lives(c) || c->from == WEFT_NOBODY) {
		return RT_WHY(WEFT_ERR_STATE,
			      "it is not there, or no core sends here");
	}
	return receive_near(c, note) ? WEFT_OK
				     : receive_longer(c, note, within);
}

WEFT_REGISTERS int weft_connection_release(struct weft_connection *c,
					   uint32_t number)
{
	uint32_t at;

	RT_THREAD_ONLY();
	if (!c) {
		return WEFT_ERR_NULL;
	}
	at = number - c->freed;
	if (at >= c->received - c->freed || (at > 0 && (c->early >> at & 1))) {
		return RT_WHY(WEFT_ERR_STATE,
			      "that message is not here, or has been released");
	}
	if (at > 0) {
		c->early |= UINT32_C(1) << at;
		return WEFT_OK;
	}
	/* The oldest, and those after it that have been released before it. */
	do {
		c->early >>= 1;
		c->freed++;
	} while (c->early & 1);
	arch_inline_flag_write(c->from, connection_flag(c, CONNECTION_RELEASED),
			       c->freed);
	return WEFT_OK;
}
