/* SPDX-License-Identifier: Apache-2.0
 *
 * The mutex (sync/lock_queue.c): CORES cores take it ROUNDS times each.  Each atomic
 * operation is one step.  A wait may be given up at any moment, QUITS times by each core
 * but the last, which never does.  A core that has given up asks again, until it has had
 * its turns.
 *
 * assert: one holder.  D: nobody waits for ever.
 */
#ifndef CORES
#define CORES 3
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

#ifndef QUITS
#define QUITS 1
#endif

#define WAITING 0
#define GRANTED 1
#define VACANT 2
#define GONE 3

/* Cores are 1 .. CORES, 0 is nobody, as in the words. */
byte tail;
byte next[CORES + 1], go[CORES + 1];
bit may_leave[CORES + 1];	/* with next: who stands there may give up */
byte holders;

/* To wait's end: mine, or I have given up.  src: sync/lock_queue.c:await_turn */
inline await_turn()
{
	if
	:: go[me] >= GRANTED && go[me] != GONE -> side = HOLDER
	:: quits < QUITS && go[me] == WAITING ->
		quits++;
#ifdef MUT_GONE_UNSEEN
		skip;
		go[me] = GONE;
		side = AWAY
#else
		if
		:: atomic { go[me] == WAITING -> go[me] = GONE }; side = AWAY
		:: go[me] != WAITING -> side = HOLDER
		fi
#endif
	fi
}

/* src: sync/lock_queue.c:lock_queue_join */
inline join()
{
#ifndef MUT_LINK_STALE
	next[me] = 0;
#endif
#ifndef MUT_WAITING_LATE
	go[me] = WAITING;
#endif
	atomic { before = tail; tail = me };
	if
	:: before == 0 -> side = HOLDER
	:: else ->
		atomic { next[before] = me; may_leave[before] = me != CORES };
#ifdef MUT_WAITING_LATE
		go[me] = WAITING;
#endif
		await_turn()
	fi
#ifdef MUT_LINK_STALE
	;
	next[me] = 0
#endif
}

/* src: sync/lock_queue.c:come_back */
inline come_back()
{
	if
	:: atomic { go[me] == GONE -> go[me] = WAITING }; await_turn()
	:: go[me] != GONE ->
#ifndef MUT_NOT_VACANT
		go[me] == VACANT;
#endif
		side = OUTSIDE;
		join()
	fi
}

/* Who stands behind core c; 0: it is free.  src: sync/lock_queue.c:lock_queue_behind */
inline behind(c)
{
	if
	:: next[c] -> n = next[c]
	:: next[c] == 0 ->
#ifdef MUT_FREE_BY_STORE
		tail = 0;
		n = 0
#else
		if
		:: atomic { tail == c -> tail = 0 }; n = 0
		:: tail != c -> next[c]; n = next[c]
		fi
#endif
	fi
}

/* src: sync/lock_queue.c:queue_release */
inline release()
{
	holders--;
	side = OUTSIDE;
	behind(me);
	leaves = may_leave[me];
	do
	:: n == 0 -> break
	:: n && !leaves -> go[n] = GRANTED; break
	:: n && leaves ->
		atomic { was = go[n]; go[n] = GRANTED };
		if
		:: was == WAITING -> break
		:: else ->
			passed = n;
#ifdef MUT_VACANT_FIRST
			go[passed] = VACANT;
			behind(passed);
			leaves = may_leave[passed]
#else
			behind(passed);
			leaves = may_leave[passed];
			go[passed] = VACANT
#endif
		fi
	od
}

mtype = { OUTSIDE, HOLDER, AWAY };

active [CORES] proctype core()
{
	byte me = _pid + 1, before, n, was, passed, rounds, quits;
	bit leaves;
	mtype side = OUTSIDE;

	if
	:: me == CORES -> quits = QUITS
	:: else
	fi;
	do
	:: rounds == ROUNDS -> break
	:: rounds < ROUNDS && side == OUTSIDE -> join()
	:: side == AWAY -> come_back()
	:: side == HOLDER ->
		holders++;
		assert(holders == 1);
		rounds++;
		release()
	od
}
