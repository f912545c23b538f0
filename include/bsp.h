/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BSPlib: the twenty primitives of the BSP World-Wide standard (J. Hill, W.
 * McColl, D. Stefanescu, M. Goudreau, K. Lang, S. Rao, T. Suel, T. Tsantilas,
 * R. Bisseling, "BSPlib: the BSP programming library", Parallel Computing 24,
 * 1998).
 *
 * A program is a sequence of supersteps.  In a superstep each process computes
 * and asks for communication.  bsp_sync ends the superstep, and when it
 * returns, all communication that any process asked for has been done.  No
 * process sees any of it before that.  Process i is the core of rank i.
 * docs/bsp.md tells how supersteps are realised.
 *
 * All functions are for the thread, between bsp_begin and bsp_end unless they
 * say otherwise.  The requests of a superstep are kept in memory from malloc;
 * if there is none, the run stops with a report.  No call but bsp_begin,
 * bsp_sync and bsp_end waits for other processes.
 *
 * A wrong call (no such process, no memory registered there, a negative size)
 * has no effect.  The next bsp_sync of that process stops the run with a report
 * of its process, call, file and line.  Some errors show at the target only:
 * the call goes beyond the memory that the target has registered.  Then the
 * report is the target's.  Calls are macros that note their line; the functions
 * of the same names are there too.
 *
 * A pointer to memory that a call would read or write is not NULL, unless there
 * are 0 bytes of it.  Such a call stops the run at once, with the same report.
 */
#ifndef BSP_H
#define BSP_H

#include <stdint.h>
#include <stdio.h> /* programs rely on it */

#include <weft/core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Names that other libraries have for the types of arguments. */
typedef int bsp_pid_t, bsp_nprocs_t, bsp_size_t;

/*
 * Starting and stopping ------------------------------------------------------
 *
 * There are two ways.  Either bsp_begin is the first statement of main, and
 * bsp_end its last; all cores run it.  Or main calls bsp_init first, with a
 * function that has bsp_begin and bsp_end as its first and last statements.
 * Then process 0 alone returns from bsp_init: it runs the sequential part,
 * calls that function, and goes on after it.  All other processes run that
 * function and then end.
 */
void bsp_init(void (*spmd)(void), int argc, char **argv);

/*
 * The processes begin: as many as process 0 asks for, or as there are cores,
 * but no more than 256.  Cores that are left over end here with exit code 0.
 */
void bsp_begin(int maxprocs);

/* The processes end.  Requests made since the last bsp_sync are not done. */
void bsp_end(void);

/* Stops the run with a message as of printf.  Any process, at any time. */
void bsp_abort(const char *format, ...) __attribute__((noreturn))
__attribute__((format(printf, 1, 2)));

/* How many processes there are; before bsp_begin, how many there may be. */
int bsp_nprocs(void);

/* The number of this process, from 0.  Not before bsp_begin or bsp_init. */
int bsp_pid(void);

/*
 * Supersteps -----------------------------------------------------------------
 *
 * Ends the superstep of all processes.  First the data that bsp_get calls asked
 * for are read.  Then all data that were put, got and sent are written, in any
 * order among processes.  Data that one process puts into another are written
 * in the order of its bsp_put calls.
 *
 * Cost: a barrier (weft/barrier.h) and a look at p words.  A process that
 * communicates also has a transfer for each partner and direction, without a
 * second barrier.
 */
void bsp_sync(void);

/*
 * Registration ---------------------------------------------------------------
 *
 * All processes register and pop in the same order.  Each gives an address of
 * its own, or NULL if it has no memory to offer.  A registration or a pop
 * counts from the next superstep on.  A put or get names the target's memory by
 * the address that this process registered together with it.  If it has
 * registered an address more than once, the last one counts that is still
 * there.  bsp_pop_reg undoes that one.
 *
 * Processes that do not register and pop alike are reported by bsp_sync.
 */
void bsp_push_reg(const void *ident, int nbytes);
void bsp_pop_reg(const void *ident);

/* Older names of the two. */
#define bsp_pushregister(...) bsp_push_reg(__VA_ARGS__)
#define bsp_popregister(...)  bsp_pop_reg(__VA_ARGS__)

/*
 * Direct remote memory access ------------------------------------------------
 *
 * bsp_put copies src now.  Its target is written at the end of the superstep,
 * after all bsp_get have read.  bsp_hpput may read src, and write the target,
 * at any time until bsp_sync returns.  bsp_get reads at the end of the
 * superstep, before any process writes there, and dst is written thereafter.
 * bsp_hpget may read, and write dst, at any time until bsp_sync returns.  `pid`
 * may be the caller.
 */
void bsp_put(int pid, const void *src, void *dst, int offset, int nbytes);
void bsp_hpput(int pid, const void *src, void *dst, int offset, int nbytes);
void bsp_get(int pid, const void *src, int offset, void *dst, int nbytes);
void bsp_hpget(int pid, const void *src, int offset, void *dst, int nbytes);

