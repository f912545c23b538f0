/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BSPlib, level 1: collective calls of its processes.
 *
 * The standard leaves them to a library above its primitives.  bsp_bcast,
 * bsp_fold, bsp_scan, bsp_gather and bsp_scatter have the arguments of the
 * Oxford BSP Toolset's (J. Hill, S. Donaldson, A. McEwan, 1998).  Here they are
 * weft's own collectives (weft/bcast.h, weft/reduce.h,
 * weft/gather.h), which choose their algorithms.
 *
 * All processes call, in the same order, with equal sizes and an equal `from`
 * or `to`.  When a call returns, this process' result is there.  It ends no
 * superstep: requests of bsp.h that were made before wait for bsp_sync, as if
 * the call were not there.  Programs that relied on a bsp_sync inside one of
 * these calls have to call it.  Memory need not be registered.  `src` and `dst`
 * do not overlap, except that those of bsp_bcast, bsp_fold, bsp_reduce and
 * bsp_scan may be the same.
 *
 * A wrong call (no such process, a negative size, no memory) stops the run with
 * a report of process, call, file and line.  That processes' calls differ is
 * found out only with DEBUG=1.
 *
 * Processes that are fewer than the cores are a team of their own
 * (weft/team.h), which bsp_begin makes if the program links this.  Not with
 * BSP_VIRTUAL.
 */
#ifndef BSP_LEVEL1_H
#define BSP_LEVEL1_H

#include <bsp.h>

#ifdef BSP_VIRTUAL
#error "level 1 is for processes that have a core each"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Process `from` gives nbytes at src, which come to dst of all. */
void bsp_bcast(int from, const void *src, void *dst, int nbytes);

/*
 * The operation of bsp_fold and its like: result = left op right, for a value
 * of *nbytes, the call's.  `result` is neither of the two.  It need not
 * commute.
 */
typedef void bsp_op(void *result, void *left, void *right, int *nbytes);

/*
 * dst of all becomes the combination of all processes' src, in the order of
 * their numbers: src of process 0 op src of process 1 and so on.  With
 * bsp_reduce only dst of process `to` becomes that.  With bsp_scan each process
 * gets the combination of processes 0 to itself.
 *
 * Cost: up to 256 bytes, weft_allreduce and its like; more, an allgather, and
 * all values in memory from malloc.
 */
void bsp_fold(bsp_op *op, const void *src, void *dst, int nbytes);
void bsp_reduce(int to, bsp_op *op, const void *src, void *dst, int nbytes);
void bsp_scan(bsp_op *op, const void *src, void *dst, int nbytes);

/*
 * Move nbytes of each process.  bsp_gather lays them at dst of process `to`,
 * one behind the other by pid; bsp_allgather at dst of all.  bsp_scatter takes
 * them from src of process `from`.  bsp_total_exchange: the i-th nbytes of src
 * of process j become the j-th of dst of process i.
 */
void bsp_gather(int to, const void *src, void *dst, int nbytes);
void bsp_allgather(const void *src, void *dst, int nbytes);
void bsp_scatter(int from, const void *src, void *dst, int nbytes);
void bsp_total_exchange(const void *src, void *dst, int nbytes);

#ifndef BSP_NO_CALLERS
#define bsp_bcast(...)          BSP_FROM_HERE((bsp_bcast)(__VA_ARGS__))
#define bsp_fold(...)           BSP_FROM_HERE((bsp_fold)(__VA_ARGS__))
#define bsp_reduce(...)         BSP_FROM_HERE((bsp_reduce)(__VA_ARGS__))
#define bsp_scan(...)           BSP_FROM_HERE((bsp_scan)(__VA_ARGS__))
#define bsp_gather(...)         BSP_FROM_HERE((bsp_gather)(__VA_ARGS__))
#define bsp_allgather(...)      BSP_FROM_HERE((bsp_allgather)(__VA_ARGS__))
#define bsp_scatter(...)        BSP_FROM_HERE((bsp_scatter)(__VA_ARGS__))
#define bsp_total_exchange(...) BSP_FROM_HERE((bsp_total_exchange)(__VA_ARGS__))
#endif

#ifdef __cplusplus
}
#endif
#endif
