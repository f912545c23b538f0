/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The lock server (published/lock_server.c): CORES cores take the lock ROUNDS times each, of
 * which core 0 is the home.  A handler, and what a thread does with interrupts masked, is
 * one step; a bell is heard at any time after it is rung.  Each core but the last gives a wait
 * up QUITS times, and later asks again or not; TRIES times each core only tries.
 *
 * assert: one holder; an answer is to a request that has been.  D: nobody waits for ever.
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
#ifndef TRIES
#define TRIES 0
#endif

#define HOME 0
#define LAST (CORES - 1)
#define UNQUEUED (CORES + 1)

/* What a request is. */
#define DONE 0
#define WANT 1
#define LEAVE 2	/* has a deadline */
#define TRY 3

#ifdef MUT_UNSEEN
#define COME(c) 0
#else
#define COME(c) (go_n[c] >= mine[c])
#endif

/* The words: slots and the holder's at the home, GO at each core. */
byte slot_n[CORES], slot_w[CORES], go_n[CORES], shown;
bit go_g[CORES];
/* The home's own. */
byte seen_n[CORES], seen_w[CORES], behind[CORES], first, queued_last, holder;
/* Of each core. */
byte mine[CORES];
bit gone[CORES];
bit at_home[CORES], at_core[CORES];	/* bells that have not been heard */
byte holders;
hidden byte g, h;

/* src: published/lock_server.c:hold */
inline hold(c)
{
	holder = c + 1;
	shown = c + 1;
	go_n[c] = seen_n[c];
	go_g[c] = 1;
#ifndef MUT_UNRUNG
	at_core[c] = seen_w[c] == LEAVE && c != HOME
#endif
}

/* src: published/lock_server.c:append */
inline append(c)
{
	if
	:: behind[c] != UNQUEUED
	:: behind[c] == UNQUEUED ->
		behind[c] = 0;
		if
		:: queued_last -> behind[queued_last - 1] = c + 1
		:: else -> first = c + 1
		fi;
		queued_last = c + 1
	fi
}

/* src: published/lock_server.c:lock_server_grant */
inline grant()
{
	do
	:: holder || !first -> break
	:: else ->
		g = first - 1;
		first = behind[g];
		if
		:: first == 0 -> queued_last = 0
		:: else
		fi;
		behind[g] = UNQUEUED;
		if
#ifdef MUT_ANY_WANTS
		:: true -> hold(g)
#else
		:: seen_w[g] == WANT || seen_w[g] == LEAVE -> hold(g)
		:: else
#endif
		fi
	od
}

/* Up to the grant.  src: published/lock_server.c:take_in */
inline note(f)
{
	seen_n[f] = slot_n[f];
	seen_w[f] = slot_w[f];
	if
#ifdef MUT_DONE_ONLY
	:: holder == f + 1 && seen_w[f] == DONE -> holder = 0
#else
	:: holder == f + 1 -> holder = 0
#endif
	:: else
	fi;
	if
	:: seen_w[f] == WANT || seen_w[f] == LEAVE -> append(f)
	:: else
	fi;
	grant()
}

inline answer_try(f)
{
	if
	:: seen_w[f] == TRY && holder && holder != f + 1 ->
		go_n[f] = seen_n[f];
		go_g[f] = 0
	:: seen_w[f] == TRY && !holder -> hold(f)
	:: else
	fi;
	if
	:: !holder -> shown = 0
	:: else
	fi
}

#define IS_NEWS(f) (slot_n[f] != seen_n[f] || slot_w[f] != seen_w[f])

/* A try looks at what the holder says, which may be a try itself. */
inline take_in(f)
{
	if
	:: IS_NEWS(f) ->
		note(f);
		if
		:: seen_w[f] == TRY && holder && holder - 1 != HOME ->
			h = holder - 1;
			if
			:: IS_NEWS(h) -> note(h); answer_try(h)
			:: else
			fi
		:: else
		fi;
		answer_try(f)
	:: else
	fi
}

/* src: published/lock_server.c:lock_server_say */
inline say(c, what)
{
	slot_n[c] = mine[c];
	slot_w[c] = what;
	if
	:: c == HOME -> take_in(HOME)
	:: else -> at_home[c] = 1
	fi
}

proctype handler(byte me)
{
end:
	do
	:: d_step { me == HOME && at_home[1] -> at_home[1] = 0; take_in(1) }
#if CORES > 2
	:: d_step { me == HOME && at_home[2] -> at_home[2] = 0; take_in(2) }
#endif
#if CORES > 3
	:: d_step { me == HOME && at_home[3] -> at_home[3] = 0; take_in(3) }
#endif
	:: d_step { at_core[me] ->
		at_core[me] = 0;
		if
		:: gone[me] && go_n[me] >= mine[me] ->
			gone[me] = 0;
#ifndef MUT_GONE_KEEPS
			say(me, DONE)
#endif
		:: else
		fi
		}
	od
}

mtype = { OUTSIDE, WAITS, ASKED, HOLDS };

proctype thread(byte me)
{
	byte rounds, quits, tries, by;
	mtype side = OUTSIDE;

	do
	:: rounds == ROUNDS && side == OUTSIDE -> break
	:: quits > 0 && side == OUTSIDE -> break	/* and never asks again */
	:: rounds < ROUNDS && side == OUTSIDE ->
		if
		:: d_step { gone[me] -> gone[me] = 0; side = WAITS }
		:: d_step { !gone[me] ->
#ifndef MUT_NO_NUMBER
			mine[me]++;
#endif
			if
			:: me == LAST -> say(me, WANT)
			:: else -> say(me, LEAVE)
			fi;
			side = WAITS
			}
		:: !gone[me] && tries < TRIES ->
			tries++;
			by = shown;
			if
			:: by && slot_w[by - 1] != DONE	/* not free */
			:: else ->
				d_step { mine[me]++; say(me, TRY) }
				side = ASKED
			fi
		fi
	:: side == ASKED && go_n[me] >= mine[me] ->
		if
		:: go_g[me] -> side = HOLDS
		:: else -> side = OUTSIDE
		fi
	:: side == WAITS && go_n[me] >= mine[me] -> side = HOLDS
	:: d_step { side == WAITS && quits < QUITS && me != LAST && !COME(me) ->
		quits++;
		if
		:: me == HOME -> say(me, DONE)
		:: else -> gone[me] = 1
		fi;
		side = OUTSIDE
		}
	:: side == HOLDS ->
		assert(go_n[me] <= mine[me]);
		holders++;
		assert(holders == 1);
		rounds++;
		holders--;
		d_step { say(me, DONE); side = OUTSIDE }
	od
}

init {
	byte i;

	atomic {
		do
		:: i == CORES -> break
		:: i < CORES -> behind[i] = UNQUEUED; i++
		od;
		i = 0;
		do
		:: i == CORES -> break
		:: i < CORES -> run handler(i); run thread(i); i++
		od
	}
}
