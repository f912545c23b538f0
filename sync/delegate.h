/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Delegation, inside (weft/delegate.h): how requests and replies look, whoever runs them.
 *
 * A request is a message of two words:  number | object | operation, and the argument.
 * The number, in the upper half, counts the client's requests.  The reply is two words
 * in the client's MPB:  the same number, above zeroes, and the result.  The number
 * only grows, so that the client waits for a flag; and it waits for one reply at a time.
 */
#ifndef SYNC_DELEGATE_H
#define SYNC_DELEGATE_H

#include "messages/fifo.h"

#include <weft/delegate.h>

enum {
	DELEGATE_WORDS = 2,
	DELEGATE_LEAVE =
		255, /* an operation of any object: none more will come */
};

struct weft_delegation {
	/* Flags of each core's MPB. */
	uint32_t flags;
	/* What this core's flags begin with; null: 0. */
	void (*begin)(struct weft_delegate *delegate);
	/* Arguments have been checked, and nothing is under way. */
	int (*apply)(struct weft_delegate *delegate, uint32_t request,
		     uint32_t argument, uint32_t *result, uint64_t deadline);
	bool has_server;
};

/* Run what a request asks for: its result. */
uint32_t delegate_run(const struct weft_delegate *delegate, uint32_t request,
		      uint32_t argument);

/* Run what the message asks for, and reply. */
void delegate_answer(const struct weft_delegate *delegate,
		     const struct fifo_message *message);

/* Send that to the core that runs it, and await the reply: WEFT_ERR_PENDING. */
int delegate_ask(struct weft_delegate *delegate, uint32_t servicer,
		 uint32_t request, uint32_t argument, uint32_t *result,
		 uint64_t deadline);

#endif
