/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Broadcast: the bytes of one core, the root, into the private memory of all.
 *
 * Collective: every core calls with the same bytes, root and k.  At the root
 * `data` is read, elsewhere it is written.  Any size from 0; any root; calls may
 * follow one another at once, with changing roots.  When it returns, this
 * core's copy is complete and the root's buffer may be reused; it is no
 * barrier: other cores may still be receiving.
 *
 * Errors, before anything moves: WEFT_ERR_NULL, WEFT_ERR_RANK, WEFT_ERR_DEGREE.
 * With DEBUG=1 WEFT_ERR_MISMATCH: the cores' calls differ (in arguments, algorithm or
 * order); on all cores, nothing has moved, all may go on.
 * With CHECK=1 WEFT_ERR_DAMAGED: bits have flipped in each of four tries; on all cores.
 * WEFT_ERR_TIMEOUT: some core did not take part in time; the broadcast cannot
 * be taken up again, only reported.  Thread.
 */
#ifndef WEFT_BCAST_H
#define WEFT_BCAST_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The best here for so many bytes and this run's cores, by what the port says that
 * its operations cost (docs/broadcast.md); OC-Bcast with the run's degree (WEFT_K in
 * the environment, else 7).  Where a get is dear, only what puts.  WEFT_BCAST names
 * another one: one of those that are candidates here, or of weft_bcast_algorithms
 * where that is linked; a name that nobody has is a panic.  It is taken for the
 * sizes that it can send. With WEFT_SHOW_CHOICE rank 0 prints each choice as it is
 * made, and why.
 */
int weft_bcast(void *data, size_t bytes, weft_rank_t root, weft_us_t within);

/*
 * Synchronous OC-Bcast (D. Petrovic, O. Shahmirzadi, T. Ropars, A. Schiper, SPAA
 * 2012; EPFL thesis 6552, chapter 3).  The root puts a chunk into its own MPB,
 * up to k children get it from there at once, and so on down a k-ary tree;
 * chunks are double buffered, so levels overlap.
 *
 * k from 1 to weft_size() - 1, and not above the run's largest degree
 * (weft_bcast_max_degree); anything when the run has one core.
 * Cost of one chunk at each level: one get, one flag, the notification of the
 * children along a binary tree.  A call with another root or k than the last
 * begins with a barrier.
 */
int weft_bcast_ocbcast(void *data, size_t bytes, weft_rank_t root, uint32_t k,
		       weft_us_t within);

/* The largest k for which the MPB map of this run has flags.  Any context. */
uint32_t weft_bcast_max_degree(void);

/*
 * What OC-Bcast is compared with.  Each takes MPB space only when it is linked.
 *
 * Binomial tree over send and receive, as in RCCE_comm (E. Chan, 2010): whole
 * messages, ceil(log2 P) of them one after another.  Cost (D. Petrovic, EPFL thesis
 * 6552, section 2): ceil(log2 P) times that of weft_send, where all but the
 * first may find the data in the cache.  MPB and WEFT_ERR_LIMIT as weft_send.
 */
int weft_bcast_binomial(void *data, size_t bytes, weft_rank_t root,
			weft_us_t within);

/*
 * Scatter by recursive halves, then allgather round a ring, over send and
 * receive, without pipelining (same sources): P slices, the root's part sent about
 * once, then 2(P - 1) slices one after another.  For long messages.  MPB and
 * WEFT_ERR_LIMIT as weft_send.
 */
int weft_bcast_scatter_allgather(void *data, size_t bytes, weft_rank_t root,
				 weft_us_t within);

/*
 * Binomial tree with puts: each core puts a chunk into its children's MPBs, from
 * where they pass it on; chunks are double buffered.  The one-sided form of
 * weft_bcast_binomial.  Cost of a chunk: ceil(log2 P) puts and flags one after
 * another, one get.  MPB: 2 ceil(log2 P) flags and the chunk buffers.
 */
int weft_bcast_binomial_put(void *data, size_t bytes, weft_rank_t root,
			    weft_us_t within);

