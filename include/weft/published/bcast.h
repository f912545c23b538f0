/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Broadcasts by their own names, to compare.  weft_bcast (weft/bcast.h) takes one of the first
 * nine, by size, cores and costs.  It never takes weft_bcast_binomial or
 * weft_bcast_scatter_allgather, which others have published.  All rules of that header hold
 * here, too.  These broadcasts are among all cores of the run.
 */
#ifndef WEFT_PUBLISHED_BCAST_H
#define WEFT_PUBLISHED_BCAST_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Synchronous OC-Bcast (D. Petrovic, O. Shahmirzadi, T. Ropars, A. Schiper,
 * SPAA 2012; EPFL thesis 6552, chapter 3).  The cores form a k-ary tree.  The
 * root puts a chunk into its own MPB, up to k children get it from there at
 * once, their children get it from them, and so on.  There are two chunk
 * buffers, so the levels of the tree work at the same time.
 *
 * k is from 1 to weft_size() - 1 and at most weft_bcast_max_degree(); in a run
 * of one core it may be anything.  A call whose root or k differs from the last
 * call's begins with a barrier.
 *
 * Cost of a chunk at each level: one get, one flag write, and telling the
 * children along a binary tree.  WEFT_ERR_DEGREE for another k.  MPB: a flag
 * more than weft_bcast_max_degree(), and the chunk buffers.
 */
int weft_bcast_ocbcast(void *data, size_t bytes, weft_rank_t root, uint32_t k,
		       weft_us_t within);

/*
 * Returns the largest k for which this run's MPB map has flags: up to 47, and
 * at least the run's degree.  Any context.
 */
uint32_t weft_bcast_max_degree(void);

/*
 * A binomial tree: each core puts a chunk into its
 * children's MPBs, from where they pass it on.  There are two chunk buffers.
 * Cost of a chunk: ceil(log2 P) puts and flag writes one after another, and one
 * get.  MPB: 2 ceil(log2 P) flags and the chunk buffers.
 */
int weft_bcast_binomial_put(void *data, size_t bytes, weft_rank_t root,
			    weft_us_t within);

/*
 * A pipelined binary tree with puts, for chips where reading another core's MPB
 * costs much.  Each core puts each chunk into the MPBs of up to two others as
 * it comes, and copies it to memory.  The child that is told first has the
 * larger tree below it (J. Bruck, R. Cypher, C.-T. Ho, "Multiple message
 * broadcasting with generalized Fibonacci trees", 1992).  A call whose root
 * differs from the last call's begins with a barrier.
 *
 * Cost of a chunk at each level: two puts and flag writes and a get from this
 * core's MPB, all at the same time where the chip can.  MPB: 3 flags and the
 * chunk buffers.
 */
int weft_bcast_tree_put(void *data, size_t bytes, weft_rank_t root,
			weft_us_t within);

/*
 * For up to 28 bytes, which travel in the line of the flag that announces them.  Where a core
 * can wait for words of another core's MPB, up to 192 bytes travel as lines in a row, each
 * with a flag.  WEFT_ERR_SIZE for more.
 *
 * Push sends the line down a tree over all cores: the one whose last core is
 * reached soonest (R. Karp et al., "Optimal broadcast and summation in the LogP
 * model", 1993).  WEFT_ERR_LIMIT above 256 cores.  Pull puts the line into the
 * MPBs of a few hubs, each in the middle of a region of the chip, where all
 * cores of the region watch it.  It exists only on ports where a core can wait
 * for words of another core's MPB.
 *
 * Cost of pull with 48 cores: a line put to each of two hubs, a look by each
 * core, a get; so often for each line, under way together.  Every 8th line of push and every
 * 64th of pull has a barrier, or more of them where there are fewer lines.
 * MPB: 8 lines, 2 at least.
 */
int weft_bcast_tiny_push(void *data, size_t bytes, weft_rank_t root,
			 weft_us_t within);
int weft_bcast_tiny_pull(void *data, size_t bytes, weft_rank_t root,
			 weft_us_t within);

/*
 * For up to 256 bytes, which all cores read at hubs as in weft_bcast_tiny_pull;
 * the data have lines of their own beside that of the flag.  Data of more than
 * two lines are announced in two parts.  On a port where a flag costs much more than a copy,
 * up to 64 KB go in one part, if there is room.  WEFT_ERR_SIZE for more bytes,
 * WEFT_ERR_LIMIT if the MPB map has no room for its words.  It exists only on
 * ports where a core can wait for words of another core's MPB.
 *
 * Cost with 48 cores: a put of the first quarter and a flag write to one hub,
 * and a look by each core; then a read and a write to memory for each line.
 * Every 8th call has a barrier.  MPB: 9 lines.
 */
int weft_bcast_short(void *data, size_t bytes, weft_rank_t root,
		     weft_us_t within);

