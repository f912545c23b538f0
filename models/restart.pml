/* SPDX-License-Identifier: Apache-2.0
 *
 * What a root does after a core has stopped: core 0 sends to 2 through 1, which
 * stops at any moment, perhaps with chunks that it has acknowledged and not
 * passed on.  Chunks are numbered through; MESSAGES of C each, one or two.  Core 2's
 * application takes chunks when it likes.
 *
 * Time: a parent gives a child up after a deadline that is long beside what a
 * handler waits for, so core 2 has taken what 1 has still announced (unless
 * ANY_TIME).  A root's own deadline may come at any moment.
 *
 * D: the root gets all messages put and all windows free again.
 * X: what is copied is what the header names.  M: a slot is free when it is used.
 * O: within a message nothing is left out; nothing comes twice.
 * N: who is told at the end that a message is complete, can rely on it.
 */
#include "trees.pml"

#ifndef MESSAGES
#define MESSAGES 2
#endif
#ifndef W
#define W 1
#endif
#ifndef B
#define B 2
#endif
#ifndef C
#define C 2
#endif
#define LAST (C * MESSAGES)
#define IS_FIRST(n) (((n) - 1) % C == 0)	/* of its message */
#define GOT(n) (got[n] && got[(n) + 1 - C])	/* a message, by its last chunk */

/* In the MPBs. */
byte header0[B], header1[B], data0[B], data1[B];
bit named0[B];			/* that header names the dead core */
bit marked[LAST + 2];		/* that message begins anew: its first chunk */
byte copied1, freed1, copied2, freed2;
bit bell_by_0, bell_by_1;	/* at core 2 */

bit stopped;			/* core 1 */
bit dead;			/* .. the root knows */
bit heard;			/* .. core 2 knows */
bit looks;			/* core 2, at headers */
bit unserved;			/* it is to look once more */
byte sent;
bit got[LAST + 1];		/* by core 2, whole messages count */

/* Core 0 ------------------------------------------------------------------ */

bit out1, out2, anew;
byte missed_from[2], missed_to[2];	/* after from, up to to */
byte held[B];			/* what a busy buffer holds, or 0 */
byte credits;			/* leaving out costs one: no endless runs */

#define LESS(a, b) ((a) < (b) -> (a) : (b))

/*
 * All that is not known to be freed, and all that is sent before the next
 * message, may be missed.  src: collectives/abcast/missed.c:LEAVE_OUT
 */
inline leave_out(freed)
{
	if
	:: anew -> missed_from[0] = LESS(missed_from[0], freed)
	:: else ->
#ifndef MUT_LAST_RANGE
		if	/* the older ones become one */
		:: missed_to[1] -> missed_from[1] =
			LESS(missed_from[1], missed_from[0])
		:: else -> missed_from[1] = missed_from[0]
		fi;
		missed_to[1] = missed_to[0];
#endif
		missed_from[0] = freed
	fi;
#ifdef MUT_UP_TO_SENT
	missed_to[0] = sent;
#else
	missed_to[0] = LAST;
#endif
	anew = 1
}

#define MISSED(n) ((n > missed_from[0] && n <= missed_to[0]) || \
	(n > missed_from[1] && n <= missed_to[1]))

/*
 * Has who should copy a buffer's chunk done so, or will it never?
 * src: collectives/abcast/abcast_buffer.c:has_copied
 */
#define HOLDS_BEFORE(n) ((held[0] && held[0] < n) || \
	(held[B - 1] && held[B - 1] < n))
#ifdef MUT_SKIP_ANEW
#define SKIPPED(n) (dead && copied2 + 1 < n && !HOLDS_BEFORE(n))
#else
#define SKIPPED(n) (dead && copied2 + 1 < n && !marked[n] && !HOLDS_BEFORE(n))
#endif
#define COPIED(n) (!dead -> copied1 >= n : (copied2 >= n || SKIPPED(n)))

