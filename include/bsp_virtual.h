/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BSPlib with more processes than cores.
 *
 * A program whose files are all compiled with BSP_VIRTUAL defined includes this
 * header by bsp.h.  bsp_begin(n) then begins n processes, up to 64 a core.  If
 * n is no more than the cores, each core has at most one.  If it is more, a
 * core has several, with neighbouring numbers.
 *
 * The processes of a core are fibers (weft/fiber.h), so they go on one after
 * the other.  A process runs until its bsp_sync.  The last one of a core does
 * the communication of all of them, as one process would: one barrier, and one
 * stream to each core.  That is the slackness of the BSP model (L. Valiant, "A
 * bridging model for parallel computation", 1990).  The fixed cost of a
 * superstep is paid once for all processes of a core, and their work evens out.
 * docs/bsp.md has figures.
 *
 * A process has its own calls, memory that it registers, messages, and local
 * variables.  GLOBAL AND STATIC VARIABLES ARE THE CORE'S: all processes of a
 * core have the same ones.  If a program keeps data there that differ among
 * processes, it has to move them to local variables, or to a struct that main
 * has and gives to its functions.  Files, and all else of the C library but
 * errno, are the core's, too.
 *
 * How processes begin: process 0 says in bsp_begin how many there are.  The
 * first process of a core is the fiber that main runs in.  For each other
 * process main is called again, or the function that bsp_init has been given.
 * So each process does the work that comes before bsp_begin, with arguments of
 * its own.  exit ends the core.  If main of another process than the core's
 * first returns another value than 0, bsp_end ends the core with that.
 *
 * bsp_nprocs() before bsp_begin is WEFT_BSP_PROCESSES of the environment, or
 * how many cores there are.  WEFT_BSP_STACK is how many bytes of stack a
 * process has for itself, 16384 if it is not set.  A process that has used more
 * is found out when it next waits, which panics.
 *
 * Processes of a core wait only in bsp_sync and bsp_end, or in a call of weft
 * that waits.  weft's collective calls are the core's, and level 1 and the
 * profiler are not there.
 *
 * Errors: those of bsp.h.  bsp_begin stops the run if there is no memory for
 * its processes; that is so on chips with a few KB for each core.
 *
 * Cost: a process takes its stack and 100 bytes, and 4 bytes for each process
 * of the run.  Going from one process to the next in bsp_sync takes a switch of
 * fibers.  A put takes some instructions more.  No code is linked unless
 * BSP_VIRTUAL is defined.
 */
#ifndef BSP_VIRTUAL_H
#define BSP_VIRTUAL_H

#include <bsp.h>

#ifdef BSP_PROFILE
#error "the profiler is for processes that have a core each"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What the names of bsp.h become. */
extern const struct bsp_virtual {
	void (*init)(void (*spmd)(void), int argc, char **argv);
	void (*begin)(int maxprocs);
	void (*end)(void);
	void (*sync)(void);
	int (*nprocs)(void);
	int (*pid)(void);
	/* Comes before each other call: says which process makes it. */
	void (*enter)(void);
} bsp_virtual;

#undef BSP_FROM_HERE
#undef bsp_begin
#undef bsp_end
#undef bsp_sync

#define BSP_FROM_HERE(call)                                                    \
	(bsp_caller.file = __FILE__, bsp_caller.line = __LINE__,               \
	 bsp_virtual.enter(), call)
#define bsp_init(...)  bsp_virtual.init(__VA_ARGS__)
#define bsp_begin(...) BSP_FROM_HERE(bsp_virtual.begin(__VA_ARGS__))
#define bsp_end()      BSP_FROM_HERE(bsp_virtual.end())
#define bsp_sync()     BSP_FROM_HERE(bsp_virtual.sync())
#define bsp_nprocs()   bsp_virtual.nprocs()
#define bsp_pid()      bsp_virtual.pid()

#define bsp_qsize(...)   BSP_FROM_HERE((bsp_qsize)(__VA_ARGS__))
#define bsp_get_tag(...) BSP_FROM_HERE((bsp_get_tag)(__VA_ARGS__))
#define bsp_hpmove(...)  BSP_FROM_HERE((bsp_hpmove)(__VA_ARGS__))

#ifdef __cplusplus
}
#endif
#endif
