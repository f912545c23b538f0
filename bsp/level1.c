/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives of processes, by weft's; see bsp_level1.h. */
#include <stdlib.h>

#include "bsp/state.h"
#include "runtime/console.h"
#include "runtime/panic.h"

#undef BSP_VIRTUAL /* a program's, if all is compiled with its flags */
#include <bsp_level1.h>
#include <weft/bcast.h>
#include <weft/gather.h>
#include <weft/reduce.h>

/* The processes: all cores, unless there are fewer. */
static struct weft_team *team = WEFT_WORLD;

ARCH_COLD void bsp_team_begin(uint32_t procs)
{
	int32_t colour = arch_rank() < procs ? 0 : WEFT_TEAM_NONE;

	if (weft_team_split(WEFT_WORLD, colour, 0, &team, WEFT_FOREVER)) {
		rt_panic("bsp_begin: no room for a team of the processes; "
			 "WEFT_TEAMS says for how many there is");
	}
}

static ARCH_COLD _Noreturn void stop(const char *call, const char *what,
				     int number)
{
	bsp_wrong(call, what, number);
	bsp_report_wrong();
}

/* Stops the run if a call cannot be right; `pid` is 0 if there is none. */
static void level1_check(const char *call, int pid, int nbytes)
{
	if (bsp.phase != BSP_INSIDE) {
		bsp_outside(call);
	}
	if ((uint32_t)pid >= bsp.procs) {
		stop(call, "there is no such process", pid);
	}
	if (nbytes < 0) {
		stop(call, "there are no sizes below 0", nbytes);
	}
}

/* What this process reads or writes; dst may be null where it gets nothing. */
static void check_memory(const char *call, const void *src, const void *dst,
			 bool reads, bool writes)
{
	if ((reads && !src) || (writes && !dst)) {
		bsp_null(call, reads && !src ? "src" : "dst");
	}
}

static void level1_end(const char *call, int error)
{
	if (error != WEFT_OK) {
		stop(call, "a collective call of weft has failed", error);
	}
}

void bsp_bcast(int from, const void *src, void *dst, int nbytes)
{
	uint32_t n = (uint32_t)nbytes;

	level1_check("bsp_bcast", from, nbytes);
	check_memory("bsp_bcast", src, dst,
		     nbytes > 0 && bsp.me == (uint32_t)from, nbytes > 0);
	if (bsp.me == (uint32_t)from && dst != src && n > 0) {
		memcpy(dst, src, n);
	}
	level1_end("bsp_bcast",
		   weft_bcast(dst, n, (uint32_t)from, team, WEFT_FOREVER));
}

/* Folds -------------------------------------------------------------------- */

enum {
	VALUE_MOST = 256 /* bytes of an element of weft's reductions */
};

/* Of the call that this process is in. */
static struct {
	bsp_op *op;
	int nbytes;
} fold;

/* into[i] = into[i] op from[i] */
static void level1_combine(void *into, const void *from, size_t n)
{
	_Alignas(8) char result[VALUE_MOST];
	uint32_t bytes = (uint32_t)fold.nbytes;
	char *left = into, *right = (char *)(uintptr_t)from;

	for (; n > 0; n--, left += bytes, right += bytes) {
		fold.op(result, left, right, &fold.nbytes);
		memcpy(left, result, bytes);
	}
}

static char *room(const char *call, uint32_t bytes)
{
	char *at = malloc(bytes);

	if (!at) {
		stop(call, "no memory for bytes", (int)bytes);
	}
	return at;
}

/* All values come here, and those of processes up to `last` are combined; dst may be null. */
static ARCH_COLD void fold_here(const char *call, uint32_t last,
				const void *src, void *dst)
{
	uint32_t n = (uint32_t)fold.nbytes, bytes = n;
	char *all, *value, *next, *spare, *other;

	for (uint32_t i = 0; i <= bsp.procs; i++) { /* and two more values */
		if (bytes > INT32_MAX - n) {
			stop(call, "of all processes together too many; bytes",
			     fold.nbytes);
		}
		bytes += n;
	}
	all = room(call, bytes);
	other = all + bytes - n;
	spare = other - n;
	value = next = all;
	level1_end(call, weft_allgather(src, all, n, team, WEFT_FOREVER));
	for (uint32_t i = 1; i <= last; i++) {
		char *result = spare;

		next += n;
		fold.op(result, value, next, &fold.nbytes);
		value = result;
		spare = other;
		other = result;
	}
	if (dst) {
		memcpy(dst, value, n);
	}
	free(all);
}

