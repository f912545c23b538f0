/* SPDX-License-Identifier: Apache-2.0
 *
 * Asynchronous OC-Bcast, window at the root, in full detail on three or four
 * cores.  One process a core: between two runs of the engine it is the
 * application, which may start its broadcast, or take a delivery, at any time.
 * Each atomic block is one access to memory that others see, or several
 * that commute; with FINE defined, those that commute are parted as well.
 *
 * Parameters: TREE_x, N0.. (chunks of each root), W (window), B (buffers),
 * SLOW (mask of cores whose application takes deliveries late), BURST (chunks
 * taken in one run of the engine), COMPLETE (roots wait until all have all),
 * LOOK_ON (in the middle of a message headers are read again without being rung
 * for), EARLY (a round before the interrupt is acknowledged), and what
 * abcast_env.pml says.  MUT_x is a mutant; see models.txt.
 */
#include "trees.pml"

#ifndef W
#define W 1
#endif
#ifndef B
#define B 1
#endif
#ifndef SLOW
#define SLOW 0
#endif
#ifdef MUT_NO_WINDOW
#define WINDOW 7
#elif defined(MUT_WINDOW_ONE_MORE)
#define WINDOW (W + 1)
#else
#define WINDOW W
#endif
#define Q 6		/* room of the model's queue; M bounds it below that */
#ifdef FINE
#define ATOM
#else
#define ATOM atomic
#endif

/* In core c's MPB: written by c, but for the bells and the interrupt bit. */
byte hdr[P * B];	/* the chunk announced in each buffer */
byte data[P * B];	/* what the buffer holds */
byte copied[P * P];	/* [c, root] */
byte freed[P * P];	/* [c, root] */
byte want_ack[P] = NONE, want_credit[P] = NONE; /* one line: whom c awaits */
byte bell[P * P];	/* [c, parent]: announcements; written by that parent */
bit irq[P];		/* sticky, merged, without a sender */

byte sent[P];		/* private; here for the monitors only */
hidden byte i;

#include "abcast_env.pml"
#include "abcast_steps.pml"
#include "abcast_receive.pml"

#define DEALT(r) (r == me || !CHUNKS(r) || freed[AT(me, r)] == CHUNKS(r))
#define EVERYTHING_DONE (sent[me] == CHUNKS(me) && qn == 0 && EVERY(DEALT))
#ifdef COMPLETE
#define HAS_ALL(c) (c == me || freed[AT(c, me)] == CHUNKS(me))
#define FINISHED (EVERYTHING_DONE && EVERY(HAS_ALL))
#else
#define FINISHED EVERYTHING_DONE
#endif
#define FORGET p = 0; b = 0; r = 0; n = 0; own = 0; h[0] = 0; h[B - 1] = 0
#ifdef BURST
#define TAKEN_NONE taken = 0
#ifdef MUT_BURST_FORGETS
#define KEEP_BELL rung = 0
#else
#define KEEP_BELL rung = rung | (1 << p)	/* there may be more there */
#endif
#ifdef MUT_BURST_SILENT
#define CALL_MYSELF skip
#else
#define CALL_MYSELF irq[me] = 1
#endif
#else
#define TAKEN_NONE skip
#endif
#ifdef ROUND
#define APP_EVENT	/* a thread's call does the whole round too */
#else
#define APP_EVENT goto work
#endif
#define SLOW_TAKES(r) (SLOW >> me) & 1 && r != me && \
	dlv[r] < copied[AT(me, r)] && !NEVER_TAKES(r)

