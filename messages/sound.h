/* SPDX-License-Identifier: Apache-2.0 */
/*
 * With CHECK=1: sender and receiver of a message compare checksums.
 *
 * After the data the sender sends their checksum, and the receiver answers whether its
 * own is equal.  If it is not, both repeat the message; after SOUND_TRIES attempts both
 * return WEFT_ERR_DAMAGED.  The answer is one bit sent 64 times, of which the majority
 * counts.  So a flipped bit of the answer does not make the two sides disagree.
 *
 * Cost: nothing without CHECK=1.  With it, a checksum on each side and two messages.
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
 * Compare data that this core has sent to core `to`, or received from core `from`; the
 * other core calls the other function.  WEFT_OK; WEFT_ERR_DAMAGED, on both cores; or
 * WEFT_ERR_TIMEOUT.  Thread.
 */
int sound_sent(const void *data, size_t size, uint32_t to, uint64_t deadline);
int sound_received(const void *data, size_t size, uint32_t from,
		   uint64_t deadline);

/*
 * Prints a line: `what` ("a message") of so many bytes from `whose` `rank` ("rank", 3)
 * was damaged.
 */
void sound_say(const char *what, size_t size, const char *whose, uint32_t rank);

#endif
