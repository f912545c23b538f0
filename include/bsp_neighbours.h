/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BSPlib: a superstep that ends with neighbours only.
 *
 * bsp_sync waits for all processes, though most programs talk to few.  A
 * process that knows with which others it talks may name them, and waits for
 * those alone.  S. Donaldson ("Global Optimisation of Communication Protocols
 * for Bulk Synchronous Parallel Computation", Oxford 1999, section 6.1.4) saw a
 * wavefront spend a third of its time in barriers that only neighbours needed.
 */
#ifndef BSP_NEIGHBOURS_H
#define BSP_NEIGHBOURS_H

#include <bsp.h>

#ifdef BSP_VIRTUAL
#error "bsp_sync_neighbours is for processes that have a core each"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Ends this process' superstep as bsp_sync does, but with those n processes
 * only.  When it returns, all requests since the last call of this or bsp_sync
 * are done that this process and the named ones made of each other, and those
 * that this process made of itself.
 *
 * A named process has to name this one.  It does so in a call that comes at the
 * same place in the order of the calls that the two have in common; bsp_sync is
 * one of those, for all pairs.  Else both wait for ever, and the report of who
 * waits for whom names them.  So do three processes of which each first names
 * another one.  The caller need not be named.
 *
 * A process may be as many supersteps ahead of another one as there are steps
 * between them from neighbour to neighbour.  So if it writes data by other
 * means than BSPlib, only its neighbours wait for them.
 *
 * Wrong calls stop the run with a report.  There is no such process.  A process
 * that is not named was asked for communication.  Or bsp_push_reg, bsp_pop_reg
 * or bsp_set_tagsize was called in this superstep: these concern all and so
 * need bsp_sync.
 *
 * Cost: a flag or two to each neighbour, and a look at p words; then as
 * bsp_sync.  MPB: none beside that of bsp_sync.
 */
void bsp_sync_neighbours(const int *pids, int n);

#ifndef BSP_NO_CALLERS
#define bsp_sync_neighbours(...)                                               \
	BSP_FROM_HERE((bsp_sync_neighbours)(__VA_ARGS__))
#endif

#ifdef __cplusplus
}
#endif
#endif
