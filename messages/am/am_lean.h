/* SPDX-License-Identifier: Apache-2.0 */
/* The two layouts of Active Messages in the MPB: who places them, and what the lean one does. */
#ifndef AM_LEAN_H
#define AM_LEAN_H

#include "messages/am/am.h"

/*
 * am_lean.c.
 * am_lean_send: as am_send.
 * am_lean_request: sends a request of no more words than a line has, with its head; false
 * if there is no room.
 * am_lean_is_freed: a request of this core has been handled, or never will be.
 * am_lean_has_room: there is room for the next one.
 * am_lean_free: a request of another core has been handled, with a reply or without.
 * am_lean_reply: puts a reply's line, with its head and its request's number, and says so.
 * am_lean_serve: as am_serve, of a reply.
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
