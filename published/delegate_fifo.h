/* SPDX-License-Identifier: Apache-2.0 */
/* Delegates whose requests are messages of a FIFO: MP-Server's and HybComb's. */
#ifndef PUBLISHED_DELEGATE_FIFO_H
#define PUBLISHED_DELEGATE_FIFO_H

#include "messages/fifo_chip.h"
#include "sync/delegate.h"

/* Requests and replies go by the chip's own FIFOs; and of such delegates: */
static inline bool delegate_by_chip(const struct weft_delegate *d)
{
	return ARCH_FIFO && fifo_by_chip(&d->requests) && d->slots;
}

/* Run and answer n requests that are there or come. */
void delegate_answer_by_chip(struct weft_delegate *delegate, uint32_t n);

/* .. what has come: how many they were. */
uint32_t delegate_answer_come(struct weft_delegate *delegate);

/* For those whose requests are messages: the FIFO; and its end. */
int delegate_create_fifo(struct weft_delegate *delegate);
int delegate_free_fifo(struct weft_delegate *delegate);

/* weft_mp_server's. */
int delegate_serve(struct weft_delegate *delegate, uint64_t deadline);

/* Run what the message asks for, and reply. */
void delegate_answer(const struct weft_delegate *delegate,
		     const struct fifo_message *message);

/* Send that to the core that runs it, and await the reply: WEFT_ERR_PENDING. */
int delegate_ask(struct weft_delegate *delegate, uint32_t servicer,
		 uint32_t request, uint32_t argument, uint32_t *result,
		 uint64_t deadline);

/* Await the reply. */
int delegate_await_reply(struct weft_delegate *delegate, uint32_t *result,
			 uint64_t deadline);

#endif
