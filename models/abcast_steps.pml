/* SPDX-License-Identifier: Apache-2.0
 *
 * The steps of the engine that abcast.pml puts in order, first part: who waits
 * for whom, bells, announcing, the queue.  `me` and the other names are those of
 * its process.
 */

/* Who waits for whom ------------------------------------------------------ */

#define IS_KID(r, c) (PARENT(r, c) == me)
#define HAS_KIDS(r) (!EVERY(NO_KID))
#define NO_KID(c) (!IS_KID(r, c))
#define OWES(ch, c) (IS_KID(ROOT(ch), c) && !DEAD(c) && \
	copied[AT(c, ROOT(ch))] < SEQ(ch))
#define OWES_0(c) OWES(occ[0], c)
#define OWES_NEXT(c) OWES(occ[nx], c)

/* What the root must see before it goes on; and who has not shown it. */
#define SENDING (started && sent[me] < CHUNKS(me) && !FAILED)
#ifdef COMPLETE
#define ROOT_WAITS (started && !FAILED)
#define LEAST (SENDING -> WINDOW : 1)
#else
#define ROOT_WAITS SENDING
#define LEAST WINDOW
#endif
#ifdef MUT_CHILDREN_ONLY
#define LAGS(c) (IS_KID(me, c) && freed[AT(c, me)] + LEAST <= sent[me])
#else
#define LAGS(c) (c != me && freed[AT(c, me)] + LEAST <= sent[me])
#endif
#define CREDIT(c) (!LAGS(c))


/* Bells ------------------------------------------------------------------- */

#define LOWEST(set) (set & 1 -> 0 : (set & 2 -> 1 : (set & 4 -> 2 : 3)))

inline look_at(c)
{
	d_step {
		if
		:: bell[AT(me, c)] != seen[c] ->
			rung = rung | (1 << c);
#ifndef MUT_BELL_LATE
			seen[c] = bell[AT(me, c)]
#endif
		:: else
		fi
	}
}

inline LOOK()
{
	ATOM {
		look_at(0);
		look_at(1);
		look_at(2)
#if P > 3
		; look_at(3)
#endif
	}
}

inline ring_at(c, ch)
{
	if
	:: IS_KID(ROOT(ch), c) -> bell[AT(c, me)]++
	:: else
	fi
}

inline ring(ch)
{
#ifdef MUT_NO_BELL
	skip
#else
	ATOM {
		ring_at(0, ch);
		ring_at(1, ch);
		ring_at(2, ch)
#if P > 3
		; ring_at(3, ch)
#endif
	}
#endif
}

inline raise(ch)
{
#ifndef MUT_NO_INTERRUPT
	d_step {
		i = 0;
		do
		:: i < P && IS_KID(ROOT(ch), i) -> irq[i] = 1; i++
		:: i < P && !IS_KID(ROOT(ch), i) -> i++
		:: else -> break
		od;
		i = 0
	}
#else
	skip
#endif
}

/* Header, bells, interrupt: each must be seen before the next. */
inline ANNOUNCE(ch, buf)
{
#ifdef MUT_INTERRUPT_FIRST
	raise(ch);
#endif
#ifdef MUT_BELL_FIRST
	ring(ch);
#endif
	d_step { hdr[me * B + buf] = ch };
#ifdef MUT_HEADER_FIRST
	d_step { data[me * B + buf] = ch };
#endif
#ifdef MUT_INTERRUPT_BEFORE_BELL
	raise(ch);
#endif
#ifndef MUT_BELL_FIRST
	ring(ch);
#endif
#if !defined(MUT_INTERRUPT_FIRST) && !defined(MUT_INTERRUPT_BEFORE_BELL)
	raise(ch)
#else
	skip
#endif
}

/* The queue and my buffers ------------------------------------------------ */

inline APPEND(ch)
{
	assert(qn < Q);
	q[qn] = ch;
	qn++
}

/* The buffers take turns.  src: collectives/abcast/abcast*.c:RECLAIM */
#define HAS_PAID(c) (IS_KID(ROOT(occ[nx]), c) && !OWES(occ[nx], c))
#define OWES_NOT(c) (!OWES(occ[nx], c))
#ifdef MUT_REUSE_AT_ONCE
#define BUFFER_FREE true
#elif defined(MUT_REUSE_AFTER_ONE)
#define BUFFER_FREE (occ[nx] == 0 || FIRST(HAS_PAID) != NONE)
#else
#define BUFFER_FREE (occ[nx] == 0 || EVERY(OWES_NOT))
#endif
#define USE_NEXT own = nx; nx = (nx + 1 == B -> 0 : nx + 1)

#ifdef MUT_LIFO
#define HEAD_AT (qn - 1)
#else
#define HEAD_AT 0
#endif
#define HEAD q[HEAD_AT]

/* Announcing is the caller's: it is not one step. */
inline P2()			/* src: collectives/abcast/abcast*.c:P2 */
{
	USE_NEXT;
	CHECK(O, put[ROOT(HEAD)] + 1 == SEQ(HEAD));
	put[ROOT(HEAD)]++;
	occ[own] = HEAD;
#ifndef MUT_HEADER_FIRST
	data[me * B + own] = HEAD;
#endif
	i = HEAD_AT;
	do
	:: i + 1 < qn -> q[i] = q[i + 1]; i++
	:: else -> break
	od;
	i = 0;
	qn--;
	q[qn] = 0
}
