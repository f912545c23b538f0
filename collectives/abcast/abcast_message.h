/* SPDX-License-Identifier: Apache-2.0 */
/* Delivery by whole messages, and what posted buffers add to it. */
#ifndef COLLECTIVES_ABCAST_MESSAGE_H
#define COLLECTIVES_ABCAST_MESSAGE_H

#include "collectives/abcast/abcast.h"

/*
 * Without posted buffers; and with them, linked where a program posts some.  A program
 * has one of the two.
 */
extern const struct abcast_delivery abcast_messages;
extern const struct abcast_delivery abcast_posted __attribute__((weak));

/* Of abcast_messages, for chunks that are in their slots. */
bool abcast_message_arrived(uint32_t root, uint32_t n);
/* True: nothing whole is left before what has been broken off. */
ARCH_COLD bool abcast_message_broken_off(uint32_t root);

/* Has that core posted a buffer for such a message of mine?  As abcast_posted. */
ARCH_COLD bool abcast_has_posted(uint32_t core, uint32_t bytes)
	__attribute__((weak));

/* Of this root there is a whole message.  Inside the gate, or masked. */
void abcast_message_whole(uint32_t root);

static inline bool abcast_is_posted(uint32_t root, uint32_t n)
{
	const struct abcast_slot *slot = abcast_slot(root, n);

	return slot->data != slot->store;
}

#endif
