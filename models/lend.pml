/* SPDX-License-Identifier: Apache-2.0
 *
 * Lending (arch/tensix/helper.c): a thread T lends the library to a helper H, on two
 * processors that truly run at once, and takes it back.  Other cores ring EVENTS
 * times.  Both see L1 as a Wormhole's cores do: stores land in order, but late, and a
 * load overtakes them, unless it is of their address.  Stores to the network
 * interface are on a way of their own.  What a core has in local RAM, `state`, goes
 * from one to the other by L1.
 *
 * A round is what runs in a handler, or in the thread's calls.  It finds what all
 * rounds before have left in L1, in state and in the interface, nobody else runs one,
 * and after each ring one begins.
 */
#ifndef EVENTS
#define EVENTS 2
#endif
#ifndef LENDINGS
#define LENDINGS 2
#endif

#define T 0
#define H 1

#define BELL	 0	/* addresses of L1 */
#define LENT	 1
#define FOLLOWED 2
#define LIBRARY	 3	/* a variable of the library's: rounds so far */
#define STATE	 4
#define WORDS	 5

byte l1[WORDS];
byte interface;		/* a register of it: 0 between rounds */
byte way[10];		/* stores under way, a core's of an address */
chan stores[2] = [4] of {byte, byte};
chan device[2] = [2] of {byte};

byte rounds, rung, looked;
bit inside;
byte state[2];		/* in each one's local RAM */

#define UNDER_WAY(me, at) way[(me) * WORDS + (at)]

inline store(me, at, value)
{
	atomic {
		nfull(stores[me]) ->
		stores[me]!at, value;
		UNDER_WAY(me, at)++
	}
}

inline landed(me, at)		/* a load of what I have stored */
{
	UNDER_WAY(me, at) == 0
}

active [2] proctype network()	/* stores land, some time */
{
	byte at, value;
end:	do
	:: atomic {
		stores[_pid]?at, value ->
		l1[at] = value;
		UNDER_WAY(_pid, at)--
	   }
	:: atomic { device[_pid]?value -> interface = value }
	od
}

inline settled(me)		/* niu_settle */
{
	empty(device[me])
}

inline round(me)
{
	d_step {
		assert(!inside);	/* nobody runs beside me */
		inside = 1;
		looked = rung
	}
	landed(me, LIBRARY);
	assert(l1[LIBRARY] == rounds);
	assert(state[me] == rounds);
	device[me]!1;
	settled(me);			/* a request, with its read-back */
	assert(interface == 1);
	d_step { rounds++; state[me] = rounds }
	store(me, LIBRARY, rounds);
	device[me]!0;			/* set back, and not read */
	inside = 0
}

inline look_at_bell(me)		/* src: arch/tensix/irq.c:look_at_bell */
{
	if
	:: UNDER_WAY(me, BELL) == 0 && l1[BELL] == 1 ->
#ifdef MUT_BELL_AFTER
		round(me);
		store(me, BELL, 0);
		landed(me, BELL)
#else
		store(me, BELL, 0);
#ifndef MUT_BELL_LATE
		landed(me, BELL);
#endif
		round(me)
#endif
	:: else
	fi
}

inline give(me, word, value)	/* src: arch/tensix/helper.c:give */
{
#ifndef MUT_STATE_KEPT
	store(me, STATE, state[me]);
#endif
#ifndef MUT_NO_SETTLE
	settled(me);
#endif
	store(me, word, value)
}

inline take(me)			/* src: arch/tensix/helper.c:take */
{
	landed(me, STATE);
	state[me] = l1[STATE]
}

active proctype thread()
{
	byte n;

	do
	:: n < LENDINGS ->
		round(T);		/* a call */
		look_at_bell(T);
		n++;
		give(T, LENT, 2 * n - 1);
		/* computes, while the helper may be anywhere */
		store(T, LENT, 2 * n);
#ifdef MUT_NO_WAIT
		skip;
#else
#ifdef MUT_MARK
		/* Not a count, but a mark: does the helper run the library? */
		!(l1[FOLLOWED] & 1);
#else
		l1[FOLLOWED] == 2 * n;
#endif
#endif
		take(T)
	:: n == LENDINGS -> break
	od;
	/* What has come since is found in the next call, or by the helper. */
	give(T, LENT, 2 * n + 1);
}

active proctype helper()
{
	byte turn = 1;

	do
	:: true ->
#ifdef MUT_MARK
end0:		(l1[LENT] & 1);
		store(H, FOLLOWED, 1);
#else
#ifdef MUT_EXACTLY
		l1[LENT] == turn;	/* and not later */
#else
end2:		l1[LENT] >= turn;
#endif
#endif
		take(H);
end1:		do
		:: l1[LENT] != turn -> break
		:: l1[LENT] == turn && l1[BELL] == 1 &&
		   UNDER_WAY(H, BELL) == 0 ->
#ifdef MUT_EARLY
			if
			:: l1[LENT] != turn -> store(H, FOLLOWED, turn + 1)
			:: l1[LENT] == turn
			fi;
#endif
			look_at_bell(H)
		od;
#ifdef MUT_TOLD_FIRST
		store(H, FOLLOWED, turn + 1);
		store(H, STATE, state[H]);
		settled(H);
#else
		give(H, FOLLOWED, turn + 1);
#endif
		turn = turn + 2
	od
}

active proctype others()
{
	byte n;

	do
	:: n < EVENTS ->
		n++;
		d_step { rung++; l1[BELL] = 1 }
	:: n == EVENTS -> break
	od
}

active proctype monitor()
{
	timeout -> assert(looked == rung)
}