/*
 * Binary tree with puts, pipelined, for chips where reading another MPB is dear: each
 * core puts each chunk into the MPBs of up to two others as it comes, and gets it
 * into memory.  The child that is told first has more below itself (J. Bruck, R.
 * Cypher, C.-T. Ho, "Multiple message broadcasting with generalized Fibonacci trees",
 * 1992).  A call with another root than the last begins with a barrier.
 * Cost of a chunk at each level: two puts and flags, a get of the own MPB; all
 * beside each other where the chip can.  MPB: 3 flags and the chunk buffers.
 */
int weft_bcast_tree_put(void *data, size_t bytes, weft_rank_t root,
			weft_us_t within);

/*
 * Up to 28 bytes, in the line of the flag that announces them; WEFT_ERR_SIZE for
 * more.  Push: along the tree that reaches the last core soonest, over all cores
 * (R. Karp et al., "Optimal broadcast and summation in the LogP model", 1993); up
 * to 256 of them, else WEFT_ERR_LIMIT.  Pull: to a few hubs, in the middle of a
 * region of the chip each, which all cores of the region watch; not on ports
 * where a core can wait for words of its own MPB only.
 *
 * Cost: pull, 48 cores: a line put to each of two hubs, a look by each core, a
 * get.  A barrier every 4 calls (push) or every 64 (pull).  MPB: 4 lines.
 */
int weft_bcast_tiny_push(void *data, size_t bytes, weft_rank_t root,
			 weft_us_t within);
int weft_bcast_tiny_pull(void *data, size_t bytes, weft_rank_t root,
			 weft_us_t within);

/*
 * Up to 256 bytes, pulled from hubs as weft_bcast_tiny_pull's, in lines of their own
 * beside that of the word; more than two lines in two parts.  WEFT_ERR_SIZE for more,
 * WEFT_ERR_LIMIT where the window is too small; not on ports where a core can wait
 * for words of its own MPB only.
 *
 * Cost, 48 cores: a put of the first quarter and a word to one hub, a look by each
 * core; then a read and a write to memory for each line.  A barrier every 16 calls.
 * MPB: 9 lines.
 */
int weft_bcast_short(void *data, size_t bytes, weft_rank_t root,
		     weft_us_t within);

/*
 * The root puts the message into the MPBs of one core in the middle of the chip,
 * or of each of several regions, and everybody reads it there, straight into
 * memory: one read and one write a line, less than any tree.  With several hubs
 * the message is striped over them, and each region begins with another strip.
 *
 * Sources: that a leaf needs no copy in its own MPB is remarked by D. Petrovic
 * (EPFL thesis 6552, chapter 3); here all are leaves.  Striping over servers: K.
 * Salem, H. Garcia-Molina, "Disk striping", 1986.
 *
 * As many regions, a power of two, as keep a hub's readers below what its MPB can
 * serve (one for 48 cores of the SCC); up to 512 cores, else WEFT_ERR_LIMIT.
 * Cost: three lines put and announced, then a read and a write to memory for each
 * line, a look and a get for some eight lines or more; at the end every core tells
 * each hub.  Any change of root is free.  Where a core cannot wait for another's
 * word, a hub tells all cores of every part.  MPB: a flag for each core and hub,
 * and the chunk buffers.
 */
int weft_bcast_striped(void *data, size_t bytes, weft_rank_t root,
		       weft_us_t within);

/*
 * All of the above by name: "ocbcast" (with the run's degree), "striped" where
 * reading another MPB is no dearer than writing, "binomial", "scatter_allgather",
 * "binomial_put", "tree_put", "tiny_push" and, where there is one, "tiny_pull"; the
 * last entry's name is null.  A program that refers to the table links them all.
 */
struct weft_bcast_algorithm {
	const char *name;
	int (*bcast)(void *data, size_t bytes, weft_rank_t root,
		     weft_us_t within);
	size_t most; /* bytes that it can send; 0: any */
};
extern const struct weft_bcast_algorithm weft_bcast_algorithms[];

#ifdef __cplusplus
}
#endif
#endif
