/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A reliable stream from each node to each other one.  It carries records, many in a
 * message.  Messages from one node to another arrive once, and in order.  One thread calls
 * these functions, or a core with interrupts masked.
 *
 * host/mpi/wire.c makes such streams by MPI, and links/far/far_links.c by links/link.h.
 * Each has names of its own for the functions.
 */
#ifndef ARCH_COMMON_FAR_WIRE_H
#define ARCH_COMMON_FAR_WIRE_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/common/far/far.h"

/*
 * wire_add(node, record, bytes, must) puts a record and the bytes that follow it into the
 * next message for a node.  False: too many messages are on their way.  A record that `must`
 * go is always taken.
 * wire_send() sends what was added, and tells whether there was any.
 * wire_receive(take) takes the next message, if one has come, and calls `take` for each of
 * its records, in order.
 * wire_is_empty() tells whether all that was added has gone.
 */
typedef void wire_take(uint32_t node, const struct far_record *record,
		       const uint8_t *bytes);

#endif
