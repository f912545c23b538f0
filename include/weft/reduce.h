/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions: element i of the result combines the elements i of all cores of a team.
 * A scan combines those of some ranks only.  A scattered reduction leaves a part of the
 * result at each rank.
 *
 * Collective: all cores of the team call with the same count, operation and
 * root. `send` may be `recv`; else they do not overlap.  Elements are combined
 * in the order of their ranks in the team, e0 op e1 op e2 and so on, in groups
 * that depend on the team's size and the count alone.  So operations need not
 * commute, and the same call gives the same floating-point result each time and
 * on each core.  Another size of team may round otherwise.
 *
 * An operation is the application's function, or one of those below; it is called by
 * the thread, never by a handler.
 *
 * Errors, before anything moves: WEFT_ERR_NULL, WEFT_ERR_RANK, WEFT_ERR_SIZE (elements
 * of 0 bytes, or of more than 256).  With DEBUG=1 WEFT_ERR_MISMATCH, also if
 * operations differ.  WEFT_ERR_TIMEOUT: some core did not take part in time; the team
 * cannot be used again.  Thread.
 *
 * Short ones: an exchange, in which groups of cores join step by step.  Where a
 * core can wait for a word of another core's window it is the barrier by lines
 * with a value beside each flag.  That takes two steps for 64 cores, in each of
 * which a core writes a value or two and reads eight.  For weft_reduce only
 * those cores read that the root needs.  Elsewhere groups join by pairs
 * (recursive doubling, R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of
 * Collective Communication Operations in MPICH", 2005): log2 steps, in each of
 * which a core writes a value and reads one.  A value is up to 32 bytes by
 * rows, 128 by pairs, and less in small windows and in teams other than the
 * world.  A longer value takes several exchanges, or, after a barrier,
 * exchanges by pairs of up to 128 bytes each in the chunk buffers.  Where cores are
 * processes all of that is sixteen times as long in windows of 64 KB and more, and four
 * times as long in shorter ones.
 *
 * Long ones: each core puts a chunk into its own MPB, reads its share of it from all
 * others and combines that, and then all, or the root, get all shares: two barriers a
 * chunk (a reduce-scatter and an allgather, as in R. Rabenseifner, "Optimization of
 * collective reduction operations", 2004, but by parallel gets).
 *
 * In a run of several nodes or chips the cores of each node reduce in one of these ways.  Then
 * one core of each exchanges the result with others by pairs, with several pieces on their
 * way.  It spreads the result in its node.  Scans do the same, and learn what the nodes
 * before their own combine to.  That is for teams in which the ranks of a node follow each
 * other.
 *
 * Errors also: WEFT_ERR_SIZE for elements of 1 GB and more in all.
 *
 * Which one is chosen by what the port says that copies cost, or named by WEFT_REDUCE in
 * the environment: exchange, pairs, shares.  A reduction among several cores is a barrier.
 * MPB: the chunk buffers, which are enough for all sizes.  Where there is space also, by
 * rows up to 64 cores, 1088 bytes, and 320 for the room of each team that may be made; by
 * pairs up to an eighth of the MPB, and a 32nd for each team.  In several nodes up to a 16th
 * more, and a quarter in large windows; a 32nd for each team.
 */
#ifndef WEFT_REDUCE_H
#define WEFT_REDUCE_H

#include <weft/team.h>

#ifdef __cplusplus
extern "C" {
#endif

struct weft_op {
	/*
	 * into[i] = into[i] op from[i], for n elements.  Both are aligned as arrays of
	 * such elements are.
	 */
	void (*combine)(void *into, const void *from, size_t n);
	uint32_t bytes; /* of an element */
	/*
	 * combine() goes from the first element to the last and reads each when it
	 * comes to it: so `into` may overlap what is behind `from`, and a row of
	 * elements is combined by one call.  Those below do.
	 */
	bool in_order;
	/* Handlers may call combine(): no floating point.  See weft/started.h. */
	bool in_handler;
};

/* `recv` is written at the root, a rank of the team, alone, and may be null elsewhere. */
int weft_reduce(const void *send, void *recv, size_t count,
		const struct weft_op *op, weft_rank_t root,
		struct weft_team *team, weft_us_t within);

/* On all cores. */
int weft_allreduce(const void *send, void *recv, size_t count,
		   const struct weft_op *op, struct weft_team *team,
		   weft_us_t within);

/*
 * Scans ----------------------------------------------------------------------
 *
 * weft_scan combines the elements of ranks 0 to this core's.  weft_exscan combines those
 * of the ranks before this core's, and writes nothing at rank 0.  `count` may be 0.
 *
 * Short scans are an exchange, as short reductions are.  A core that combines all ranks'
 * values group by group also knows what the groups before its own combine to.  Long scans
 * go chunk by chunk.  Each core puts a chunk into its own MPB.  After a barrier each core
 * takes its share of all chunks from all MPBs in turn, and combines it.  It leaves in each
 * MPB the part that is for that rank.  After another barrier each core gets its own chunk
 * back.
 */
int weft_scan(const void *send, void *recv, size_t count,
	      const struct weft_op *op, struct weft_team *team,
	      weft_us_t within);
int weft_exscan(const void *send, void *recv, size_t count,
		const struct weft_op *op, struct weft_team *team,
		weft_us_t within);

/*
 * A reduction whose result is scattered.  Each core sends one block for each rank, one
 * behind the other.  Rank r receives what the blocks r of all cores combine to.  Block r
 * has counts[r] elements; if `counts` is null, each block has `count`.  `send` may be
 * `recv`.  The result is at its beginning then, and overwrites what was there.
 *
 * Long ones go chunk by chunk.  Each core puts a piece for each rank into its own MPB.
 * After a barrier each core gets its own pieces from all MPBs and combines them.  Another
 * barrier follows.
 */
int weft_reduce_scatter(const void *send, void *recv, size_t count,
			const size_t *counts, const struct weft_op *op,
			struct weft_team *team, weft_us_t within);

/*
 * Operations on C's types: weft_sum_int32, weft_max_double and so on.  For integers sum,
 * prod, min, max, land, lor (logical), band, bor, bxor (bitwise); for float and double
 * sum, prod, min, max.  Sums and products of signed integers wrap.
 * Where a value is a NaN, min and max have no defined result: it is one of the values, and which
 * one depends on the order of the operations.
 */
#define WEFT_OP_DEFINE(name, type, value, handler)                             \
	static inline void weft_combine_##name(void *into, const void *from,   \
					       size_t n)                       \
	{                                                                      \
		type *x = (type *)into;                                        \
		const type *y = (const type *)from;                            \
                                                                               \
		_Pragma("GCC unroll 4") /* four at a time */                   \
			for (size_t i = 0; i < n; i++)                         \
		{                                                              \
			type a = x[i], b = y[i];                               \
                                                                               \
			x[i] = (type)(value);                                  \
		}                                                              \
	}                                                                      \
	static const struct weft_op weft_##name __attribute__((unused)) = {    \
		weft_combine_##name, sizeof(type), true, handler};

#define WEFT_OPS_ORDER(suffix, type, handler)                                  \
	WEFT_OP_DEFINE(min_##suffix, type, b < a ? b : a, handler)             \
	WEFT_OP_DEFINE(max_##suffix, type, b > a ? b : a, handler)

#define WEFT_OPS_INTEGER(suffix, type)                                         \
	WEFT_OP_DEFINE(sum_##suffix, type, (uint64_t)a + (uint64_t)b, true)    \
	WEFT_OP_DEFINE(prod_##suffix, type, (uint64_t)a *(uint64_t)b, true)    \
	WEFT_OP_DEFINE(land_##suffix, type, a &&b, true)                       \
	WEFT_OP_DEFINE(lor_##suffix, type, a || b, true)                       \
	WEFT_OP_DEFINE(band_##suffix, type, a &b, true)                        \
	WEFT_OP_DEFINE(bor_##suffix, type, a | b, true)                        \
	WEFT_OP_DEFINE(bxor_##suffix, type, a ^ b, true)                       \
	WEFT_OPS_ORDER(suffix, type, true)

#define WEFT_OPS_FLOATING(suffix, type)                                        \
	WEFT_OP_DEFINE(sum_##suffix, type, a + b, false)                       \
	WEFT_OP_DEFINE(prod_##suffix, type, a *b, false)                       \
	WEFT_OPS_ORDER(suffix, type, false)

WEFT_OPS_INTEGER(int8, int8_t)
WEFT_OPS_INTEGER(int16, int16_t)
WEFT_OPS_INTEGER(int32, int32_t)
WEFT_OPS_INTEGER(int64, int64_t)
WEFT_OPS_INTEGER(uint8, uint8_t)
WEFT_OPS_INTEGER(uint16, uint16_t)
WEFT_OPS_INTEGER(uint32, uint32_t)
WEFT_OPS_INTEGER(uint64, uint64_t)
#ifndef WEFT_NO_FLOATING /* the library's own code has none */
WEFT_OPS_FLOATING(float, float)
WEFT_OPS_FLOATING(double, double)
#endif

#ifdef __cplusplus
}
#endif
#endif