static struct weft_op begin_fold(bsp_op *op, int nbytes)
{
	fold.op = op;
	fold.nbytes = nbytes;
	return (struct weft_op){.combine = level1_combine,
				.bytes = (uint32_t)nbytes};
}

void bsp_fold(bsp_op *op, const void *src, void *dst, int nbytes)
{
	struct weft_op with = begin_fold(op, nbytes);

	level1_check("bsp_fold", 0, nbytes);
	check_memory("bsp_fold", src, dst, nbytes > 0, nbytes > 0);
	if (nbytes > VALUE_MOST) {
		fold_here("bsp_fold", bsp.procs - 1, src, dst);
	} else if (nbytes > 0) {
		level1_end("bsp_fold", weft_allreduce(src, dst, 1, &with, team,
						      WEFT_FOREVER));
	}
}

void bsp_reduce(int to, bsp_op *op, const void *src, void *dst, int nbytes)
{
	struct weft_op with = begin_fold(op, nbytes);

	level1_check("bsp_reduce", to, nbytes);
	check_memory("bsp_reduce", src, dst, nbytes > 0,
		     nbytes > 0 && bsp.me == (uint32_t)to);
	if (nbytes > VALUE_MOST) {
		fold_here("bsp_reduce", bsp.procs - 1, src,
			  bsp.me == (uint32_t)to ? dst : NULL);
	} else if (nbytes > 0) {
		level1_end("bsp_reduce",
			   weft_reduce(src, dst, 1, &with, (uint32_t)to, team,
				       WEFT_FOREVER));
	}
}

void bsp_scan(bsp_op *op, const void *src, void *dst, int nbytes)
{
	struct weft_op with = begin_fold(op, nbytes);

	level1_check("bsp_scan", 0, nbytes);
	check_memory("bsp_scan", src, dst, nbytes > 0, nbytes > 0);
	if (nbytes > VALUE_MOST) {
		fold_here("bsp_scan", bsp.me, src, dst);
	} else if (nbytes > 0) {
		level1_end("bsp_scan",
			   weft_scan(src, dst, 1, &with, team, WEFT_FOREVER));
	}
}

/* Blocks ------------------------------------------------------------------- */

void bsp_gather(int to, const void *src, void *dst, int nbytes)
{
	level1_check("bsp_gather", to, nbytes);
	check_memory("bsp_gather", src, dst, nbytes > 0,
		     nbytes > 0 && bsp.me == (uint32_t)to);
	level1_end("bsp_gather", weft_gather(src, dst, (uint32_t)nbytes,
					     (uint32_t)to, team, WEFT_FOREVER));
}

void bsp_allgather(const void *src, void *dst, int nbytes)
{
	level1_check("bsp_allgather", 0, nbytes);
	check_memory("bsp_allgather", src, dst, nbytes > 0, nbytes > 0);
	level1_end("bsp_allgather", weft_allgather(src, dst, (uint32_t)nbytes,
						   team, WEFT_FOREVER));
}

void bsp_scatter(int from, const void *src, void *dst, int nbytes)
{
	level1_check("bsp_scatter", from, nbytes);
	check_memory("bsp_scatter", src, dst,
		     nbytes > 0 && bsp.me == (uint32_t)from, nbytes > 0);
	level1_end("bsp_scatter",
		   weft_scatter(src, dst, (uint32_t)nbytes, (uint32_t)from,
				team, WEFT_FOREVER));
}

void bsp_total_exchange(const void *src, void *dst, int nbytes)
{
	level1_check("bsp_total_exchange", 0, nbytes);
	check_memory("bsp_total_exchange", src, dst, nbytes > 0, nbytes > 0);
	level1_end(
		"bsp_total_exchange",
		weft_alltoall(src, dst, (uint32_t)nbytes, team, WEFT_FOREVER));
}
