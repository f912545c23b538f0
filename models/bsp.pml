/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of a superstep (bsp/meet.c, sync.c, exchange.c): PROCS processes, STEPS times.
 * In each superstep a process has nothing, data, or a get and then data, for one other
 * process of its choice.  Words of counts are on their way until quiet; chunks are counted, over all
 * supersteps, have room, and are waited for by who has sent them.  A count is of the
 * kind of its superstep, even or odd; who reads it clears it, and that lands before anything is
 * taken.
 *
 * A process' memory is the number of the last superstep that has written it.  Each
 * superstep all memories are written at their owners' pace once the owner has served all
 * gets: so a get must bring what the superstep before has left.
 *
 * assert: each hears what was told it in this superstep, no more and no less; a get reads
 * before anything is written; all that comes is taken; that one registers otherwise is
 * noticed, by it or the one above it.  D: nobody waits for ever.
 */
#ifndef PROCS
#define PROCS 2
#endif
#ifndef STEPS
#define STEPS 3
#endif
#ifndef DIFFER
#define DIFFER PROCS	/* the process that registers otherwise in superstep 1 */
#endif

#define NOTHING 0
#define DATA 1
#define GETS 2	/* the flag in the count: requests come first, and say of data */

#ifdef MUT_ONE_KIND
#define KIND(step) 0
#else
#define KIND(step) ((step) & 1)
#endif
#define PAIR(at, by) [(at) * PROCS + (by)]

byte word[PROCS * PROCS];	/* at a process, by each */
byte check_of[2 * PROCS];	/* at a process, by the one below: even, odd */
byte marks[PROCS];		/* of these: written with, or after them */
byte ready[PROCS * PROCS];	/* chunks that have come, over all supersteps */
byte took[PROCS * PROCS];	/* and have been taken */
#ifdef MUT_NOT_SETTLED
bool clearing[PROCS * PROCS];

active proctype lander() {
	byte n;

	end: do
	:: n < PROCS * PROCS ->
		if
		:: clearing[n] -> atomic { word[n] = 0; clearing[n] = false }
		:: true
		fi;
		n++
	:: n == PROCS * PROCS -> n = 0
	od
}
#endif
byte arrived;			/* at the barrier, over all supersteps */
byte memory[PROCS];
byte finished;
bool noticed;
byte read[PROCS * PROCS];	/* what a get of the second has read at the first */

proctype process(byte me)
{
	byte step = 0, at, to, kind, check, sent, i;
	byte told[PROCS], seen;
	byte pending;	/* words on their way: 1 the count, 2 the check */

	do
	:: step == STEPS -> break
	:: else ->
		/* What this superstep asks for. */
		select(to : 0 .. PROCS - 1);
		select(kind : NOTHING .. GETS);
		if
		:: to == me -> kind = NOTHING
		:: else
		fi;
		check = step + 1 + (me == DIFFER && step == 1 -> STEPS : 0);
		pending = (kind != NOTHING -> 3 : 2);

		/* src: bsp/sync.c:announce, bsp/meet.c:meet_tell.  They land in any order. */
		do
		:: atomic { pending & 1 ->
			word PAIR(to, me) = kind + 4 * (step + 1);
			pending = pending & 2 }
		:: atomic { pending & 2 ->
			at = (me + 1) % PROCS;
			check_of[(step & 1) * PROCS + at] = check;
			marks[at] = marks[at] ^ (1 << (step & 1));
			pending = pending & 1 }
#ifdef MUT_NO_QUIET
		:: break
#else
		:: pending == 0 -> break
#endif
		od;

		/* src: bsp/meet.c:meet */
		arrived++;
		arrived >= PROCS * (step + 1);
#ifdef MUT_NO_QUIET
		do
		:: atomic { pending & 1 ->
			word PAIR(to, me) = kind + 4 * (step + 1);
			pending = pending & 2 }
		:: atomic { pending & 2 ->
			at = (me + 1) % PROCS;
			check_of[(step & 1) * PROCS + at] = check;
			marks[at] = marks[at] ^ (1 << (step & 1));
			pending = pending & 1 }
		:: pending == 0 -> break
		od;
#endif

		/* src: bsp/meet.c:meet_take */
		i = 0;
		do
		:: i == PROCS -> break
		:: else ->
			told[i] = word PAIR(me, i);
			if
			:: told[i] != 0 && KIND(told[i] / 4 - 1) != KIND(step) ->
				told[i] = 0
			:: else
			fi;
			if
			:: told[i] != 0 ->
#if defined(MUT_NOT_SETTLED)
				clearing PAIR(me, i) = true
#elif !defined(MUT_NOT_CLEARED)
				word PAIR(me, i) = 0
#else
				skip
#endif
			:: else
			fi;
			assert(i == me || told[i] == 0 || told[i] / 4 == step + 1);
			i++
		od;
		atomic {
			told[me] = ((marks[me] ^ seen) & (1 << (step & 1)) ->
				check_of[(step & 1) * PROCS + me] : 0);
			seen = seen ^ (1 << (step & 1))
		}
		if
		:: told[me] != check ->
			noticed = true;
			assert(step == 1 && DIFFER < PROCS);
			assert(me == DIFFER || me == (DIFFER + 1) % PROCS)
		:: else
		fi;

		/* Requests: a chunk each way, and the owner has all before it serves. */
		if
		:: kind == GETS -> ready PAIR(to, me)++
		:: else
		fi;
		i = 0;
		do
		:: i == PROCS -> break
		:: else ->
			if
			:: i != me && told[i] % 4 == GETS ->
#ifndef MUT_SERVE_LATE
				ready PAIR(me, i) > took PAIR(me, i);
				took PAIR(me, i)++;
				read PAIR(me, i) = memory[me]
#else
				skip
#endif
			:: else
			fi;
			i++
		od;

		/* Data: to whom I have told of it, and what a get has read. */
		if
		:: kind != NOTHING -> ready PAIR(to, me)++
		:: else
		fi;
		memory[me] = step + 1;
		i = 0;
		do
		:: i == PROCS -> break
		:: else ->
			if
			:: i != me && told[i] % 4 != NOTHING ->
#ifdef MUT_SERVE_LATE
				if
				:: told[i] % 4 == GETS ->
					ready PAIR(me, i) > took PAIR(me, i);
					took PAIR(me, i)++;
					read PAIR(me, i) = memory[me]
				:: else
				fi;
#endif
				ready PAIR(me, i) > took PAIR(me, i);
				took PAIR(me, i)++
			:: else
			fi;
			if
			:: i != me && told[i] % 4 == GETS ->
				assert(read PAIR(me, i) == step);
				ready PAIR(i, me)++	/* the answer */
			:: else
			fi;
			i++
		od;
		if
		:: kind == GETS ->
			ready PAIR(me, to) > took PAIR(me, to);
			took PAIR(me, to)++
		:: else
		fi;
#ifndef MUT_GOES_ON
		/* src: bsp/chunk.c:chunk_await_free, of each. */
		i = 0;
		do
		:: i == PROCS -> break
		:: else ->
			took PAIR(i, me) == ready PAIR(i, me);
			i++
		od;
#endif
		step++
	od;

	i = 0;
	do
	:: i == PROCS -> break
	:: else ->
		assert(ready PAIR(me, i) == took PAIR(me, i));
		i++
	od;
	finished++;
	assert(finished < PROCS || noticed == (DIFFER < PROCS))
}

init {
	atomic {
		byte n = 0;
		do
		:: n == PROCS -> break
		:: else -> run process(n); n++
		od
	}
}
