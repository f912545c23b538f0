/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Puts that are started: the deferred sends of a connection.  The first of its queue has a
 * part under way, or waits for credit.  As many parts go as there is credit for, whenever
 * this core comes by: at a start, a test, a wait, a put.
 */
#include "messages/connection.h"
#include "runtime/in_use.h"
#include "runtime/wait.h"
#include "runtime/why.h"

/* The copy of the next part. */
#if ARCH_DMA_CHANNELS > 0
static int32_t connection_start_copy(const struct weft_connection *c,
				     const struct weft_sending *s)
{
	uintptr_t data = (uintptr_t)s->note->data + s->at;

	return arch_copy_start(
		(struct arch_addr){c->to, ARCH_WINDOW_MPB,
				   connection_place_of(c, s->note)},
		(struct arch_addr){0, ARCH_PRIVATE, (uint32_t)data},
		connection_part(c, s->note, s->at));
}

static bool is_done(const struct weft_sending *s)
{
	return arch_copy_done(s->ticket);
}

static bool await_copy(const struct weft_sending *s, uint64_t deadline)
{
	return arch_copy_wait(s->ticket, deadline) == ARCH_OK;
}
#else
static int32_t connection_start_copy(const struct weft_connection *c,
				     const struct weft_sending *s)
{
	arch_put(c->to, ARCH_WINDOW_MPB, connection_place_of(c, s->note),
		 (const char *)s->note->data + s->at,
		 connection_part(c, s->note, s->at));
	return -1;
}

static bool is_done(const struct weft_sending *s)
{
	(void)s;
	return true;
}

static bool await_copy(const struct weft_sending *s, uint64_t deadline)
{
	(void)deadline;
	return is_done(s);
}
#endif

/* The last part of the first one has gone. */
static void connection_start_finish(struct weft_connection *c)
{
	struct weft_sending *s = c->first;

	c->first = s->next;
	s->request.op = NULL;
	rt_not_in_use(&s->request, WEFT_REUSABLE);
}

/* One step of the first one.  False: it must wait. */
static bool step(struct weft_connection *c)
{
	struct weft_sending *s = c->first;

	if (s->copies) {
		if (!is_done(s)) {
			return false;
		}
		s->copies = false;
		connection_tell(c, s->note, s->at);
		if (s->at == 0) {
			connection_start_finish(c);
			return true;
		}
		s->at = connection_part_after(c, s->note, s->at);
	}
	if (!connection_has_credit(c)) {
		connection_look(c);
	}
	if (connection_has_credit(c)) {
		s->ticket = connection_start_copy(c, s);
		s->copies = true;
	}
	return s->copies;
}

static void bring_on(struct weft_connection *c)
{
	while (c->first && step(c)) {
	}
}

/* Other fibers may have brought it on, and what was first be gone. */
static bool moved(void *what)
{
	const struct weft_connection *c = what;

	return !c->first || !c->first->copies || is_done(c->first);
}

static ARCH_COLD bool connection_start_idle(struct weft_connection *c,
					    uint64_t deadline)
{
	struct rt_wait record =
		rt_wait_record(RT_A_COPY, 0, RT_ANYONE, "a copy to end", NULL);

	return rt_idler(moved, c, &record, deadline);
}

/* Without fibers nobody reads the record, which takes longer than most copies. */
static int await_step(struct weft_connection *c, uint64_t deadline)
{
	if (!c->first->copies) {
		return connection_await_credit(c, deadline);
	}
	return (rt_idler && connection_start_idle(c, deadline)) || moved(c) ||
			       await_copy(c->first, deadline)
		       ? WEFT_OK
		       : WEFT_ERR_TIMEOUT;
}

/* Until that request has ended; null: all have. */
static int drain_to(struct weft_connection *c,
		    const struct weft_request *request, uint64_t deadline)
{
	int error = WEFT_OK;

	bring_on(c);
	while (!error && c->first && (!request || request->op)) {
		error = await_step(c, deadline);
		bring_on(c);
	}
	return c->first && (!request || request->op) ? error : WEFT_OK;
}

static int drain(struct weft_connection *c, uint64_t deadline)
{
	return drain_to(c, NULL, deadline);
}

static void connection_start_look(struct weft_request *request,
				  enum weft_request_state state)
{
	(void)state;
	if (rt_context == RT_THREAD) { /* else in the middle of something */
		bring_on(((struct weft_sending *)request)->connection);
	}
}

static int connection_start_wait(struct weft_request *request,
				 enum weft_request_state state,
				 weft_us_t within)
{
	struct weft_sending *s = (struct weft_sending *)request;
	int error = drain_to(s->connection, request, rt_deadline(within));

	return error ? error : weft_wait(request, state, within);
}

static const struct rt_operation operation = {.look = connection_start_look,
					      .wait = connection_start_wait};

static void queue(struct weft_connection *c, struct weft_note *note,
		  struct weft_sending *s)
{
	s->connection = c;
	s->note = note;
	s->next = NULL;
	s->at = connection_part_after(c, note, 0);
	s->copies = false;
	if (c->first) {
		c->last->next = s;
	} else {
		c->first = s;
	}
	c->last = s;
	c->drain = drain;
	rt_use(&s->request, &operation);
}

int weft_connection_put_start(struct weft_connection *c, struct weft_note *note,
			      struct weft_sending *sending)
{
	uint32_t grant;
	int error;

	RT_THREAD_ONLY();
	if (!c || !note || !sending || (note->bytes && !note->data)) {
		return RT_WHY(WEFT_ERR_NULL,
			      "connection, note, sending or data");
	}
	if (!connection_lives(c) || c->to == WEFT_NOBODY ||
	    rt_in_use(&sending->request)) {
		return RT_WHY(WEFT_ERR_STATE,
			      "it is not there, has no receiver, or the "
			      "request is in use");
	}
	grant = arch_flag_read(arch_rank(),
			       connection_flag(c, CONNECTION_GRANT));
	error = grant ? connection_choose(c, note, grant)
		      : RT_WHY(WEFT_ERR_STATE, "the receiver has not accepted");
	if (error) {
		return error;
	}
	queue(c, note, sending);
	bring_on(c);
	RT_LIST(&sending->request);
	return WEFT_OK;
}
