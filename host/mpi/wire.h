/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Between servers of nodes: records in messages of MPI, many in one.  Messages of one
 * node for another arrive in order.  Used by one thread.
 */
#ifndef HOST_MPI_WIRE_H
#define HOST_MPI_WIRE_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/mpi/far.h"

/* Rank n of `servers` is the server of node n. */
void wire_open(MPI_Comm servers);

/*
 * Put a record and the bytes that follow it into the next message for a node.  False:
 * too many are on their way; unless it `must` go.
 */
bool wire_add(uint32_t node, const struct far_record *record, const void *bytes,
	      bool must);

/* Send what was added; true if there was any of it. */
bool wire_send(void);

/* All that was added has gone. */
bool wire_is_empty(void);

/* Take the next message, if one has come: its records in order. */
typedef void wire_take(uint32_t node, const struct far_record *record,
		       const uint8_t *bytes);
bool wire_receive(wire_take *take);

/* When nobody sends us any more. */
void wire_close(void);

#endif
