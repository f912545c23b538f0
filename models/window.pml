/* SPDX-License-Identifier: Apache-2.0
 *
 * Which rule for the overflow queue may deadlock?  Six cores, two levels of
 * inner nodes in every tree, data and interrupts abstracted: a core does at any
 * time whatever its state allows, in any order of looking at its parents,
 * since abcast.pml has shown that it is told.  One buffer a core.
 *
 *   RULE_NONE     a chunk is taken only into the own MPB (a leaf: always)
 *   RULE_LONG     the published rule: a queue as long as all chunks in flight
 *   RULE_BOUNDED  room for QUEUE chunks; without room the child does not copy
 *   RULE_SLOTS    reserved room for W chunks of each root instead
 *   RULE_WINDOW   the root sends n when all have freed n - W: ours
 *   RULE_CREDIT   a parent puts n when its children have freed n - W
 *   + FIFO        .. and only the head of its queue
 *
 * SLOW: mask of cores that take deliveries at any later time; N0..N5:
 * how many chunks each root sends.
 */
#include "trees.pml"

#ifndef W
#define W 1
#endif
#ifndef SLOW
#define SLOW 0
#endif
#define Q 12

byte mpb[P];		/* the chunk announced, or 0 */
byte copied[P * P], freed[P * P];	/* [c, root] */
hidden byte i, j;

#define IS_KID(r, c) (PARENT(r, c) == me)
#if P == 3
#define HAS_KIDS(r) (IS_KID(r, 0) || IS_KID(r, 1) || IS_KID(r, 2))
#else
#define HAS_KIDS(r) (IS_KID(r, 0) || IS_KID(r, 1) || IS_KID(r, 2) || \
	IS_KID(r, 3) || IS_KID(r, 4) || IS_KID(r, 5))
#endif
#define PAID(c) (!IS_KID(ROOT(mpb[me]), c) || \
	copied[AT(c, ROOT(mpb[me]))] >= SEQ(mpb[me]))
#define FREE (mpb[me] == 0 || EVERY(PAID))

/* The rules: may this chunk be taken, put, sent? ----------------------------- */

#define FAST(r) (HAS_KIDS(r) && qn == 0 && FREE && CREDITED(r, NTH(r)))
#define NTH(r) (copied[AT(me, r)] + 1)
#define CREDITED(r, n) true
#define FAST_OR_LEAF(r) (FAST(r) || !HAS_KIDS(r))
#define HELD(r) (copied[AT(me, r)] - freed[AT(me, r)])

#if defined(RULE_NONE)
#define ROOM(r) FAST_OR_LEAF(r)
#define MAY_SEND (qn == 0)
#elif defined(RULE_LONG)
#define ROOM(r) true
#define MAY_SEND true
#elif defined(RULE_BOUNDED)
#define ROOM(r) (FAST_OR_LEAF(r) || qn < QUEUE)
#define MAY_SEND (qn < QUEUE || (qn == 0 && FREE))
#elif defined(RULE_SLOTS)
#define ROOM(r) (FAST_OR_LEAF(r) || HELD(r) < W)
#define MAY_SEND (put[me] == sent)
#elif defined(RULE_WINDOW)
#define ROOM(r) true
#define HAS_ROOM(c) (c == me || freed[AT(c, me)] + W > sent)
#define MAY_SEND EVERY(HAS_ROOM)
#elif defined(RULE_CREDIT)
#define ROOM(r) true
#define MAY_SEND (put[me] == sent)
#undef CREDITED
#define KID_HAS_ROOM(c, r, n) (!IS_KID(r, c) || freed[AT(c, r)] + W >= (n))
#define CREDITED(r, n) (KID_HAS_ROOM(0, r, n) && KID_HAS_ROOM(1, r, n) && \
	KID_HAS_ROOM(2, r, n) && KID_HAS_ROOM3(r, n))
