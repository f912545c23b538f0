/* SPDX-License-Identifier: Apache-2.0 */
/*
 * With CHECK=1: messages whose two copies are compared.
 *
 * After the data the sender sends their checksum, and the receiver says whether it
 * has the same; if not, both do the message once more, and after SOUND_TRIES both
 * return WEFT_ERR_DAMAGED.  The answer is 64 bits alike, of which most decide, so
 * that a bit which flips in it does not part the two.
 *
 * Cost: nothing without CHECK=1.  With it a checksum on each side, and two messages.
 */
#ifndef MESSAGES_SOUND_H
#define MESSAGES_SOUND_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/crc.h"

enum {
	SOUND_TRIES = 4
};

/*
 * Are these data, which I have sent to, or received from, that core, the same on
 * both sides?  WEFT_OK, WEFT_ERR_DAMAGED on both, or WEFT_ERR_TIMEOUT.  Thread.
 */
int sound_sent(const void *data, size_t size, uint32_t to, uint64_t deadline);
int sound_received(const void *data, size_t size, uint32_t from,
		   uint64_t deadline);

/* A line on the console: "a message", of `size` bytes, from "rank" .., was damaged. */
void sound_say(const char *what, size_t size, const char *whose, uint32_t rank);

#endif
