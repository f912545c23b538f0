/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOST_MPI_SERVER_H
#define HOST_MPI_SERVER_H

#include <mpi.h>

/* wire.c: rank n of these serves node n. */
extern MPI_Comm servers;

/* Serve this node, if this is its first core's process, and the own core, until the end. */
void server_start(void);

/* Wakes this process's thread. */
void server_ring(void);

/* Once the run has a verdict: wait until no other node has anything to say. */
void server_join(void);

#endif
