/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Delivery: how an application takes chunks, as it has chosen.
 */
#ifndef COLLECTIVES_ABCAST_DELIVER_H
#define COLLECTIVES_ABCAST_DELIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/small.h"

struct abcast_slot;
struct weft_message;
struct weft_request;

/* Called inside the gate, for every chunk, in the order of its stream. */
struct abcast_delivery {
	/*
	 * Where its bytes are to go: its slot's store, or elsewhere.  Null:
	 * always the store.
	 */
	char *(*place)(uint32_t root, const struct abcast_slot *slot);
	/* It is there.  True: delivered; false: the thread will take it. */
	bool (*arrived)(uint32_t root, uint32_t n);
	/*
	 * The rest of the message that has partly come will not: forget what
	 * is there of it.  Null: its pieces are delivered all the same.
	 */
	void (*broken_off)(uint32_t root);
	/* It goes on with this one.  Null: no matter. */
	void (*begun_anew)(uint32_t root, uint32_t message);
	/*
	 * Is there something for the thread to deliver, and deliver one of it:
	 * waits of the thread do.  Null: there never is.
	 */
	bool (*ready)(void);
	bool (*deliver)(void);
	/*
	 * Of whole messages.  Masked: one that is whole elsewhere than in slots, if
	 * there is one; chunk n has been taken from its slot.  Null: all are in
	 * slots.
	 */
	bool (*take)(uint32_t root, struct weft_message *message);
	void (*taken)(uint32_t root, uint32_t n);
};

extern const struct abcast_delivery *abcast_delivery;
/* Before the application has chosen: what comes waits. */
extern const struct abcast_delivery abcast_undecided;

/* Is there any in such a set of streams? */
bool abcast_any(const uint32_t *set);
/* The next one in it, from `at` on, round about; or ABCAST_NOBODY. */
uint32_t abcast_next(const uint32_t *set, uint32_t at);

/*
 * The application chooses; what has come before is delivered now.
 * WEFT_ERR_STATE: it has chosen another one already.  Thread.
 */
ARCH_COLD int abcast_choose(const struct abcast_delivery *delivery);

/*
 * Would some core refuse a message of that length, longer than the eager limit?
 * Linked where whole messages are taken.  WEFT_OK or WEFT_ERR_REFUSED.  Thread.
 */
ARCH_COLD int abcast_refused(uint32_t bytes, struct weft_request *request);

/* Messages longer than the eager limit that this core has started. */
extern uint32_t abcast_long_messages;
/* One of those begins to leave.  Linked where buffers are posted. */
ARCH_COLD void abcast_long_begun(uint32_t message) __attribute__((weak));

#endif
