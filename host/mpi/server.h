/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOST_MPI_SERVER_H
#define HOST_MPI_SERVER_H

#include <mpi.h>

/* Serve this node, until the run has ended; rank n of `servers` serves node n. */
void server_start(MPI_Comm servers);

/* Once the run has a verdict: wait until no other node has anything to say. */
void server_join(void);

#endif
