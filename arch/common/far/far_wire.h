/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A reliable stream from each node to each other one, of records, many in a message: what
 * arch/common/far asks of what joins nodes.  Messages of one node for another arrive
 * once, and in order.  Used by one thread, or with interrupts masked.
 *
 * host/mpi/wire.c has it by MPI, far_links.c by links/link.h.
 */
#ifndef ARCH_COMMON_FAR_WIRE_H
#define ARCH_COMMON_FAR_WIRE_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/common/far/far.h"

/*
 * Put a record and the bytes that follow it into the next message for a node.  False:
 * too many are on their way; unless it `must` go.
 */
bool wire_add(uint32_t node, const struct far_record *record, const void *bytes,
	      bool must);

/* Send what was added; true if there was any of it. */
bool wire_send(void);

/* Take the next message, if one has come: its records in order. */
typedef void wire_take(uint32_t node, const struct far_record *record,
		       const uint8_t *bytes);
bool wire_receive(wire_take *take);

/* All that was added has gone. */
bool wire_is_empty(void);

#endif