/* At the end of a round the engine looks at all of them. */
#define RECLAIM(b) d_step { held[b] && COPIED(held[b]) -> held[b] = 0 }

/*
 * The dead child's child is told itself, from all buffers that waited.
 * src: collectives/abcast/abcast_buffer.c:abcast_announce_again
 */
inline announce_again(b)
{
	if
	:: held[b] && !COPIED(held[b]) ->
		named0[b] = 1;
		bell_by_0 = 1
	:: else
	fi
}

#ifdef ANY_TIME
#define LATE 1
#else
#define LATE (!bell_by_1 && !looks)
#endif

/* With PATIENT that is long too, and one core's loss happens once. */
#ifdef PATIENT
#define LONG (!bell_by_0 && !bell_by_1 && !looks && !unserved)
#define CREDITS 1
#else
#define LONG 1
#define CREDITS (MESSAGES + 1)
#endif

/*
 * Deadlines, when the root waits for something.
 * src: collectives/abcast/abcast_dead.c:abcast_watch
 */
#define WAITS_FOR_1 ((held[0] && !COPIED(held[0])) || \
	(held[B - 1] && !COPIED(held[B - 1])))
#define LACKS_1 (!out1 && freed1 + W < sent + 1)
#define LACKS_2 (!out2 && freed2 + W < sent + 1)

inline watch(lacks_1, lacks_2)
{
	if
	:: stopped && !dead && LATE && (WAITS_FOR_1 || lacks_1) ->
		dead = 1;
		out1 = 1;
		leave_out(freed1);
		announce_again(0);
#if B > 1
		announce_again(1)
#endif
	/* It may have chunks that its application has not taken yet. */
	:: dead && lacks_2 && copied2 < sent && credits > 0 && LONG ->
		credits--;
#ifdef PATIENT
		/* It could not begin anew. */
		CHECK(N, !(marked[header0[0]] && header0[0] > copied2) &&
			!(marked[header0[B - 1]] && header0[B - 1] > copied2));
#endif
		out2 = 1;
		leave_out(freed2)
	fi
}

active proctype root()
{
	byte n, b;

	credits = CREDITS;
	do
	:: sent == LAST -> break
	:: else ->
		n = sent + 1;
		/* CREDIT */
		do
		:: d_step { !LACKS_1 && !LACKS_2 } break
		:: atomic { watch(LACKS_1, LACKS_2) }
		:: RECLAIM(0)
		:: RECLAIM(B - 1)
		od;
		atomic {
			sent = n;
			if
			:: IS_FIRST(n) && anew ->
				marked[n] = 1;
#ifndef MUT_UP_TO_SENT
				missed_to[0] = n - 1;
#endif
				out2 = 0;
				anew = 0
			:: else
			fi
		}
		b = n % B;
		/* src: collectives/abcast/abcast_buffer.c:RECLAIM; they take turns */
		do
		:: d_step { (!held[b] || COPIED(held[b])) -> held[b] = 0 } break
		:: atomic { watch(0, 0) }
		:: RECLAIM(B - 1 - b)
		od;
#ifndef MUT_NO_WITHDRAW
		if	/* src: collectives/abcast/abcast_engine.h:abcast_vacate */
		:: dead -> header0[b] = 0
		:: else
		fi;
#endif
		data0[b] = 0;
		data0[b] = n;
		d_step {
			header0[b] = n;
			named0[b] = dead;
			held[b] = n;
			if
			:: dead -> bell_by_0 = 1
			:: else
			fi
		}
	od;
	/* All that it has sent, to all that are not left out. */
	do
	:: d_step { (out1 || freed1 == LAST) && (out2 || freed2 == LAST) }
		break
	:: atomic { watch((!out1 && freed1 < LAST), (!out2 && freed2 < LAST)) }
	od;
	atomic {
		n = C;
		do
		:: n <= LAST ->
			CHECK(N, MISSED(n) || GOT(n));
#ifdef PATIENT
			CHECK(N, !marked[n + 1 - C] || GOT(n));
#endif
			n = n + C
		:: else -> break
		od;
		n = 0;
		b = 0
	}
}

