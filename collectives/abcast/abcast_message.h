/* SPDX-License-Identifier: Apache-2.0 */
/* Delivery by whole messages, and what posted buffers add to it. */
#ifndef COLLECTIVES_ABCAST_MESSAGE_H
#define COLLECTIVES_ABCAST_MESSAGE_H

#include "collectives/abcast/abcast.h"

/* Null where no program posts buffers: then nothing of them is linked. */
struct abcast_posts {
	/* As abcast_delivery's, for a chunk that is in its posted buffer. */
	bool (*arrived)(uint32_t root, uint32_t n);
	void (*broken_off)(uint32_t root);
	void (*begun_anew)(uint32_t root, uint32_t message);
	/* Masked: chunk n has been taken from its slot. */
	void (*taken)(uint32_t root, uint32_t n);
	/* Masked: a message that is whole in its buffer, if there is one. */
	bool (*take)(uint32_t root, struct weft_message *message);
	/* As abcast_refused. */
	int (*refused)(uint32_t bytes, struct weft_request *request);
};
extern const struct abcast_posts *abcast_posts;

extern struct abcast_delivery abcast_messages;

/* Of this root there is a whole message.  Inside the gate, or masked. */
void abcast_message_whole(uint32_t root);

static inline bool abcast_is_posted(uint32_t root, uint32_t n)
{
	const struct abcast_slot *slot = abcast_slot(root, n);

	return slot->data != slot->store;
}

#endif
