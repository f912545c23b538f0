/* SPDX-License-Identifier: Apache-2.0
 *
 * Cores, trees, and how a chunk is written down: what the models of the
 * broadcast share.  -DTREE_x chooses a family of trees, one for each root.
 */
#define NONE 7

/* One row a root: the parent of core 0, 1, .. in its tree. */
#define ROW(a, b, c, d, e, f) \
	((a) | ((b) << 3) | ((c) << 6) | ((d) << 9) | ((e) << 12) | ((f) << 15))

#if defined(TREE_MUTUAL)	/* 0-1-2, 1-0-2, 2-1-0: parents of each other */
#define P 3
#define ROW0 ROW(NONE, 0, 1, 0, 0, 0)
#define ROW1 ROW(1, NONE, 0, 0, 0, 0)
#define ROW2 ROW(1, 2, NONE, 0, 0, 0)
#elif defined(TREE_TIE)		/* 0-1-2, 1-2-0, 2-1-0 */
#define P 3
#define ROW0 ROW(NONE, 0, 1, 0, 0, 0)
#define ROW1 ROW(2, NONE, 1, 0, 0, 0)
#define ROW2 ROW(1, 2, NONE, 0, 0, 0)
#elif defined(TREE_STAR)	/* k = 2: no inner node */
#define P 3
#define ROW0 ROW(NONE, 0, 0, 0, 0, 0)
#define ROW1 ROW(1, NONE, 1, 0, 0, 0)
#define ROW2 ROW(2, 2, NONE, 0, 0, 0)
#elif defined(TREE_K2)		/* four cores, k = 2: r > r+1, r+2; r+1 > r+3 */
#define P 4
#define ROW0 ROW(NONE, 0, 0, 1, 0, 0)
#define ROW1 ROW(2, NONE, 1, 1, 0, 0)
#define ROW2 ROW(2, 3, NONE, 2, 0, 0)
#define ROW3 ROW(3, 3, 0, NONE, 0, 0)
#elif defined(TREE_SIX)		/* six cores, two inner levels below the root: */
#define P 6			/* i > i+1, i+2; i+1 > i+3, i+4; i+3 > i+5 */
#define ROW0 ROW(NONE, 0, 0, 1, 1, 3)
#define ROW1 ROW(4, NONE, 1, 1, 2, 2)
#define ROW2 ROW(3, 5, NONE, 2, 2, 3)
#define ROW3 ROW(4, 4, 0, NONE, 3, 3)
#define ROW4 ROW(4, 5, 5, 1, NONE, 4)
#define ROW5 ROW(5, 5, 0, 0, 2, NONE)
#elif defined(TREE_CHAIN)	/* six cores in a ring: i > i+1 > .. > i+5 */
#define P 6
#define ROW0 ROW(NONE, 0, 1, 2, 3, 4)
#define ROW1 ROW(5, NONE, 1, 2, 3, 4)
#define ROW2 ROW(5, 0, NONE, 2, 3, 4)
#define ROW3 ROW(5, 0, 1, NONE, 3, 4)
#define ROW4 ROW(5, 0, 1, 2, NONE, 4)
#define ROW5 ROW(5, 0, 1, 2, 3, NONE)
#endif

/* EVERY(f): f holds for all cores; FIRST(f): the first for which it does. */
#define FIRST3(f, other) (f(0) -> 0 : (f(1) -> 1 : (f(2) -> 2 : other)))
#if P == 3
#define ROWS(r) (r == 0 -> ROW0 : (r == 1 -> ROW1 : ROW2))
#define EVERY(f) (f(0) && f(1) && f(2))
#define FIRST(f) FIRST3(f, NONE)
#elif P == 4
#define ROWS(r) (r == 0 -> ROW0 : (r == 1 -> ROW1 : (r == 2 -> ROW2 : ROW3)))
#define EVERY(f) (f(0) && f(1) && f(2) && f(3))
#define FIRST(f) FIRST3(f, (f(3) -> 3 : NONE))
#else
#define ROWS(r) (r == 0 -> ROW0 : (r == 1 -> ROW1 : (r == 2 -> ROW2 : \
	(r == 3 -> ROW3 : (r == 4 -> ROW4 : ROW5)))))
#define EVERY(f) (f(0) && f(1) && f(2) && f(3) && f(4) && f(5))
#define FIRST(f) FIRST3(f, (f(3) -> 3 : (f(4) -> 4 : (f(5) -> 5 : NONE))))
#endif
#define PARENT(r, c) ((ROWS(r) >> (3 * (c))) & 7)

/* How many chunks each root broadcasts. */
#ifndef N0
#define N0 0
#endif
#ifndef N1
#define N1 0
#endif
#ifndef N2
#define N2 0
#endif
#ifndef N3
#define N3 0
#endif
#ifndef N4
#define N4 0
#endif
#ifndef N5
#define N5 0
#endif
#define CHUNKS(r) (r == 0 -> N0 : (r == 1 -> N1 : (r == 2 -> N2 : \
	(r == 3 -> N3 : (r == 4 -> N4 : N5)))))

/* Chunk n = 1, 2, .. of root r in one byte; 0 is none. */
#define CHUNK(r, n) ((r) * 8 + (n))
#define ROOT(ch) ((ch) >> 3)
#define SEQ(ch) ((ch) & 7)

/* Index of a pair of cores. */
#define AT(c, r) ((c) * P + (r))

/* A property by its letter, which the driver reads from the report. */
#define CHECK(letter, condition) assert(letter < 0 || (condition))
#define X 88	/* a chunk copied is the chunk that its header names */
#define O 79	/* in order, exactly once, per root; no overtaking */
#define M 77	/* memory is bounded by the window; no slot is overwritten */
#define N 78	/* a stopped or stuck core hurts nobody else and is named */
#define T 84	/* one tick repairs one lost interrupt */
