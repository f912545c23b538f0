/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOST_MPI_SERVER_H
#define HOST_MPI_SERVER_H

#include <mpi.h>

/* wire.c: rank n of these serves node n. */
extern MPI_Comm servers;

/* Serve this node, until the run has ended. */
void server_start(void);

/* Once the run has a verdict: wait until no other node has anything to say. */
void server_join(void);

#endif
