/* SPDX-License-Identifier: Apache-2.0 */
/* The agent's messages, and the shortest way to send one: a put of a few words. */
#ifndef COMPAT_SHMEM_AGENT_H
#define COMPAT_SHMEM_AGENT_H

#include <weft/am.h>

#include "compat/shmem/shmem_own.h"

enum agent_handler {
	RETURNED, /* none: such a message panics */
	PUT,
	PUT_STAGED,
	GET,
	GET_STAGED,
	CHANGE,
	ASK,
	STAGE_FREE,
	GOT,
	GOT_STAGED,
	CHANGED,
	TOLD,
	NEWS, /* something was changed there, without a message */
	HANDLERS
};

enum {
	AGENT_HEAD = 2, /* words of a put before its data */
	AGENT_SHORT = 4 * (WEFT_AM_WORDS - AGENT_HEAD),
};

extern struct weft_am_target *agent_targets; /* of each PE */

/* At most AGENT_SHORT bytes, to another PE. */
static inline void agent_put_short(uint32_t place, const void *data,
				   uint32_t bytes, uint32_t pe)
{
	uint32_t words[WEFT_AM_WORDS];

	words[0] = place;
	words[1] = bytes;
	own_copy(&words[AGENT_HEAD], data, bytes);
	own.unsure_of[pe] = own.unsure = true;
	own_check(weft_am_request_to(&agent_targets[pe], PUT, words,
				     AGENT_HEAD + (bytes + 3) / 4,
				     WEFT_FOREVER),
		  "a message to an agent");
}

#endif
