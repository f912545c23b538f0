/* SPDX-License-Identifier: Apache-2.0 */
#include "sync/delegate.h"
#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "runtime/wait.h"

#include <weft/mpb.h>

enum {
	OBJECTS_MOST = 256,
	OPERATIONS_MOST = DELEGATE_LEAVE,
	MAX_OPS = 200,
};

int delegate_check(const struct weft_delegate *d)
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
		return RT_WHY(WEFT_ERR_SIZE, "n: no objects, or too many");
	}
	for (uint32_t i = 0; i < n; i++) {
		if (objects[i].n > OPERATIONS_MOST) {
			return RT_WHY(WEFT_ERR_SIZE,
				      "an object has too many operations");
		}
		if (!objects[i].operations) {
			return RT_WHY(WEFT_ERR_NULL, "an object's operations");
		}
	}
	return WEFT_OK;
}

static ARCH_COLD uint32_t row_bytes(uint32_t words)
{
	return rt_to_line(words * (uint32_t)sizeof(uint32_t));
}

/* Replies first, then its kind's row and flags. */
static ARCH_COLD int delegate_place(struct weft_delegate *d)
{
	uint32_t reply = row_bytes(DELEGATE_REPLY_WORDS),
		 row = row_bytes(d->how->row);
	int error = weft_mpb_alloc(reply + row + rt_flag_bytes(d->how->flags),
				   &d->reply);

	if (error) {
		return error;
	}
	error = d->how->create ? d->how->create(d) : WEFT_OK;
	if (error) {
		weft_mpb_free(d->reply);
		return error;
	}
	d->row = d->reply + reply;
	d->flags = d->row + row;
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
	int error = delegate_check(d);

	if (!error) {
		*d = (struct weft_delegate){
			0}; /* not there, until all is well */
	}
	if (!error && (!how || !objects)) {
		error = RT_WHY(WEFT_ERR_NULL, "how or objects");
	}
	if (!error && home >= arch_count()) {
		error = RT_WHY(WEFT_ERR_RANK, "home");
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
	error = delegate_place(d);
	if (error) {
		*d = (struct weft_delegate){0};
	}
	return error;
}

ARCH_COLD int weft_delegate_free(struct weft_delegate *d)
{
	int error = delegate_check(d);

	if (!error && (!d->how || d->pending || d->serving)) {
		error = RT_WHY(WEFT_ERR_STATE,
			       "it is not there, or an operation is under way");
	}
	if (!error && d->how->free) {
		error = d->how->free(d);
	}
	if (!error) {
		error = weft_mpb_free(d->reply);
		*d = (struct weft_delegate){0};
	}
	return error;
}

uint32_t delegate_run(const struct weft_delegate *d, uint32_t request,
		      uint32_t argument)
{
	return delegate_run_here(d, request, argument);
}

uint32_t delegate_result(struct weft_delegate *d)
{
	d->pending = false;
	return arch_flag_read(arch_rank(),
			      d->reply + (uint32_t)sizeof(uint32_t));
}

bool delegate_late(uint32_t *served, uint64_t deadline)
{
	if ((*served)++ < arch_count()) {
		return false;
	}
	*served = 0;
	return arch_cycles() >= deadline;
}

int weft_apply(struct weft_delegate *d, uint32_t object, uint32_t operation,
	       uint32_t argument, uint32_t *result, weft_us_t within)
{
	int error = delegate_check(d);
	uint32_t value;

	if (!error && (object >= d->n || operation >= d->objects[object].n)) {
		error = d->how ? RT_WHY(WEFT_ERR_NUMBER,
					"no such object or operation")
			       : RT_WHY(WEFT_ERR_STATE, "it is not there");
	}
	if (!error && d->pending) {
		error = RT_WHY(
			WEFT_ERR_STATE,
			"an operation of this core is under way already");
	}
	if (!error) {
		error = d->how->apply(
			d, object << DELEGATE_OBJECT_SHIFT | operation,
			argument, result ? result : &value, within);
	}
	return error;
}

int weft_delegate_wait(struct weft_delegate *d, uint32_t *result,
		       weft_us_t within)
{
	int error = delegate_check(d);
	uint32_t value;

	if (!error && !d->pending) {
		error = RT_WHY(WEFT_ERR_STATE,
			       "no operation of this core is under way");
	}
	return error ? error
		     : d->how->wait(d, result ? result : &value,
				    rt_deadline(within));
}

int weft_delegate_leave(struct weft_delegate *d, weft_us_t within)
{
	int error = delegate_check(d);
	uint32_t value;

	if (!error && (!d->how || !d->how->serve || d->pending ||
		       arch_rank() == d->home)) {
		error = RT_WHY(WEFT_ERR_STATE,
			       "it is not there, has no server, this is it, or "
			       "an operation is under way");
	}
	return error ? error
		     : d->how->apply(d, DELEGATE_LEAVE, 0, &value, within);
}

int weft_delegate_serve(struct weft_delegate *d, weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	int error = delegate_check(d);

	if (!error && (!d->how || !d->how->serve || arch_rank() != d->home ||
		       d->serving)) {
		error = RT_WHY(WEFT_ERR_STATE,
			       "it is not there, has no server, or this is not "
			       "it, or it serves already");
	}
	if (error) {
		return error;
	}
	d->serving = true;
	error = d->how->serve(d, deadline);
	d->serving = false;
	d->left = error ? d->left : 0;
	return error;
}
