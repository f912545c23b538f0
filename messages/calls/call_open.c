/* SPDX-License-Identifier: Apache-2.0 */
/* Their life; and calls that nobody will reply to. */
#include "messages/am/am.h"
#include "messages/calls/call.h"
#include "messages/liveness.h"
#include "runtime/context.h"
#include "runtime/part.h"

#include <weft/mpb.h>

static void come_back(struct weft_am_message *message);
static weft_am_handler *const caller_only[] = {[CALL_BACK] = come_back};
static weft_am_handler *const both[] = {
	[CALL_BACK] = come_back, [CALL_SERVE] = call_serve};

static struct weft_calls *opened;      /* all of this core */
static struct liveness_watch watch;    /* on a server of one of them */
static const struct weft_calls *whose; /* .. of these, .. */
static uint32_t watched;               /* .. and this slot */

static bool is_under_way(const struct weft_calls *c, uint32_t i)
{
	return c->slot[i].state != CALL_FREE && !call_has_come(c, i);
}

/* There will be no reply. */
static ARCH_COLD void call_open_settle(struct weft_calls *c, uint32_t i,
				       int error)
{
	if (is_under_way(c, i)) {
		c->slot[i].error = error;
		arch_flag_write(arch_rank(), call_place(c, i),
				c->slot[i].stamp);
	}
}

/* A handler; of a call that may have ended long ago. */
static ARCH_COLD void come_back(struct weft_am_message *m)
{
	struct weft_calls *c = m->arg;
	uint32_t i = call_index(m->word[0]);

	if (i < c->shape.slots && c->slot[i].stamp == m->word[0]) {
		call_open_settle(c, i,
				 m->reason == WEFT_ERR_DEAD ? WEFT_ERR_DEAD
							    : WEFT_ERR_REFUSED);
	}
}

static ARCH_COLD void lost(uint32_t core)
{
	for (struct weft_calls *c = opened; c; c = c->next) {
		for (uint32_t i = 0; i < c->shape.slots; i++) {
			if (c->slot[i].rank == core || core == arch_rank()) {
				call_open_settle(c, i, WEFT_ERR_DEAD);
			}
		}
	}
}

/* The next call after the one watched that may be somebody else's to reply to. */
static ARCH_COLD bool watch_next(void)
{
	for (const struct weft_calls *c = opened; c; c = c->next) {
		for (uint32_t i = 0; i < c->shape.slots; i++) {
			bool later = !whose || (c == whose && i > watched);

			whose = later ? NULL : whose;
			if (later && is_under_way(c, i) &&
			    c->slot[i].rank != arch_rank()) {
				whose = c;
				watched = i;
				return true;
			}
		}
	}
	whose = NULL;
	return false;
}

/*
 * A question that has not been served Active Messages watch; who has been asked, and is to
 * reply later, nobody else does.
 */
static ARCH_COLD void ticked(void)
{
	if (!opened || !liveness_watches()) {
		return;
	}
	if (!whose || !is_under_way(whose, watched)) {
		if (!watch_next()) {
			return;
		}
	}
	if (liveness_look(&watch, whose->slot[watched].rank,
			  whose->slot[watched].stamp, 0) != LIVENESS_EARLY) {
		watch_next();
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "calls",
	.lost = lost,
	.ticked = ticked,
};
RT_PART(part);

static ARCH_COLD int check_shape(const struct weft_calls_shape *shape)
{
	if (shape->slots == 0 || shape->slots > WEFT_CALL_SLOTS ||
	    shape->bytes > arch_window_bytes(ARCH_WINDOW_MPB)) {
		return RT_WHY(WEFT_ERR_SIZE,
			      "slots: none or more than WEFT_CALL_SLOTS; "
			      "bytes: more than the MPB");
	}
	return shape->endpoint < WEFT_AM_ENDPOINTS
		       ? WEFT_OK
		       : RT_WHY(WEFT_ERR_NUMBER, "endpoint: 0 to 15");
}

static ARCH_COLD void call_open_preset(struct weft_calls *c)
{
	for (uint32_t i = 0; i < c->shape.slots; i++) {
		uint32_t stamp = (rt_run.epoch & ~(CALL_STEP - 1u)) | i;

		c->slot[i].state = CALL_FREE;
		c->slot[i].stamp = stamp;
		rt_flags_preset(call_place(c, i), 1, stamp);
	}
	arch_settle(arch_rank());
}

/* Where it is on the list; null: it is not open. */
static ARCH_COLD struct weft_calls **listed(const struct weft_calls *c)
{
	struct weft_calls **at = &opened;

	while (*at && *at != c) {
		at = &(*at)->next;
	}
	return *at ? at : NULL;
}

ARCH_COLD int weft_calls_open(struct weft_calls *c,
			      const struct weft_calls_shape *shape,
			      weft_server *server, void *arg)
{
	int error;

	RT_THREAD_ONLY();
	if (!c || !shape) {
		return RT_WHY(WEFT_ERR_NULL, "calls or shape");
	}
	if (am.mode.how != WEFT_AM_INTERRUPT) {
		return am.mode.placed ? RT_WHY(WEFT_ERR_STATE,
					       "weft_am_begin(WEFT_AM_"
					       "INTERRUPT) comes first")
				      : WEFT_ERR_LIMIT;
	}
	if (listed(c)) {
		return RT_WHY(WEFT_ERR_STATE, "it is open already");
	}
	c->shape.slots = 0; /* it is not there, unless all goes well */
	error = check_shape(shape);
	if (error) {
		return error;
	}
	*c = (struct weft_calls){
		.shape = *shape,
		.server = server,
		.arg = arg,
		.stride = rt_to_line(CALL_HEAD + shape->bytes),
		.endpoint =
			{
				.tag = CALL_TAG,
				.handler = server ? both : caller_only,
				.handlers =
					(server ? CALL_SERVE : CALL_BACK) + 1,
				.arg = c,
			},
	};
	c->words = c->stride / sizeof(uint32_t) < CALL_SHORT
			   ? c->stride / sizeof(uint32_t)
			   : CALL_SHORT;
	error = weft_mpb_alloc(arith_mul(shape->slots, c->stride), &c->place);
	if (!error) {
		call_open_preset(c);
		error = weft_am_open(shape->endpoint, &c->endpoint);
		if (error) {
			weft_mpb_free(c->place);
		}
	}
	if (error) {
		c->shape.slots = 0;
		return error;
	}
	c->next = opened;
	opened = c;
	return WEFT_OK;
}

ARCH_COLD int weft_calls_close(struct weft_calls *c)
{
	struct weft_calls **at;
	arch_irq_state state;

	RT_THREAD_ONLY();
	at = listed(c);
	if (!at) {
		return c ? RT_WHY(WEFT_ERR_STATE, "it is not open")
			 : WEFT_ERR_NULL;
	}
	for (uint32_t i = 0; i < c->shape.slots; i++) {
		if (is_under_way(c, i)) {
			return RT_WHY(WEFT_ERR_STATE, "a call is under way");
		}
	}
	state = arch_irq_save();
	*at = c->next;
	whose = NULL;
	arch_irq_restore(state);
	c->shape.slots = 0;
	weft_am_close(c->shape.endpoint);
	return weft_mpb_free(c->place);
}
