/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The three meshes, as far as a program can tell.
 *
 * Writes from one core to one target arrive in order; writes to different
 * targets in any order that distance and seed make; reads travel apart from
 * writes and overtake them.  There are no lost transactions and no answers to
 * writes.  A core's own global address is a target like any other.
 */
#ifndef EMU_EPIPHANY_NETWORK_H
#define EMU_EPIPHANY_NETWORK_H

#include <stdint.h>

struct core;
struct event;

/*
 * A posted write from `from`, at clock `now`.  Returns the clocks for which
 * the sender stalls, since its target is that far behind.
 */
uint64_t network_write(struct core *from, uint64_t now, int target,
		       uint32_t offset, unsigned size, uint64_t value);

/* A load or TESTSET; EVENT_REPLY comes back and core_wake follows. */
void network_read(struct core *from, int target, struct event event);

/* The same for a channel: the data go to `event.address`. */
void network_dma_read(struct core *from, uint64_t now, int target,
		      struct event event);

/* An event of the network has come to its time. */
void network_arrive(const struct event *event);

#endif
