/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps of abcast.pml, second part: receiving, answering, credit, parking.
 */

/* Receive ----------------------------------------------------------------- */

#define LESS(a, b) (a < b -> a : b)
#ifdef MUT_OLD_HEADER
#define NEXT_IN(h) (SEQ(h) <= copied[AT(me, ROOT(h))] + 1)
#elif defined(MUT_ANY_LATER)
#define NEXT_IN(h) (SEQ(h) > copied[AT(me, ROOT(h))])
#else
#define NEXT_IN(h) (SEQ(h) == copied[AT(me, ROOT(h))] + 1)
#endif
#define FOR_ME(h) (h != 0 && PARENT(ROOT(h), me) == p && NEXT_IN(h))

#define FOUND r = ROOT(h[b]); n = SEQ(h[b])

inline FIND_HEADER()
{
	atomic {
		do
		:: b == B -> break
		:: b < B && FOR_ME(h[b]) -> FOUND; break
		:: b < B && !FOR_ME(h[b]) -> b++
		od
	}
}

#ifdef MUT_OVERTAKE
#define QUEUE_EMPTY true
#else
#define QUEUE_EMPTY (qn == 0)
#endif

inline ROOM_FOR_IT()
{
	if
	:: HAS_KIDS(r) && QUEUE_EMPTY && BUFFER_FREE -> USE_NEXT
	:: else -> own = B
	fi
}

#ifdef MUT_ACK_FIRST
#define EXPECTED 0
#else
#define EXPECTED 1
#endif

inline COPY()			/* src: collectives/abcast/abcast*.c:R3 */
{
	CHECK(X, data[p * B + b] == CHUNK(r, n));
	CHECK(O, n == copied[AT(me, r)] + EXPECTED);
	CHECK(M, n <= LESS(dlv[r], put[r]) + W);
	if
	:: own < B -> occ[own] = CHUNK(r, n); data[me * B + own] = CHUNK(r, n)
	:: else
	fi
}
#if defined(MUT_FREED_WHEN_PUT)
#define REPORTABLE(r) (r == me -> 0 : put[r])
#elif defined(MUT_FREED_WHEN_DELIVERED)
#define REPORTABLE(r) (r == me -> 0 : dlv[r])
#else
#define REPORTABLE(r) (r == me -> 0 : LESS(dlv[r], put[r]))
#endif

#if defined(MUT_CREDIT_WANT_FIRST) || defined(MUT_NO_CREDIT_ANSWER)
#define LEAF_FREES false
#else
#define LEAF_FREES (!HAS_KIDS(r))
#endif

/* Who has no children shows in the same word what it has freed. */
inline ACK()			/* src: collectives/abcast/abcast*.c:R4 */
{
	copied[AT(me, r)] = n;
	if
	:: !((SLOW >> me) & 1) -> dlv[r] = n
	:: else
	fi;
	if
	:: LEAF_FREES ->
		put[r] = n;
		freed[AT(me, r)] = REPORTABLE(r);
		waiting = waiting | (1 << r)
	:: else
	fi
}

inline ANSWER(c)			/* src: collectives/abcast/credit.c:R6 */
{
	if
	:: want_ack[c] == me || want_credit[c] == me -> irq[c] = 1
	:: else
	fi
}

/* R5: what I have shown has landed; now those who may have asked for it. */
inline ANSWER_ALL()		/* src: collectives/abcast/credit.c:E4 */
{
	do
	:: d_step { waiting & 1 -> waiting = waiting & ~1; ANSWER(0) }
	:: d_step { (waiting & 3) == 2 -> waiting = waiting & ~2; ANSWER(1) }
	:: d_step { (waiting & 7) == 4 -> waiting = waiting & ~4; ANSWER(2) }
#if P > 3
	:: d_step { waiting == 8 -> waiting = 0; ANSWER(3) }
#endif
	:: waiting == 0 -> break
	od
}

/* Credit ------------------------------------------------------------------ */

inline FREED()
{
	do
	:: atomic {
		do
		:: r < P && REPORTABLE(r) == freed[AT(me, r)] -> r++
		:: else -> break
		od;
		if
		:: r == P -> r = 0; break
		:: r < P
		fi
		}
#ifdef MUT_CREDIT_WANT_FIRST
		d_step { ANSWER(r) }
#endif
		d_step { freed[AT(me, r)] = REPORTABLE(r);
				/* src: collectives/abcast/abcast*.c:E2 */
#if !defined(MUT_CREDIT_WANT_FIRST) && !defined(MUT_NO_CREDIT_ANSWER)
			waiting = waiting | (1 << r)
#endif
		}
	od
}

/* Park -------------------------------------------------------------------- */

/*
 * WORK has found whom it waits for.  Name them, then WORK again: who has shown his
 * counter before he was named says nothing.
 */
#ifdef MUT_NO_LAST_LOOK_ACK
#define LOOK_AGAIN (lag != NONE)
#elif defined(MUT_NO_LAST_LOOK_CREDIT)
#define LOOK_AGAIN (child != NONE)
#else
#define LOOK_AGAIN (child != NONE || lag != NONE)
#endif
#define NAMED (want_ack[me] == child && want_credit[me] == lag)

inline PARK()
{
#ifdef MUT_STALE
	d_step {
		child = (qn > 0 -> FIRST(OWES_NEXT) : NONE);
		lag = (ROOT_WAITS -> FIRST(LAGS) : NONE)
	}
#endif
	if
	:: atomic { !NAMED ->	/* src: collectives/abcast/credit.h:K1 */
		want_ack[me] = child;
		want_credit[me] = lag;
		if		/* src: collectives/abcast/credit.h:K3 */
		:: LOOK_AGAIN -> child = NONE; lag = NONE; goto work
		:: else
		fi }
	:: atomic { NAMED -> child = NONE; lag = NONE }
	fi;
	child = NONE; lag = NONE
}
