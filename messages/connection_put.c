/* SPDX-License-Identifier: Apache-2.0 */
/* The sender's part of a connection. */
#include "messages/connection.h"
#include "runtime/context.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

/* Until there is a receiver: its grant. */
static int await_grant(const struct weft_connection *c, uint64_t deadline,
		       uint32_t *grant)
{
	int error = WEFT_OK;

	*grant = arch_flag_read(arch_rank(),
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

/* Near or far, if it may be there. */
static int choose(const struct weft_connection *c, struct weft_note *note,
		  uint32_t grant)
{
	uint32_t size = grant >> CONNECTION_BYTES_SHIFT;

	if ((note->flags & WEFT_NEAR) && (grant & CONNECTION_MAY_BE_NEAR) &&
	    connection_has(note->offset, note->bytes, c->shape.near)) {
		return WEFT_OK;
	}
	note->flags &= ~(uint32_t)WEFT_NEAR;
	if (!connection_has(note->offset, note->bytes, size)) {
		return WEFT_ERR_RANGE;
	}
	return note->bytes > c->shape.slot ? WEFT_ERR_SIZE : WEFT_OK;
}

static bool has_credit(const struct weft_connection *c)
{
	return (int32_t)(c->credit - c->sent) > 0;
}

/* Another fiber of mine may use the credit that this one has waited for. */
static int await_credit(struct weft_connection *c, uint64_t deadline)
{
	uint32_t notes = c->shape.notes;
	int error = WEFT_OK;

	while (!error && !has_credit(c)) {
		error = rt_await(connection_flag(c, CONNECTION_RELEASED),
				 c->sent + 1 - notes, deadline, c->to,
				 "a message of a connection to be released");
		c->credit = arch_flag_read(
				    arch_rank(),
				    connection_flag(c, CONNECTION_RELEASED)) +
			    notes;
	}
	return has_credit(c) ? WEFT_OK : error;
}

static void put(struct weft_connection *c, struct weft_note *note)
{
	bool near = note->flags & WEFT_NEAR;
	uint32_t words[NOTE_WORDS] = {
		[NOTE_STAMP] = c->sent + 1,
		[NOTE_OFFSET] = note->offset,
		[NOTE_BYTES] = note->bytes | (near ? NOTE_IS_NEAR : 0),
		[NOTE_USER] = note->user,
	};

	note->number = c->sent++;
	RT_TRACE("connection put", c->to, note->bytes);
	arch_put(c->to, ARCH_WINDOW_MPB,
		 near ? c->near + note->offset
		      : connection_slot(c, note->number),
		 note->data, note->bytes);
	arch_flags_write(c->to, connection_note(c, note->number), words,
			 NOTE_WORDS);
}

int weft_connection_put(struct weft_connection *c, struct weft_note *note,
			weft_us_t within)
{
	uint32_t grant, hint;
	uint64_t deadline;
	int error;

	RT_THREAD_ONLY();
	if (!c || !note || (note->bytes && !note->data)) {
		return WEFT_ERR_NULL;
	}
	if (c->to == WEFT_NOBODY) {
		return WEFT_ERR_STATE;
	}
	hint = note->flags;
	deadline = rt_deadline(within);
	error = await_grant(c, deadline, &grant);
	if (!error) {
		error = choose(c, note, grant);
	}
	if (!error) {
		error = await_credit(c, deadline);
	}
	if (error) {
		note->flags = hint; /* it may be put once more */
		return error;
	}
	put(c, note);
	return WEFT_OK;
}

int weft_connection_wait(struct weft_connection *c, uint32_t number,
			 weft_us_t within)
{
	RT_THREAD_ONLY();
	if (!c) {
		return WEFT_ERR_NULL;
	}
	if (c->to == WEFT_NOBODY || (int32_t)(c->sent - number) <= 0) {
		return WEFT_ERR_STATE;
	}
	return rt_await(connection_flag(c, CONNECTION_RELEASED), number + 1,
			rt_deadline(within), c->to,
			"a message of a connection to be released");
}
