/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of a superstep (bsp/meet.c, sync.c, exchange.c): PROCS processes, STEPS times.
 * In each superstep a process has nothing, data, or a get and then data, for one other
 * process of its choice.  Words of counts are on their way until quiet; chunks are counted, over all
 * supersteps, and have room.
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

#ifdef MUT_ONE_SET
#define SET(step) 0
#else
#define SET(step) ((step) & 1)
#endif
#define WORD(set, at, by) word[((set) * PROCS + (at)) * PROCS + (by)]
#define PAIR(at, by) [(at) * PROCS + (by)]

byte word[2 * PROCS * PROCS];	/* at a process, by each; its own place is the check */
byte ready[PROCS * PROCS];	/* chunks that have come, over all supersteps */
byte arrived;			/* at the barrier, over all supersteps */
byte memory[PROCS];
byte finished;
bool noticed;
byte read[PROCS * PROCS];	/* what a get of the second has read at the first */

proctype process(byte me)
{
	byte step = 0, at, to, kind, check, sent, i;
	byte told[PROCS], took[PROCS];
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
			WORD(SET(step), to, me) = kind + 4 * (step + 1);
			pending = pending & 2 }
		:: atomic { pending & 2 ->
			at = (me + 1) % PROCS;
			WORD(SET(step), at, at) = check;
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
			WORD(SET(step), to, me) = kind + 4 * (step + 1);
			pending = pending & 2 }
		:: atomic { pending & 2 ->
			at = (me + 1) % PROCS;
			WORD(SET(step), at, at) = check;
			pending = pending & 1 }
		:: pending == 0 -> break
		od;
#endif

		/* src: bsp/meet.c:look */
		i = 0;
		do
		:: i == PROCS -> break
		:: else ->
			told[i] = WORD(SET(step), me, i);
#ifndef MUT_NOT_CLEARED
			if
			:: told[i] != 0 -> WORD(SET(step), me, i) = 0
			:: else
			fi;
#endif
			assert(i == me || told[i] == 0 || told[i] / 4 == step + 1);
			i++
		od;
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
				ready PAIR(me, i) > took[i];
				took[i]++;
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
					ready PAIR(me, i) > took[i];
					took[i]++;
					read PAIR(me, i) = memory[me]
				:: else
				fi;
#endif
				ready PAIR(me, i) > took[i];
				took[i]++
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
			ready PAIR(me, to) > took[to];
			took[to]++
		:: else
		fi;
		step++
	od;

	i = 0;
	do
	:: i == PROCS -> break
	:: else ->
		assert(ready PAIR(me, i) == took[i]);
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