#if P == 6
#define KID_HAS_ROOM3(r, n) (KID_HAS_ROOM(3, r, n) && \
	KID_HAS_ROOM(4, r, n) && KID_HAS_ROOM(5, r, n))
#else
#define KID_HAS_ROOM3(r, n) true
#endif
#endif

/* Which entry of the queue may go: the head, or the first with credit. */
#if defined(RULE_CREDIT) && !defined(FIFO)
#define GOES(at) (qn > at && CREDITED(ROOT(q[at]), SEQ(q[at])))
#define NEXT (GOES(0) -> 0 : (GOES(1) -> 1 : (GOES(2) -> 2 : \
	(GOES(3) -> 3 : (GOES(4) -> 4 : (GOES(5) -> 5 : NONE))))))
#else
#define NEXT (qn > 0 && CREDITED(ROOT(q[0]), SEQ(q[0])) -> 0 : NONE)
#endif

/* One core ------------------------------------------------------------------ */

inline report(r)
{
	freed[AT(me, r)] = (dlv[r] < put[r] -> dlv[r] : put[r])
}

#if defined(RULE_WINDOW) || defined(RULE_CREDIT)
#define BOUNDED_BY_W true
#else
#define BOUNDED_BY_W false
#endif

/* Take the next chunk of root r from my parent in that tree. */
#define OFFERED(r) (r < P && r != me && CHUNKS(r) > 0 && \
	mpb[PARENT(r, me)] == CHUNK(r, copied[AT(me, r)] + 1) && ROOM(r))

inline take(r)
{
	if
	:: FAST(r) -> mpb[me] = CHUNK(r, NTH(r)); put[r]++
	:: !FAST(r) && HAS_KIDS(r) ->
		assert(qn < Q); q[qn] = CHUNK(r, NTH(r)); qn++
	:: !HAS_KIDS(r) -> put[r]++
	fi;
	copied[AT(me, r)]++;
	if
	:: !((SLOW >> me) & 1) -> dlv[r]++
	:: else
	fi;
	CHECK(M, !BOUNDED_BY_W || HELD(r) <= W);
	report(r)
}
inline put_next()
{
	i = NEXT;
	j = ROOT(q[i]);
	CHECK(O, put[j] + 1 == SEQ(q[i]));
	mpb[me] = q[i];
	put[j]++;
	do
	:: i + 1 < qn -> q[i] = q[i + 1]; i++
	:: else -> break
	od;
	qn--;
	q[qn] = 0;
	if
	:: j != me -> report(j)
	:: else
	fi;
	i = 0; j = 0
}

#define DEALT(r) (r == me || freed[AT(me, r)] == CHUNKS(r))

#define TAKE(r) d_step { OFFERED(r) -> take(r) }
#define DELIVER(r) d_step { (SLOW >> me) & 1 && r != me && \
	dlv[r] < copied[AT(me, r)] -> dlv[r]++; report(r) }

proctype core(byte me)
{
	byte q[Q], qn, put[P], dlv[P], sent;
	do
	:: TAKE(0)
	:: TAKE(1)
	:: TAKE(2)
#if P == 6
	:: TAKE(3)
	:: TAKE(4)
	:: TAKE(5)
#endif
#if SLOW
	:: DELIVER(0)
	:: DELIVER(1)
	:: DELIVER(2)
#if P == 6
	:: DELIVER(3)
	:: DELIVER(4)
	:: DELIVER(5)
#endif
#endif
	:: d_step { FREE && NEXT != NONE -> put_next() }
	:: d_step { sent < CHUNKS(me) && MAY_SEND ->
		sent++; assert(qn < Q); q[qn] = CHUNK(me, sent); qn++ }
	:: sent == CHUNKS(me) && qn == 0 && EVERY(DEALT) -> break
	od
}

init {
	atomic {
		i = 0;
		do
		:: i < P -> run core(i); i++
		:: else -> break
		od;
		i = 0
	}
}
