/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pieces of memory from process to process (arch/bulk.h), by MPI alone.  Each process has those
 * of its own core.  Used by who has the turn of this process.
 */
#ifndef HOST_MPI_BULK_H
#define HOST_MPI_BULK_H

#include <mpi.h>
#include <stdbool.h>

/* False: this MPI has too few tags. */
bool bulk_open(MPI_Comm cores);

/* Does what the core has asked for; true: something. */
bool bulk_start(void);

/* Does MPI have a piece, or a place? */
bool bulk_is_busy(void);

/*
 * Looks what has gone and come, and, with them, for another request, which may be null.
 * *any: something has.  True: the other request has ended.
 */
bool bulk_test(MPI_Request *also, MPI_Status *status, bool *any);

/* No place is open any more. */
void bulk_close(void);

#endif
