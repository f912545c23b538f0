/* SPDX-License-Identifier: Apache-2.0 */
#include "messages/connection.h"
#include "runtime/context.h"

#include <weft/mpb.h>

static ARCH_COLD bool is_core(uint32_t rank)
{
	return rank < arch_count() || rank == WEFT_NOBODY;
}

static ARCH_COLD int check_shape(const struct weft_connection_shape *shape,
				 uint32_t window)
{
	uint32_t notes = shape->notes;

	return notes == 0 || notes > WEFT_NOTES || (notes & (notes - 1)) ||
			       shape->slot > window || shape->near > window
		       ? RT_WHY(WEFT_ERR_SIZE,
				"notes: a power of two up to WEFT_NOTES; slot, "
				"near: up to the MPB")
		       : WEFT_OK;
}

/* Lay it out from `start` on, and return the end. */
static ARCH_COLD uint32_t lay_out(struct weft_connection *c, uint32_t start)
{
	uint32_t notes = c->shape.notes;

	c->stride = rt_to_line(c->shape.slot);
	c->flags = start;
	c->ring = start + rt_to_line(rt_flag_bytes(CONNECTION_FLAGS));
	c->slots = c->ring + notes * NOTE_SIZE;
	c->near = c->slots + arith_mul(notes, c->stride);
	return c->near + rt_to_line(c->shape.near);
}

ARCH_COLD int weft_connection_create(struct weft_connection *c,
				     const struct weft_connection_shape *shape,
				     weft_rank_t from, weft_rank_t to)
{
	uint32_t epoch = rt_run.epoch, start;
	int error;

	RT_THREAD_ONLY();
	if (!c || !shape) {
		return RT_WHY(WEFT_ERR_NULL, "connection or shape");
	}
	c->shape.notes = 0;
	if (!is_core(from) || !is_core(to)) {
		return RT_WHY(WEFT_ERR_RANK, "from or to");
	}
	error = check_shape(shape, arch_window_bytes(ARCH_WINDOW_MPB));
	if (error) {
		return error;
	}
	*c = (struct weft_connection){
		.shape = *shape,
		.from = from,
		.to = to,
		.sent = epoch,
		.credit = epoch + shape->notes,
		.received = epoch,
		.freed = epoch,
	};
	error = weft_mpb_alloc(lay_out(c, 0), &start);
	if (error) {
		c->shape.notes = 0;
		return error;
	}
	lay_out(c, start);
	rt_flags_preset(connection_flag(c, CONNECTION_GRANT), 1, 0);
	rt_flags_preset(connection_flag(c, CONNECTION_RELEASED), 1, epoch);
	for (uint32_t i = 0; i < shape->notes; i++) {
		rt_flags_preset(connection_note(c, i), 1, epoch);
	}
	arch_settle(arch_rank());
	return WEFT_OK;
}

ARCH_COLD int weft_connection_free(struct weft_connection *c)
{
	RT_THREAD_ONLY();
	if (!c) {
		return WEFT_ERR_NULL;
	}
	if (!connection_lives(c) || c->first) {
		return RT_WHY(
			WEFT_ERR_STATE,
			"it is not there, or has a buffer or puts under way");
	}
	c->shape.notes = 0;
	return weft_mpb_free(c->flags);
}
