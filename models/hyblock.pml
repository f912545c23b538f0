/* SPDX-License-Identifier: Apache-2.0
 *
 * HybLock (published/lock_hyblock.c): CORES cores take LOCKS locks ROUNDS times each, in one order,
 * and release them in either.  Each atomic operation is one step.  A core's FIFO keeps the
 * order of each sender, and mixes senders; it has room for one message of each, for which a
 * sender waits (models/fifo.pml).
 *
 * assert: one holder, who sees what the holder before has written.  D: nobody waits for ever.
 */
#ifndef CORES
#define CORES 3
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#ifndef LOCKS
#define LOCKS 1
#endif

#define EMPTY 0
#define AFTER_YOU 1
#define YOUR_TURN 2

/* Cores are 1 .. CORES, 0 is nobody, as in the words. */
#define PLACES 5	/* CORES is 4 at most */

byte tail[LOCKS];
byte holders[LOCKS];

/* What core r has from core s, and not read: at r * PLACES + s. */
byte what[PLACES * PLACES], which[PLACES * PLACES];

/* At r * LOCKS + lock: what has come. */
byte next[PLACES * LOCKS];
bit turn[PLACES * LOCKS];

/* What holders wrote: how often; and what of that has landed. */
byte written[LOCKS], landed[LOCKS];

/* src: messages/fifo.c:fifo_send */
inline send(to, l, w)
{
	atomic {
		what[to * PLACES + me] == EMPTY;
		what[to * PLACES + me] = w;
		which[to * PLACES + me] = l
	}
}

#define HAS(c) (what[me * PLACES + c] != EMPTY)
#define COME   (HAS(1) || HAS(2) || HAS(3) || HAS(4))

/* A message of any sender, noted at its lock.  src: published/lock_hyblock.c:receive */
inline receive()
{
	atomic {
		if
		:: HAS(1) -> from = 1
		:: HAS(2) -> from = 2
		:: HAS(3) -> from = 3
		:: HAS(4) -> from = 4
		fi;
#ifdef MUT_UNTAGGED
		k = me * LOCKS + lock;
#else
		k = me * LOCKS + which[me * PLACES + from];
#endif
#ifdef MUT_FIRST_IS_TURN
		/* Whatever comes to a core that waits is taken for its turn. */
		if
		:: waits -> what[me * PLACES + from] = YOUR_TURN
		:: else
		fi;
#endif
		if
		:: what[me * PLACES + from] == YOUR_TURN -> turn[k] = 1
		:: else -> next[k] = from
		fi;
		what[me * PLACES + from] = EMPTY;
		from = 0;
		k = 0
	}
}

/* src: published/lock_hyblock.c:lock_hyblock_join */
inline join()
{
#ifndef MUT_NEXT_KEPT
	next[me * LOCKS + lock] = 0;
#endif
	turn[me * LOCKS + lock] = 0;
	atomic { before = tail[lock]; tail[lock] = me };
	if
	:: before == 0
	:: else ->
		send(before, lock, AFTER_YOU);
		waits = 1;
		do
		:: turn[me * LOCKS + lock] -> break
		:: !turn[me * LOCKS + lock] -> receive()
		od;
		waits = 0
	fi;
	before = 0
}

/* What I wrote lands some time; before what follows quiet. */
inline drain()
{
	if
	:: landed[lock] = written[lock]
#ifdef MUT_NO_DRAIN
	:: skip
#endif
	fi
}

inline hold()
{
	atomic {
		holders[lock]++;
		assert(holders[lock] == 1);
		assert(landed[lock] == written[lock])
	};
	written[lock]++
}

/* src: published/lock_hyblock.c:lock_hyblock_leave */
inline leave()
{
	drain();
	holders[lock]--;
#ifdef LOOK_FIRST
	/* The published is_empty; it saves a compare-and-swap. */
	do
	:: next[me * LOCKS + lock] -> break
	:: !next[me * LOCKS + lock] && COME -> receive()
	:: !next[me * LOCKS + lock] && !COME -> break
	od;
#endif
	if
	:: next[me * LOCKS + lock] -> send(next[me * LOCKS + lock], lock, YOUR_TURN)
	:: else ->
		if
#ifdef MUT_FREE_BY_STORE
		:: tail[lock] == me -> tail[lock] = 0
#else
		:: atomic { tail[lock] == me -> tail[lock] = 0 }
#endif
		:: tail[lock] != me ->
#ifndef MUT_RETURN_UNASKED
			do
			:: next[me * LOCKS + lock] -> break
			:: !next[me * LOCKS + lock] -> receive()
			od;
			send(next[me * LOCKS + lock], lock, YOUR_TURN)
#else
			skip
#endif
		fi
	fi;
#ifndef MUT_NEXT_KEPT
	next[me * LOCKS + lock] = 0
#endif
}

active [CORES] proctype core()
{
	byte me = _pid + 1, lock, before, from, k, rounds;
	bit waits;

	do
	:: rounds == ROUNDS -> break
	:: else ->
		rounds++;
#if LOCKS == 1
		join();
		hold();
		leave()
#else
		if
		:: lock = 0; join(); hold(); lock = 1; join(); hold();
			if
			:: leave(); lock = 0; leave()
			:: lock = 0; leave(); lock = 1; leave()
			fi
		:: lock = 1; join(); hold(); leave()
		fi;
		lock = 0
#endif
	od
}
