/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A reliable stream from each node to each other one, of records, many in a message: what
 * arch/common/far asks of what joins nodes.  Messages of one node for another arrive
 * once, and in order.  Used by one thread, or with interrupts masked.
 *
 * host/mpi/wire.c has it by MPI, links/far/far_links.c by links/link.h; each by names of
 * its own.
 */
#ifndef ARCH_COMMON_FAR_WIRE_H
#define ARCH_COMMON_FAR_WIRE_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/common/far/far.h"

/*
 * wire_add(node, record, bytes, must): put a record and the bytes that follow it into the next
 * message for a node.  False: too many are on their way; unless it `must` go.
 * wire_send(): send what was added; true if there was any of it.
 * wire_receive(take): take the next message, if one has come: its records in order.
 * wire_is_empty(): all that was added has gone.
 */
typedef void wire_take(uint32_t node, const struct far_record *record,
		       const uint8_t *bytes);

#endif
