/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arch/common/far/far_wire.h by MPI, between servers of nodes.  Used by one thread.
 */
#ifndef HOST_MPI_WIRE_H
#define HOST_MPI_WIRE_H

#include <mpi.h>

#include "arch/common/far/far_wire.h"

/* Rank n of `servers` is the server of node n. */
void wire_open(MPI_Comm servers);

/* When nobody sends us any more. */
void wire_close(void);

#endif
