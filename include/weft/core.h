/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A core asks here which core it is, where it is and what time it is.  It says here that it
 * computes, and it stops the run.
 *
 * The program is SPMD: main runs on every core of the run, each with its own
 * globals, heap and stdio.  What main returns is that core's exit code.  The
 * run has the code of the core with the lowest rank whose code is not 0, else 0.
 *
 * The C library is newlib, the same on all boards:
 * - The files are those that were loaded with the run for this core (weft-run
 *   --file).  They are read only, and eight may be open at a time.  To open one for
 *   writing, mkdir, link, unlink, remove and rename fail with EROFS, or ENOENT
 *   where there is no such file.  /dev/stdout and /dev/stderr are the console.
 *   Standard input is the file named "stdin".
 *   A seek beyond the end succeeds, and then there is nothing to read.  getcwd is "/".
 * - time, gettimeofday, clock_gettime, clock and times tell the time since this core's
 *   start, by its own clock, since no board has a calendar.  sleep, usleep and nanosleep
 *   wait.  This core's handlers and fibers run meanwhile.
 * - A core is one process: getpid is 1 + its rank, and a signal that nothing handles
 *   is a panic.  getuid is 0, uname and gethostname name the board.
 * - fork, execve, wait, system, fcntl, sigprocmask and getentropy fail with ENOSYS.
 *   Functions that mean nothing on a core (sockets, access) do not link.
 */
#ifndef WEFT_CORE_H
#define WEFT_CORE_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * This core's rank, and the number of cores of the run.  Neither changes during
 * a run.  Any context.  Cost: a few instructions.
 */
weft_rank_t weft_rank(void) __attribute__((__const__));
uint32_t weft_size(void) __attribute__((__const__));

/*
 * Where a core is: the coordinates of its router in the mesh, and the chip's
 * own number for it.  Ranks have no gaps; the chip's numbers have some when
 * cores are left out.  For a rank out of range all are UINT32_MAX.  Any
 * context.  Cost: a few instructions.
 */
struct weft_coords {
	uint32_t x, y, core;
};
struct weft_coords weft_coords(weft_rank_t rank);

/*
 * The number of routers that a message between two cores passes: 1 within a
 * tile, 0 for a rank out of range.  Any context.
 */
uint32_t weft_hops(weft_rank_t a, weft_rank_t b);

/* This core's cycle counter, which never steps back.  Any context. */
uint64_t weft_cycles(void);

/* How many cycles so many microseconds are.  Any context. */
uint64_t weft_cycles_in_us(weft_us_t us);

/*
 * For a loop that looks at what no call of weft waits for: lets the others run, if this core
 * has its processor not for itself, and returns soon.  A loop of nothing but looks has no end
 * where cores take turns.  Thread.  Cost: a few instructions, or the others' turns.
 */
void weft_relax(void);

/*
 * Finds a file that was loaded with the run into this core's private memory
 * (weft-run --file).  The file is not copied: *data stays valid, and must not be written.
 * Errors:  WEFT_ERR_NAME if this core has no file of that name; WEFT_ERR_NULL.
 * Any context.  Cost: a search through the names.
 */
int weft_file(const char *name, const void **data, size_t *bytes);

/*
 * Memory off the chip that all cores of the run load and store: returns where it begins for
 * this core, and in *bytes, if that is not null, how much there is.  Null, and 0, if
 * this board or run has none.  It is zero at the start of a run.  A place in it has the same
 * offset for all cores, and on boards but the simulator and mpi the same address.
 *
 * What a core has stored there is what others load after its weft_quiet, and after
 * what tells them of that: a flag, a message, a barrier.  There are no atomic operations on
 * it; a lock (weft/lock.h) makes several accesses one step.  weft allocates nothing there.
 * Any context.
 *
 * There are 64 MB on scc-sim and mpi, 16 MB on scc-qemu and arm-qemu, and none elsewhere,
 * nor with several chips or nodes, nor where MPI starts the processes.  On scc-sim
 * an access takes no more time than one of private memory.
 */