proctype core(byte me)
{
	byte occ[B], nx;	/* chunks in my buffers; the one used next */
	byte q[Q], qn;		/* chunks to put */
	byte put[P];		/* announced to my children, per root */
	byte dlv[P];		/* taken by my application, per root */
	byte seen[P];		/* bells */
	bit started;		/* my application's broadcast */
	byte rung, waiting;	/* sets: cores that rang; that may want to know */
	byte h[B];		/* headers as SCAN has read them */
	byte p, b, n, r, own;	/* where SCAN and RECEIVE are */
	byte child = NONE, lag = NONE; /* whom it would take to go on */
#ifdef BURST
	byte taken;
#endif
	BEGIN
IDLE:
	if
	:: atomic { ENTER ->	/* src: runtime/irq.c:weft_irq_entry */
#ifndef MUT_CLEAR_LATE
		irq[me] = 0;	/* I1: by the port, before the call */
#endif
		NOTICE }
#ifdef EARLY
	:: atomic { ENTER -> NOTICE }	/* src: runtime/progress.c:interrupted */
#endif
	:: atomic { !started && CHUNKS(me) > 0 -> started = 1 } APP_EVENT
	:: atomic { SLOW_TAKES(0) -> dlv[0]++ } APP_EVENT
	:: atomic { SLOW_TAKES(1) -> dlv[1]++ } APP_EVENT
	:: atomic { SLOW_TAKES(2) -> dlv[2]++ } APP_EVENT
	:: FINISHED -> goto done
	fi;

	LOOK();			/* src: runtime/bell.c:look_at_line */

scan:	/* The headers of each core that has rung: one line, one read. */
	if			/* src: collectives/abcast/abcast*.c:SCAN */
	:: d_step { rung == 0 -> TAKEN_NONE; FORGET } goto work
	:: d_step { rung != 0 -> p = LOWEST(rung); rung = rung & ~(1 << p);
		b = 0;
		h[0] = hdr[p * B]; h[B - 1] = hdr[p * B + B - 1] }
	fi;
next:
	FIND_HEADER();		/* b < B: chunk n of root r, for me */
	if
	:: b == B ->
#ifdef MUT_BELL_LATE
		seen[p] = bell[AT(me, p)];
#endif
		goto scan
	:: b < B
	fi;
	d_step { ROOM_FOR_IT() } /* src: collectives/abcast/abcast*.c:R2 */
#ifdef MUT_ACK_FIRST
	d_step { ACK() }
#endif
#ifdef MUT_WANT_FIRST
	d_step { ANSWER(p) }
#endif
#ifdef FINE
	CHECK(X, data[p * B + b] == CHUNK(r, n));
#endif
	d_step { COPY() }	/* src: collectives/abcast/abcast*.c:RECEIVE */
#ifndef MUT_ACK_FIRST
	d_step { ACK() }
#endif
#if !defined(MUT_WANT_FIRST) && !defined(MUT_NO_ANSWER)
	waiting = waiting | (1 << p);
#endif
	if
	:: own < B ->		/* fast path: my buffer holds it already */
		CHECK(O, put[r] + 1 == n);
		put[r] = n;
		ANNOUNCE(occ[own], own);
				/* src: collectives/abcast/abcast*.c:R7 */
	:: d_step { own == B && HAS_KIDS(r) -> APPEND(CHUNK(r, n)) }
	:: d_step { own == B && !HAS_KIDS(r) -> put[r] = n }
	fi;
	ANSWER_ALL();
#ifdef BURST
	taken++;		/* src: collectives/abcast/turns.c:turns_next */
	if
	:: d_step { taken == BURST -> taken = 0; KEEP_BELL; CALL_MYSELF; FORGET }
		goto work
	:: taken < BURST
	fi;
#endif
#ifdef MUT_NO_SECOND_LOOK
	goto scan;
#else
	b = 0;
#ifdef LOOK_ON
	if
	:: d_step { h[0] = hdr[p * B]; h[B - 1] = hdr[p * B + B - 1] }
	:: skip			/* the message is over */
	fi;
#endif
	goto next;
#endif

work:				/* src: collectives/abcast/abcast*.c:WORK */
	if
	:: d_step { SENDING && EVERY(CREDIT) ->
		sent[me]++; APPEND(CHUNK(me, sent[me])) }
		goto work
	:: d_step { !(SENDING && EVERY(CREDIT)) ->
		lag = (ROOT_WAITS -> FIRST(LAGS) : NONE) }
	fi;
	if
	:: qn > 0 ->
		if
		:: d_step { BUFFER_FREE -> P2() }
			ANNOUNCE(occ[own], own); /* src: collectives/abcast/abcast*.c:P4 */
			own = 0;
			goto work
		:: d_step { !BUFFER_FREE -> child = FIRST(OWES_NEXT) }
		fi
	:: qn == 0 -> child = NONE
	fi;

	FREED();		/* src: collectives/abcast/abcast*.c:FREED */

	PARK();			/* src: collectives/abcast/credit.h:PARK */

	ANSWER_ALL();
#ifdef MUT_CLEAR_LATE
	irq[me] = 0;
#endif
	goto IDLE;
done:	skip
	END;
	OVER
}

init {
	atomic {
		i = 0;
		do
		:: i < P -> run core(i); i++
		:: else -> break
		od;
	}
}
