/* SPDX-License-Identifier: Apache-2.0 */
#include "sync/delegate.h"
#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "runtime/panic.h"
#include "runtime/wait.h"

#include <weft/flag.h>
#include <weft/mpb.h>

enum {
	OBJECTS_MOST = 256,
	OPERATIONS_MOST = DELEGATE_LEAVE,
	MAX_OPS = 200,
	OBJECT_SHIFT = 8,
	NUMBER_SHIFT = 16,
	BYTE = 0xff,
	REPLY_WORDS = 2,
};

#define NUMBER (UINT32_MAX << NUMBER_SHIFT)

static int check(const struct weft_delegate *d)
{
	if (rt_context != RT_THREAD) {
		return WEFT_ERR_CONTEXT;
	}
	return d ? WEFT_OK : WEFT_ERR_NULL;
}

static ARCH_COLD int check_objects(const struct weft_object *objects,
				   uint32_t n)
{
	if (n - 1 >= OBJECTS_MOST) {
		return WEFT_ERR_SIZE;
	}
	for (uint32_t i = 0; i < n; i++) {
		if (objects[i].n > OPERATIONS_MOST) {
			return WEFT_ERR_SIZE;
		}
		if (!objects[i].operations) {
			return WEFT_ERR_NULL;
		}
	}
	return WEFT_OK;
}

/* Replies first, then the flags of its kind. */
static ARCH_COLD int place(struct weft_delegate *d)
{
	uint32_t bytes = ARCH_LINE > REPLY_WORDS * sizeof(uint32_t)
				 ? ARCH_LINE
				 : REPLY_WORDS * sizeof(uint32_t);
	int error =
		weft_mpb_alloc(bytes + rt_flag_bytes(d->how->flags), &d->reply);

	if (error) {
		return error;
	}
	error = fifo_create(&d->requests, DELEGATE_WORDS, true);
	if (error) {
		weft_mpb_free(d->reply);
		return error;
	}
	d->flags = d->reply + bytes;
	arch_flag_write(arch_rank(), d->reply, 0);
	rt_flags_preset(d->flags, d->how->flags, 0);
	if (d->how->begin) {
		d->how->begin(d);
	}
	arch_settle(arch_rank());
	return WEFT_OK;
}

ARCH_COLD int weft_delegate_create(struct weft_delegate *d,
				   const struct weft_delegation *how,
				   weft_rank_t home,
				   const struct weft_object *objects,
				   uint32_t n)
{
	int error = check(d);

	if (!error && (!how || !objects)) {
		error = WEFT_ERR_NULL;
	}
	if (!error && home >= arch_count()) {
		error = WEFT_ERR_RANK;
	}
	if (!error) {
		error = check_objects(objects, n);
	}
	if (error) {
		return error;
	}
	*d = (struct weft_delegate){
		.how = how,
		.objects = objects,
		.n = n,
		.max_ops = MAX_OPS,
		.home = home,
	};
	return place(d);
}

ARCH_COLD int weft_delegate_free(struct weft_delegate *d)
{
	int error = check(d);

	if (!error && (d->pending || d->serving)) {
		error = WEFT_ERR_STATE;
	}
	if (!error) {
		error = weft_fifo_free(&d->requests);
	}
	return error ? error : weft_mpb_free(d->reply);
}

uint32_t delegate_run(const struct weft_delegate *d, uint32_t request,
		      uint32_t argument)
{
	uint32_t object = request >> OBJECT_SHIFT & BYTE;
	uint32_t operation = request & BYTE;

	if (object >= d->n || operation >= d->objects[object].n) {
		rt_panic("a request for an operation that does not exist");
	}
	return d->objects[object].operations[operation](
		d->objects[object].state, argument);
}

void delegate_answer(const struct weft_delegate *d,
		     const struct fifo_message *m)
{
	uint32_t reply[REPLY_WORDS] = {m->words[0] & NUMBER, 0};

	if ((m->words[0] & BYTE) != DELEGATE_LEAVE) {
		reply[1] = delegate_run(d, m->words[0], m->words[1]);
	}
	arch_flags_write(m->from, d->reply, reply, REPLY_WORDS);
}

static int await_reply(struct weft_delegate *d, uint32_t *result,
		       uint64_t deadline)
{
	d->pending = true;
	if (rt_await(d->reply, d->count << NUMBER_SHIFT, deadline, d->servicer,
		     "the reply of who runs its operation")) {
		return WEFT_ERR_PENDING;
	}
	d->pending = false;
	*result = arch_flag_read(arch_rank(),
				 d->reply + (uint32_t)sizeof(uint32_t));
	return WEFT_OK;
}

int delegate_ask(struct weft_delegate *d, uint32_t servicer, uint32_t request,
		 uint32_t argument, uint32_t *result, uint64_t deadline)
{
	uint32_t words[DELEGATE_WORDS];

	d->count++;
	d->servicer = servicer;
	words[0] = d->count << NUMBER_SHIFT | request;
	words[1] = argument;
	/* There is room: my last request there has been answered. */
	fifo_send(&d->requests, servicer, words, DELEGATE_WORDS, ARCH_NEVER,
		  "room for a request");
	return await_reply(d, result, deadline);
}

int weft_apply(struct weft_delegate *d, uint32_t object, uint32_t operation,
	       uint32_t argument, uint32_t *result, weft_us_t within)
{
	int error = check(d);
	uint32_t value;

	if (!error && (object >= d->n || operation >= d->objects[object].n)) {
		error = WEFT_ERR_RANGE;
	}
	if (!error && d->pending) {
		error = WEFT_ERR_STATE;
	}
	if (!error) {
		error = d->how->apply(d, object << OBJECT_SHIFT | operation,
				      argument, result ? result : &value,
				      rt_deadline(within));
	}
	return error;
}

int weft_delegate_wait(struct weft_delegate *d, uint32_t *result,
		       weft_us_t within)
{
	int error = check(d);
	uint32_t value;

	if (!error && !d->pending) {
		error = WEFT_ERR_STATE;
	}
	return error ? error
		     : await_reply(d, result ? result : &value,
				   rt_deadline(within));
}

int weft_delegate_leave(struct weft_delegate *d, weft_us_t within)
{
	int error = check(d);
	uint32_t value;

	if (!error &&
	    (!d->how->has_server || d->pending || arch_rank() == d->home)) {
		error = WEFT_ERR_STATE;
	}
	return error ? error
		     : delegate_ask(d, d->home, DELEGATE_LEAVE, 0, &value,
				    rt_deadline(within));
}

int weft_delegate_serve(struct weft_delegate *d, weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	struct fifo_message m;
	int error = check(d);

	if (!error &&
	    (!d->how->has_server || arch_rank() != d->home || d->serving)) {
		error = WEFT_ERR_STATE;
	}
	if (error) {
		return error;
	}
	d->serving = true;
	while (!error && d->left + 1 < arch_count()) {
		error = fifo_receive(&d->requests, &m, DELEGATE_WORDS, deadline,
				     "a request");
		if (!error) {
			d->left += (m.words[0] & BYTE) == DELEGATE_LEAVE;
			delegate_answer(d, &m);
		}
	}
	d->serving = false;
	d->left = error ? d->left : 0;
	return error;
}
