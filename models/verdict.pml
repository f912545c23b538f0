/* SPDX-License-Identifier: Apache-2.0
 *
 * The verdict on a core.  Core X is slow: between any two of its steps any time may
 * pass.  A waits for X to copy chunk 1, with a deadline that may be over at
 * any moment; then it counts X as gone, and writes chunk 2 into the same buffer.  B
 * waits for X to free chunk 1, and never gives anybody up by itself: whenever it
 * looks, X has moved.  X waits for chunks 1 and 2.
 *
 * D: nobody waits for ever: all come to their end.
 * X: what is copied is what the header names.
 * N: one verdict is everybody's: in the end X knows of it if A or B does, and B only
 *    if A does.
 */
#include "trees.pml"

byte header, data;		/* A's buffer */
byte copied;			/* by X, in X's MPB */
bit verdict;			/* in X's MPB; stays */
bit out_x, out_a, out_b;	/* whom they have seen to be given up: X */
bit ended_a;

/* src: messages/liveness.c:give_up */
active proctype a()
{
	data = 1;
	header = 1;
	if
	:: copied >= 1
	:: 1 ->			/* the deadline, at any time */
#ifndef MUT_UNWRITTEN
		verdict = 1;
#endif
		out_a = 1;
		header = 0
	fi;
	data = 2;
	header = 2;
	do			/* .. which X may copy or not: */
	:: copied == 2 -> break
	:: out_a -> break
	:: verdict == 1 -> out_a = 1; break
	:: !out_a ->		/* the deadline again */
#ifndef MUT_UNWRITTEN
		verdict = 1;
#endif
		out_a = 1;
		break
	od;
	ended_a = 1
}

/* src: messages/liveness.c:liveness_look */
active proctype b()
{
	if
	:: copied == 2
#ifndef MUT_UNREAD
	:: verdict == 1 -> out_b = 1
#endif
	fi
}

/* At each tick, and after each copy.  src: messages/liveness.c:liveness_judged */
active proctype x()
{
	byte n, got;

	do
	:: copied == 2 -> break
	:: copied < 2 && header == copied + 1 ->
		n = copied + 1;
		got = data;
#ifndef MUT_NO_REREAD
		if	/* src: collectives/abcast/abcast_receive.c:still_there */
		:: header == n ->
#endif
			CHECK(X, got == n);
			copied = n
#ifndef MUT_NO_REREAD
		:: else
		fi
#endif
#ifndef MUT_UNNOTICED
	:: verdict == 1 -> out_x = 1; break
#endif
	od;
	/* A tick later than all that A does. */
	ended_a;
#ifndef MUT_UNNOTICED
	out_x = verdict;
#endif
	CHECK(N, out_x == out_a);
	CHECK(N, !out_b || out_a)
}
