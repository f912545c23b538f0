/* SPDX-License-Identifier: Apache-2.0 */
/* The sender's part of a connection. */
#include "messages/connection.h"

#include "arch/inline.h"
#include "runtime/context.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

/* Until there is a receiver: its grant. */
static int await_grant(const struct weft_connection *c, uint64_t deadline,
		       uint32_t *grant)
{
	int error = WEFT_OK;

	*grant = arch_inline_flag_read(arch_rank(),
				       connection_flag(c, CONNECTION_GRANT));
	if (!*grant) {
		error = rt_await(connection_flag(c, CONNECTION_GRANT),
				 CONNECTION_ACCEPTED, deadline, c->to,
				 "a connection to be accepted");
		*grant = arch_flag_read(arch_rank(),
					connection_flag(c, CONNECTION_GRANT));
	}
	return error;
}

static inline bool may_be_near(const struct weft_connection *c,
			       const struct weft_note *note, uint32_t grant)
{
	return (note->flags & WEFT_NEAR) && (grant & CONNECTION_MAY_BE_NEAR) &&
	       connection_has(note->offset, note->bytes, c->shape.near);
}

int connection_choose(const struct weft_connection *c, struct weft_note *note,
		      uint32_t grant)
{
	uint32_t size = grant >> CONNECTION_BYTES_SHIFT, hint = note->flags;

	if (may_be_near(c, note, grant)) {
		return WEFT_OK;
	}
	if (!connection_has(note->offset, note->bytes, size)) {
		return RT_WHY(
			WEFT_ERR_RANGE,
			"offset and bytes: outside the receiver's buffer");
	}
	if (note->bytes > 0 && c->shape.slot == 0) {
		return RT_WHY(WEFT_ERR_SIZE,
			      "it is far, and the connection has no slots");
	}
	note->flags = hint & ~(uint32_t)WEFT_NEAR;
	return WEFT_OK;
}

void connection_look(struct weft_connection *c)
{
	c->credit = arch_flag_read(arch_rank(),
				   connection_flag(c, CONNECTION_RELEASED)) +
		    c->shape.notes;
}

int connection_await_credit(struct weft_connection *c, uint64_t deadline)
{
	int error = WEFT_OK;

	while (!error && !connection_has_credit(c)) {
		error = rt_await(connection_flag(c, CONNECTION_RELEASED),
				 c->sent + 1 - c->shape.notes, deadline, c->to,
				 "a message of a connection to be released");
		connection_look(c);
	}
	return connection_has_credit(c) ? WEFT_OK : error;
}

/* What has been started goes first; another fiber of mine may use the credit. */
static int await_credit(struct weft_connection *c, uint64_t deadline)
{
	int error;

	do {
		error = c->first ? c->drain(c, deadline)
				 : connection_await_credit(c, deadline);
	} while (!error && (c->first || !connection_has_credit(c)));
	return error;
}

/* The data of that part are there: write its note. */
static inline void connection_put_tell(struct weft_connection *c,
				       struct weft_note *note, uint32_t offset,
				       uint32_t bytes)
{
	uint32_t words[] = {bytes, note->user};
	struct arch_reach to = arch_inline_reach(c->to);
	uint32_t at = connection_note(c, c->sent);

	RT_TRACE("connection put", c->to, bytes);
	note->number = c->sent++;
	arch_inline_put_words(to, at, c->sent, offset, words, 2);
	arch_inline_wake(to, at);
}

void connection_tell(struct weft_connection *c, struct weft_note *note,
		     uint32_t at)
{
	uint32_t near = note->flags & WEFT_NEAR ? NOTE_IS_NEAR : 0;

	connection_put_tell(c, note, note->offset + at,
			    at ? connection_part(c, note, at) | NOTE_HAS_MORE
			       : note->bytes | near);
}

/* The same with its data, where the core copies. */
static void connection_put_part(struct weft_connection *c,
				struct weft_note *note, uint32_t at)
{
	uint32_t offset = note->offset + at, bytes = note->bytes, near = 0;
	uint32_t to, part = bytes - at;

	if (note->flags & WEFT_NEAR) {
		near = NOTE_IS_NEAR;
		to = c->near + offset;
	} else {
		to = connection_slot(c, c->sent);
		part = part < c->shape.slot ? part : c->shape.slot;
		bytes = at ? part | NOTE_HAS_MORE : bytes;
	}
	if (part > 0) {
		arch_inline_put(c->to, ARCH_WINDOW_MPB, to,
				(const char *)note->data + at, part);
	}
	connection_put_tell(c, note, offset, bytes | near);
}

/* All parts, the first one last. */
static int connection_put_all(struct weft_connection *c, struct weft_note *note,
			      uint64_t deadline)
{
	uint32_t at = 0;

	do {
		int error;

		at = connection_part_after(c, note, at);
		if (c->first || !connection_has_credit(c)) {
			error = await_credit(c, deadline);
			if (error) {
				return error;
			}
		}
		connection_put_part(c, note, at);
	} while (at > 0);
	return WEFT_OK;
}

/* What has to wait, is wrong, is far, or has no room in one slot. */
static __attribute__((noinline)) int
put_longer(struct weft_connection *c, struct weft_note *note, weft_us_t within)
{
	uint32_t grant, hint = note->flags;
	uint64_t deadline = rt_deadline(within);
	int error = await_grant(c, deadline, &grant);

	if (!error) {
		error = connection_choose(c, note, grant);
	}
	if (!error) {
		error = connection_put_all(c, note, deadline);
	}
	if (error) {
		note->flags = hint; /* it may be put once more */
	}
	return error;
}

/* Where it is accepted, has credit and is near, it goes at once: most are. */
WEFT_REGISTERS int weft_connection_put(struct weft_connection *c,
				       struct weft_note *note, weft_us_t within)
{
	RT_THREAD_ONLY();
	if (!c || !note || (note->bytes && !note->data)) {
		return RT_WHY(WEFT_ERR_NULL, "connection, note or data");
	}
	if (!connection_lives(c) || c->to == WEFT_NOBODY) {
		return RT_WHY(WEFT_ERR_STATE,
			      "it is not there, or has no receiver");
	}
	if (c->first || !connection_has_credit(c) ||
	    !may_be_near(c, note,
			 arch_inline_flag_read(
				 arch_rank(),
				 connection_flag(c, CONNECTION_GRANT)))) {
		return put_longer(c, note, within);
	}
	if (note->bytes > 0) {
		arch_inline_put(c->to, ARCH_WINDOW_MPB, c->near + note->offset,
				note->data, note->bytes);
	}
	connection_put_tell(c, note, note->offset, note->bytes | NOTE_IS_NEAR);
	return WEFT_OK;
}

int weft_connection_wait(struct weft_connection *c, uint32_t number,
			 weft_us_t within)
{
	RT_THREAD_ONLY();
	if (!c) {
		return WEFT_ERR_NULL;
	}
	if (!connection_lives(c) || c->to == WEFT_NOBODY ||
	    (int32_t)(c->sent - number) <= 0) {
		return RT_WHY(WEFT_ERR_STATE,
			      "it is not there, or that put has not been");
	}
	return rt_await(connection_flag(c, CONNECTION_RELEASED), number + 1,
			rt_deadline(within), c->to,
			"a message of a connection to be released");
}