/*
 * The root puts the message into the MPB of a hub in the middle of the chip,
 * and all cores read it there, straight into memory.  This takes one read and
 * one write a line, less than any tree.  On large chips there are several
 * regions with a hub each; the message is then striped over the hubs, and each
 * region begins with another strip.
 *
 * Sources:  D. Petrovic remarks that a leaf needs no copy in its own MPB (EPFL
 * thesis 6552, chapter 3); here all cores are leaves.  Striping over servers:
 * K. Salem, H. Garcia-Molina, "Disk striping", 1986.
 *
 * The number of regions is a power of two that keeps the readers of a hub below
 * what its MPB can serve: one region for 48 cores of the SCC.  WEFT_ERR_LIMIT
 * above 512 cores, or if the MPB map has no room for its words.
 *
 * Cost: three lines are put and announced; then each core has a read and a
 * write to memory for each line, and a look and a get for eight lines or more;
 * at the end every core tells each hub.  To change the root costs nothing.
 * Where a core cannot wait for a word of another core's MPB, a hub tells all
 * cores of every part.  MPB: a flag for each core and hub, and the chunk
 * buffers.
 */
int weft_bcast_striped(void *data, size_t bytes, weft_rank_t root,
		       weft_us_t within);

/*
 * The striped broadcast of large chips, from 113 cores on; WEFT_ERR_LIMIT below
 * that, or if the MPB map has no room for its words.  The cores are cut into
 * regions of 16 (more above 4096 cores), all of them hubs, over which the
 * message is striped; up to 8 KB over four.  The root puts it into the hubs of
 * its own region.  A hub of another region copies its strip, a few lines at a
 * time, from the same hub of the region above it in a tree of degree 8.  All
 * cores read at the hubs of their own region, straight into memory.  So a core
 * that passes lines on copies one in 16, and no core has words for all others.
 * It exists only on ports where a core can wait for words of another core's
 * MPB.
 *
 * Sources: as weft_bcast_striped; a tree whose inner cores pass on pieces: OC-Bcast.
 *
 * Cost: two lines are put for each hub, and on each of log8(P/16) levels two
 * are copied.  Then each core has a read and a write to memory for each line,
 * and a look and a get for eight lines or more.  At the end every core tells
 * each hub of its region.  To change the root costs nothing.  MPB: 88 flags,
 * and the chunk buffers.
 */
int weft_bcast_cascade(void *data, size_t bytes, weft_rank_t root,
		       weft_us_t within);

/*
 * Rank 0 sends all cores a chunk by one multicast of the chip's network; another root puts
 * its chunks at rank 0 first, ahead.  Each core has room for 64 KB, 32 KB a chunk, so
 * that it may be sent to before it enters the call; up to 12 bytes go in the line
 * of the word that announces them.
 *
 * Cost of a chunk: one multicast and its acknowledgements, another one for the
 * word, and a get from this core's MPB.  To change the root costs nothing.  MPB: 128 KB,
 * 64 lines, and 11 + P/8 flags, or none; without them the call returns WEFT_ERR_LIMIT, and
 * weft_bcast chooses another one.  It exists only on ports with multicast.
 */
int weft_bcast_multicast(void *data, size_t bytes, weft_rank_t root,
			 weft_us_t within);

/*
 * A binomial tree over send and receive, as in RCCE_comm (E. Chan, 2010), which
 * passes on whole messages.  Cost (D. Petrovic, EPFL thesis 6552, section 2):
 * ceil(log2 P) times that of weft_send, of which all but the first may find the
 * data in the cache.  MPB and WEFT_ERR_LIMIT: as weft_send.
 */
int weft_bcast_binomial(void *data, size_t bytes, weft_rank_t root,
			weft_us_t within);

/*
 * A scatter by recursive halving followed by an allgather round a ring, over
 * send and receive, without pipelining (sources: those of
 * weft_bcast_binomial).  It is meant for long messages.  Cost: the message is
 * cut into P slices; the root sends about the whole message once, and then 2(P
 * - 1) slices are sent one after another.  MPB and WEFT_ERR_LIMIT: as
 * weft_send.
 */
int weft_bcast_scatter_allgather(void *data, size_t bytes, weft_rank_t root,
				 weft_us_t within);

struct weft_bcast_algorithm {
	const char *name;
	int (*bcast)(void *data, size_t bytes, weft_rank_t root,
		     weft_us_t within);
	size_t most; /* bytes that it can send; 0: any */
};

/*
 * Finds the i-th of the algorithms of this port that a small chip can run; false: there are
 * no more.  "ocbcast" (with the run's degree), "binomial_put", "tree_put", "tiny_push";
 * "striped" where reading another core's MPB costs no more than writing; "tiny_pull",
 * "short" and "multicast" where they exist; and those of weft/published/bcast.h, "binomial"
 * and "scatter_allgather".  Not weft_bcast_cascade, which needs 113 cores.  A program that
 * calls it links them all.  Any context.
 */
bool weft_bcast_algorithm(uint32_t i, struct weft_bcast_algorithm *found);

#ifdef __cplusplus
}
#endif
#endif
