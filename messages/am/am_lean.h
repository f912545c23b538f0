/* SPDX-License-Identifier: Apache-2.0 */
/* The two layouts of Active Messages in the MPB: who places them, and what the lean one does. */
#ifndef AM_LEAN_H
#define AM_LEAN_H

#include "messages/am/am.h"

/*
 * am_lean.c.  am_lean_send does as am_send.  am_lean_request does for a request of no more words
 * than a line's, with its head; false if there is no room.  Has a request of mine been handled,
 * or will it never be?  Is there room for the next?  A request of another core has been
 * handled, with a reply or without.  am_lean_reply puts a reply's line and says so, with
 * its head and its request's number.  am_lean_serve is where am_serve of a reply goes on.
 */
ARCH_COLD void am_lean_send(uint32_t rank, enum am_class class,
			    const struct am_out *out);
ARCH_COLD bool am_lean_request(uint32_t rank, uint32_t head, uint32_t tag,
			       const uint32_t *words, uint32_t count);
ARCH_COLD void am_lean_reply(uint32_t rank, uint32_t number, uint32_t head,
			     const uint32_t *words, uint32_t count);
ARCH_COLD bool am_lean_is_freed(uint32_t rank, uint32_t number);
ARCH_COLD bool am_lean_has_room(uint32_t rank);
ARCH_COLD void am_lean_free(uint32_t from, uint32_t number);
ARCH_COLD uint32_t am_lean_serve(uint32_t key, uint32_t otherwise);

/* am_place.c, of the part. */
ARCH_COLD uint32_t am_bytes(const struct rt_run *run, uint32_t offered);
ARCH_COLD void am_place(const struct rt_run *run, uint32_t offset,
			uint32_t bytes);

#endif
