/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pieces of memory between the first cores of two nodes (arch/bulk.h), by MPI alone.  A record
 * goes before each; then MPI takes it from the one core's memory to the other's.
 * Used by who has the server's turn.
 */
#ifndef HOST_MPI_BULK_H
#define HOST_MPI_BULK_H

#include "host/mpi/serve.h"

/* Our core's next piece, to a node.  Its record has gone. */
void bulk_begin(uint32_t node, const struct far_record *record);

/* A record has come from a node, and a piece follows. */
void bulk_take(uint32_t node, const struct far_record *record);

/* Looks what has gone and come; true: something. */
bool bulk_look(void);

bool bulk_is_empty(void);

#endif
