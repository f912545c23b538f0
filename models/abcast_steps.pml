/* SPDX-License-Identifier: Apache-2.0
 *
 * The steps of the engine that abcast.pml puts in order.  `me` and the other
 * names are those of its process.
 */

/* Who waits for whom ------------------------------------------------------ */

#define IS_KID(r, c) (PARENT(r, c) == me)
#define HAS_KIDS(r) (!EVERY(NO_KID))
#define NO_KID(c) (!IS_KID(r, c))
#define OWES(ch, c) (IS_KID(ROOT(ch), c) && !DEAD(c) && \
	copied[AT(c, ROOT(ch))] < SEQ(ch))
#define OWES_0(c) OWES(occ[0], c)

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

#define WANTING (want_ack[me] != NONE || want_credit[me] != NONE)
#define CLEAR_WANT want_ack[me] = NONE; want_credit[me] = NONE

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

#define FREE_BUFFER own = (occ[0] == 0 -> 0 : (occ[B - 1] == 0 -> B - 1 : B))

#define ONE_IN(c) (IS_KID(ROOT(occ[b]), c) && !OWES(occ[b], c))
#define NOT_OWING(c) (!OWES(occ[b], c))
#ifdef MUT_REUSE_AT_ONCE
#define ALL_IN(b) true
#elif defined(MUT_REUSE_AFTER_ONE)
#define ALL_IN(b) (FIRST(ONE_IN) != NONE)
#else
#define ALL_IN(b) EVERY(NOT_OWING)
#endif

inline RECLAIM()
{
	b = 0;
	do
	:: b < B && occ[b] != 0 && ALL_IN(b) -> occ[b] = 0; b++
	:: b < B && !(occ[b] != 0 && ALL_IN(b)) -> b++
	:: else -> break
	od;
	b = 0;
	FREE_BUFFER
}

#ifdef MUT_LIFO
#define HEAD_AT (qn - 1)
#else
#define HEAD_AT 0
#endif
#define HEAD q[HEAD_AT]

inline PUT()			/* src: collectives/abcast*.c:PUT */
{
#ifdef MUT_HEADER_FIRST
	d_step { hdr[me * B + own] = q[0] };
#endif
#ifdef FINE
	d_step { data[me * B + own] = 0 };	/* half written */
#endif
	d_step {		/* src: collectives/abcast*.c:P2 */
		CHECK(O, put[ROOT(HEAD)] + 1 == SEQ(HEAD));
		put[ROOT(HEAD)]++;
		occ[own] = HEAD;
		data[me * B + own] = HEAD;
		i = HEAD_AT;
		do
		:: i + 1 < qn -> q[i] = q[i + 1]; i++
		:: else -> break
		od;
		i = 0;
		qn--;
		q[qn] = 0
	};
	ANNOUNCE(occ[own], own); /* src: collectives/abcast*.c:P4 */
	FREE_BUFFER
}

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

/* src: collectives/abcast*.c:R2 */
#define R2 \
	r = ROOT(hdr[p * B + b]); n = SEQ(hdr[p * B + b]); \
	if \
	:: HAS_KIDS(r) && QUEUE_EMPTY -> FREE_BUFFER \
	:: else -> own = B \
	fi
#ifdef MUT_OVERTAKE
#define QUEUE_EMPTY true
#else
#define QUEUE_EMPTY (qn == 0)
#endif

inline FIND_HEADER()
{
	ATOM {
		do
		:: b == B -> break
		:: b < B && FOR_ME(hdr[p * B + b]) -> R2; break
		:: b < B && !FOR_ME(hdr[p * B + b]) -> b++
		od
	}
}

#ifdef MUT_ACK_FIRST
#define EXPECTED 0
#else
#define EXPECTED 1
#endif

inline COPY()			/* src: collectives/abcast*.c:R3 */
{
	CHECK(X, data[p * B + b] == CHUNK(r, n));
	CHECK(O, n == copied[AT(me, r)] + EXPECTED);
	CHECK(M, n <= LESS(dlv[r], put[r]) + W);
	if
	:: own < B -> occ[own] = CHUNK(r, n); data[me * B + own] = CHUNK(r, n)
	:: else
	fi
}
inline ACK()			/* src: collectives/abcast*.c:R4 */
{
	copied[AT(me, r)] = n;
	if
	:: !((SLOW >> me) & 1) -> dlv[r] = n
	:: else
	fi
}

inline ANSWER_PARENT()		/* src: collectives/abcast*.c:R6 */
{
	if
#ifndef MUT_NO_ANSWER
	:: want_ack[p] == me -> irq[p] = 1
#endif
	:: else
	fi
}

/* Credit ------------------------------------------------------------------ */

#if defined(MUT_FREED_WHEN_PUT)
#define REPORTABLE(r) (r == me -> 0 : put[r])
#elif defined(MUT_FREED_WHEN_DELIVERED)
#define REPORTABLE(r) (r == me -> 0 : dlv[r])
#else
#define REPORTABLE(r) (r == me -> 0 : LESS(dlv[r], put[r]))
#endif

inline ANSWER_ROOT()		/* src: collectives/abcast*.c:E4 */
{
	if
#ifndef MUT_NO_CREDIT_ANSWER
	:: want_credit[r] == me -> irq[r] = 1
#endif
	:: else
	fi
}

/* Park -------------------------------------------------------------------- */

/*
 * p: the first whom a busy buffer waits for; n: the first who holds up my send.
 * Name them, then look again: who has answered before he was named says nothing.
 */
#ifdef MUT_STALE
#define CAN_DO false
#else
#define CAN_DO ((qn > 0 && p == NONE) || (SENDING && n == NONE))
#endif
#ifdef MUT_NO_LAST_LOOK_ACK
#define HAS_ACKED false
#else
#define HAS_ACKED (p != NONE && !OWES(occ[0], p))
#endif
#ifdef MUT_NO_LAST_LOOK_CREDIT
#define HAS_FREED false
#else
#define HAS_FREED (n != NONE && !LAGS(n))
#endif

#define NAMED (want_ack[me] == p && want_credit[me] == n)

inline PARK()			/* src: collectives/abcast*.c:PARK */
{
	atomic {		/* src: collectives/abcast*.c:K1 */
		p = (qn > 0 -> FIRST(OWES_0) : NONE);
		n = (ROOT_WAITS -> FIRST(LAGS) : NONE);
		if
		:: CAN_DO -> p = 0; n = 0; goto again
		:: !CAN_DO && NAMED -> goto named
		:: !CAN_DO && !NAMED
		fi
	}
	d_step { want_ack[me] = p; want_credit[me] = n };
named:
	if			/* src: collectives/abcast*.c:K3 */
	:: d_step { HAS_ACKED || HAS_FREED -> p = 0; n = 0 } goto again
	:: d_step { !(HAS_ACKED || HAS_FREED) -> p = 0; n = 0 }
	fi			/* K4 */
}