/* Core 1 ------------------------------------------------------------------ */

active proctype inner()
{
	byte n, b, put;

end:	do
	:: stopped -> break
	:: d_step { !stopped && header0[(copied1 + 1) % B] == copied1 + 1 ->
		CHECK(X, data0[(copied1 + 1) % B] == copied1 + 1);
		copied1++ }
	:: d_step { !stopped && put < copied1 &&
		(put < B || copied2 + B >= put + 1) } ->
		n = put + 1;
		b = n % B;
		data1[b] = n;
		if	/* a stopped core does nothing more */
		:: stopped -> break
		:: atomic { !stopped -> header1[b] = n }
		fi;
		if
		:: stopped -> break
		:: atomic { !stopped -> bell_by_1 = 1 }
		fi;
		d_step {
			put = n;
			freed1 = n;	/* delivered meanwhile */
			n = 0;
			b = 0
		}
	od
}

active proctype stop()
{
	stopped = 1
}

/* Core 2 ------------------------------------------------------------------ */


/* Is header n, at the root or at 1, of the chunk that is next? */
inline is_next(n, next)
{
	next = 0;
	if
	:: n && marked[n] && n > copied2 + 1 ->	/* src: collectives/abcast/abcast_anew.c:BEGIN_ANEW */
		if
		:: freed2 == copied2 ->
			copied2 = n - 1;
			freed2 = n - 1
		:: else ->
#ifndef MUT_ANEW_ONCE
			unserved = 1
#endif
		fi
	:: else
	fi;
	if
	:: n == copied2 + 1 ->
		if
		:: n - freed2 > W -> unserved = 1
		:: else -> next = 1
		fi
	:: else
	fi
}

/*
 * The copy is in two halves.  Where a core is dead, the header is looked at again.
 * `taken` is false where it has changed.
 */
#ifdef MUT_NO_REREAD
#define SAME(header, n) 1
#else
#define SAME(header, n) (!heard || header == n)
#endif

/* src: collectives/abcast/abcast_receive.c:still_there */
inline take(n, header, data, taken)
{
	taken = (data == n);
	skip;
	taken = (taken && data == n);
	d_step {
		if
		:: SAME(header, n) ->
			CHECK(X, taken);
			CHECK(M, n - freed2 <= W);
			CHECK(O, !got[n] && (IS_FIRST(n) || got[n - 1]));
			got[n] = 1;
			copied2 = n;
			taken = 1
		:: else -> taken = 0
		fi
	}
}

inline scan_root()
{
	b = 0;
	looks = 1;
	do
	:: b < B ->
		d_step {
			n = header0[b];
			if
			:: n && named0[b] -> heard = 1
			:: else
			fi;
			next = 0;
			if
			:: heard -> is_next(n, next)
			:: else
			fi
		}
		if
		:: next -> take(n, header0[b], data0[b], next);
			b = (next -> 0 : b + 1)
		:: else -> b++
		fi
	:: else -> looks = 0; break
	od
}

inline scan_inner()
{
	b = 0;
	looks = 1;
	do
	:: b < B ->
		d_step {
			n = header1[b];
			is_next(n, next)
		}
		if
		:: next -> take(n, header1[b], data1[b], next);
			b = (next -> 0 : b + 1)
		:: else -> b++
		fi
	:: else -> looks = 0; break
	od
}

active proctype outer()
{
	byte n, b;
	bit next;

end:	do
	:: atomic { bell_by_0 -> bell_by_0 = 0; looks = 1 } scan_root()
	:: atomic { bell_by_1 -> bell_by_1 = 0; looks = 1 } scan_inner()
	:: atomic { freed2 < copied2 -> freed2++ }
		/* the engine runs, and looks again at who was left over */
		if
		:: atomic { unserved -> unserved = 0; looks = 1 } scan_root(); scan_inner()
		:: else
		fi
	od
}
