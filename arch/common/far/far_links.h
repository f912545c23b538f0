/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The streams of far_wire.h over links/link.h (links/far/far_links.c), for a server that has a
 * device of arch/links.h.  <far_port.h> has FAR_FRAME, bytes of its frames at most.
 */
#ifndef ARCH_COMMON_FAR_LINKS_H
#define ARCH_COMMON_FAR_LINKS_H

#include "arch/common/far/far_wire.h"
#include "arch/links.h"

struct link_counts;

/* False: it cannot be. */
bool far_links_open(struct link_device *device, uint32_t me, uint32_t nodes);

/* As wire_add, wire_send, wire_receive, wire_is_empty. */
bool far_links_add(uint32_t node, const struct far_record *record,
		   const void *bytes, bool must);
bool far_links_send(void);
bool far_links_receive(wire_take *take);
bool far_links_is_empty(void);

/* A round of the link; true: there is more to do.  When there will be, if nothing comes. */
bool far_links_round(void);
bool far_links_due(uint64_t *at);

/* Prods and probes that a node has not answered; what has happened. */
uint32_t far_links_unanswered(uint32_t node);
const struct link_counts *far_links_counts(void);

/* What it asks of the server: a clock, us of it, and to end the run. */
uint64_t far_links_clock(void);
uint64_t far_links_us(uint32_t us);
_Noreturn void far_links_fault(const char *what);

#endif