void *weft_common(size_t *bytes);

/*
 * Where this core loads and stores what core `rank` has at address `at`: a variable
 * or a piece of its heap, not of its stack.  Null if it cannot: on all boards but mpi, and
 * there in mode fork with one node only.  A variable has the same address on all cores; a
 * piece of the heap has one that its owner knows.  A byte that is d bytes behind `at` there is
 * d bytes behind the result here, as long as it is of the same variable or piece.
 *
 * The processor's atomic operations work on it, and stores are seen in their order.  Nothing
 * tells the owner: it looks, or is sent something.  Thread, after main has begun.
 * Cost: the first time for a core some microseconds, then a call.
 */
void *weft_private_of(weft_rank_t rank, const void *at);

/*
 * Stops the whole run at once, with a report that names this core.  It is meant
 * for what must not happen; a run ends in order when main returns.  Any
 * context.
 */
void weft_panic(const char *why) __attribute__((__noreturn__));

/*
 * Ends the whole run at once with that exit code, whatever other cores do; nothing of
 * them is waited for, nor printed any more.  Of several such calls the run has one's code.
 * The caller's own streams are to be flushed before.  Any context.
 */
void weft_stop(int code) __attribute__((__noreturn__));

/*
 * Several chips that are joined by links may be one run.  If a chip does not answer at start
 * the run ends, unless the program can do with fewer.  Then it says so, once, outside
 * functions:
 *
 *     WEFT_CHIPS_LEAST(1);
 *
 * The run goes on if at least so many chips answer, the first one among them, in half of
 * WEFT_BOOT_US.  It has their cores only, and ranks without gaps.  A chip that answers
 * later says that it is left out, and rests.  Where a run has one chip, and on boards whose
 * links do not offer this (docs/links.md), it means nothing.
 */
#define WEFT_CHIPS_LEAST(chips) const uint32_t weft_chips_least = (chips)
extern const uint32_t weft_chips_least __attribute__((weak));

/*
 * Computing ------------------------------------------------------------------
 *
 * A part of the program may compute for long and call no function of weft's.  Handlers
 * do the work that this core owes to others: they pass asynchronous broadcasts on, serve
 * Active Messages, and bring started collectives forward.  On a chip with interrupts they
 * run whatever the program does.  On a chip without them, as a Wormhole, they run only
 * within calls of weft's.  There the program says that a long computation begins:
 *
 *     weft_compute_begin();
 *     for (..) {
 *             ..                       no calls of weft's
 *     }
 *     weft_compute_end();
 *
 * Between the two calls another processor of this core runs the handlers, if the chip
 * has one to spare (arch/lend.h).  On all other chips the calls do next to nothing, so a
 * program that has them runs everywhere.
 *
 * Between the two calls the program calls no other function of weft's, and none of the C
 * library's that allocates, prints or reads a file.  Such a call would run beside a
 * handler.  With DEBUG=1, functions that wait return WEFT_ERR_CONTEXT there.  A program
 * that ends there panics.
 *
 * Handlers of the program's own (of Active Messages and of weft_abcast) run at the same
 * time as the computation then.  The two may share single words, each of which only one of
 * them writes, and nothing larger.  As always, the program touches no buffer of a started
 * call until the call is complete.
 *
 * weft_compute_begin says that a computation begins, weft_compute_end that it has ended.
 * Pairs do not nest.  Errors:  WEFT_ERR_STATE if one has begun already, or (end) if none
 * has; WEFT_ERR_CONTEXT in a handler.  Thread.  Cost: a few instructions.  On a chip with a
 * processor to spare it is some 300 clocks at the beginning and 600 at the end, where the
 * call also waits until a running handler has returned.
 */
int weft_compute_begin(void);
int weft_compute_end(void);

#ifdef __cplusplus
}
#endif
#endif
