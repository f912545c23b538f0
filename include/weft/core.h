/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who and where I am, what time it is, how to stop.
 *
 * The program is SPMD: main runs on every core of the run, each with its own
 * globals, heap and stdio.  What main returns is that core's exit code; the
 * run's is that of the lowest-numbered core whose code is not 0.
 *
 * The C library is newlib, the same on all boards:
 * - Files are those that came with the run for this core (weft-run --file), read
 *   only, eight open at a time.  Opening one to write, and mkdir, link, unlink,
 *   remove and rename, fail with EROFS, or ENOENT where there is no such file.
 *   Standard input is the file named "stdin".
 * - time, gettimeofday, clock and times tell the time since this core's start, by
 *   its own clock: no board has a calendar.
 * - A core is one process: getpid is 1 + its rank, and a signal that nothing handles
 *   is a panic.
 * - fork, execve, wait, system, fcntl, sigprocmask and getentropy fail with ENOSYS.
 *   What has no meaning on a core (sockets, sleep, access, ..) does not link.
 */
#ifndef WEFT_CORE_H
#define WEFT_CORE_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * My rank; how many cores take part.  Both stay as they are during a run.  Any context;
 * a few instructions.
 */
weft_rank_t weft_rank(void) __attribute__((__const__));
uint32_t weft_size(void) __attribute__((__const__));

/*
 * Where a core sits: its router in the mesh and the chip's own number for it
 * (ranks are dense, chip numbers have holes when cores are left out).
 * A rank out of range gives all ones.  Any context; a few instructions.
 */
struct weft_coords {
	uint32_t x, y, core;
};
struct weft_coords weft_coords(weft_rank_t rank);

/* Routers between two cores, 1 within a tile; 0 for a rank out of range. */
uint32_t weft_hops(weft_rank_t a, weft_rank_t b);

/* This core's cycle counter; never steps back.  Any context. */
uint64_t weft_cycles(void);

/* Cycles in so many microseconds.  Any context. */
uint64_t weft_cycles_in_us(weft_us_t us);

/*
 * A file that was loaded with the run into this core's private DRAM (see
 * weft-run --file).  Not copied: *data stays valid, read only by agreement.
 * WEFT_ERR_NAME: this core has no file of that name; WEFT_ERR_NULL.  Any context;
 * short.
 */
int weft_file(const char *name, const void **data, size_t *bytes);

/*
 * Stop the whole run at once with a report that names this core.  For what must
 * not happen; an orderly end is a return from main.  Any context.
 */
void weft_panic(const char *why) __attribute__((__noreturn__));

#ifdef __cplusplus
}
#endif
#endif