/*
 * Messages -------------------------------------------------------------------
 *
 * A message is a tag and a payload.  It is in its receiver's queue in the next
 * superstep, in any order, and no longer: bsp_sync discards messages that have
 * not been moved.
 *
 * bsp_set_tagsize: all processes call it.  From the next superstep on tags have
 * *nbytes bytes.  *nbytes becomes the size that was set before, by a call of this superstep,
 * too; at first that is 0.
 */
void bsp_set_tagsize(int *nbytes);
void bsp_send(int pid, const void *tag, const void *payload, int nbytes);

/* Messages in this process' queue, and the bytes of their payloads together. */
void bsp_qsize(int *nmessages, int *nbytes);

/* The first message's bytes of payload, and its tag; -1 if there is none. */
void bsp_get_tag(int *status, void *tag);

/* Takes the first message: so many bytes of its payload at most. */
void bsp_move(void *payload, int maxbytes);

/*
 * Takes the first message and tells where its tag and payload are, aligned to
 * 8.  They stay there until the next bsp_sync has returned.  Returns the bytes
 * of its payload; -1: there is none.
 */
int bsp_hpmove(void **tag, void **payload);

/* Time ----------------------------------------------------------------------- */

/* This core's cycles since its bsp_begin.  weft_cycles_in_us has their unit.  Any time. */
uint64_t bsp_cycles(void);

/* For bsp_dtime: bsp_cycles() at its last call. */
extern uint64_t bsp_last;

#ifndef WEFT_NO_FLOATING /* the library's own code has none */
/* Seconds since bsp_begin, by this process' own clock. */
static inline double bsp_time(void)
{
	return (double)bsp_cycles() / (double)weft_cycles_in_us(1000000);
}

/* Seconds since its last call; at the first call, since bsp_begin. */
static inline double bsp_dtime(void)
{
	uint64_t before = bsp_last;

	bsp_last = bsp_cycles();
	return (double)(bsp_last - before) / (double)weft_cycles_in_us(1000000);
}
#endif

/*
 * The profiler: with BSP_PROFILE defined before this header is included,
 * bsp_sync notes three times: when the process has called it, when all had,
 * when it returned.  It also notes what the process sent and received.  bsp_end
 * prints that, a line a superstep.  tools/bsp-profile makes tables and a
 * timeline of it.  Files without BSP_PROFILE count as computation.
 *
 * Cost: 48 bytes of memory and three looks at the clock a superstep, and one at
 * each partner.  Without BSP_PROFILE: nothing.
 */
extern const struct bsp_profiled {
	void (*sync)(void), (*end)(void);
} bsp_profiled;

/* Where a call stands, for reports. */
extern struct bsp_caller {
	const char *file;
	int line;
} bsp_caller;

#ifndef BSP_NO_CALLERS
#define BSP_FROM_HERE(call)                                                    \
	(bsp_caller.file = __FILE__, bsp_caller.line = __LINE__, call)
#define bsp_begin(...) BSP_FROM_HERE((bsp_begin)(__VA_ARGS__))
#ifdef BSP_PROFILE
#define bsp_end(...)  BSP_FROM_HERE(bsp_profiled.end(__VA_ARGS__))
#define bsp_sync(...) BSP_FROM_HERE(bsp_profiled.sync(__VA_ARGS__))
#else
#define bsp_end(...)  BSP_FROM_HERE((bsp_end)(__VA_ARGS__))
#define bsp_sync(...) BSP_FROM_HERE((bsp_sync)(__VA_ARGS__))
#endif
#define bsp_push_reg(...)    BSP_FROM_HERE((bsp_push_reg)(__VA_ARGS__))
#define bsp_pop_reg(...)     BSP_FROM_HERE((bsp_pop_reg)(__VA_ARGS__))
#define bsp_put(...)         BSP_FROM_HERE((bsp_put)(__VA_ARGS__))
#define bsp_hpput(...)       BSP_FROM_HERE((bsp_hpput)(__VA_ARGS__))
#define bsp_get(...)         BSP_FROM_HERE((bsp_get)(__VA_ARGS__))
#define bsp_hpget(...)       BSP_FROM_HERE((bsp_hpget)(__VA_ARGS__))
#define bsp_set_tagsize(...) BSP_FROM_HERE((bsp_set_tagsize)(__VA_ARGS__))
#define bsp_send(...)        BSP_FROM_HERE((bsp_send)(__VA_ARGS__))
#define bsp_move(...)        BSP_FROM_HERE((bsp_move)(__VA_ARGS__))
#endif

#ifdef __cplusplus
}
#endif

#if defined(BSP_VIRTUAL) && !defined(BSP_NO_CALLERS) /* more than cores */
#include <bsp_virtual.h>
#endif
#endif
