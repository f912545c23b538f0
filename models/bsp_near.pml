/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of a superstep with neighbours only (bsp/neighbours.c): PROCS processes on a line,
 * each of which calls STEPS times and names both its neighbours.  In each call it has
 * something for each neighbour, or nothing.
 *
 * It writes how much to a neighbour, if anything, and then says that it has come: a number,
 * as chunks have, and notes beside it, one for even and one for odd calls of the pair, of
 * which it changes one if there is something.  The other reads the word if its note has
 * changed, and clears it.  Who has sent chunks waits until they have been taken.
 *
 * A process that goes wrong, WRONG, does not name its neighbour above in call 1.
 *
 * assert: each hears what a neighbour has for it in this call, no more and no less; a
 * neighbour is never two calls ahead; all that comes is taken.  D: nobody waits for ever.
 */
#ifndef PROCS
#define PROCS 3
#endif
#ifndef STEPS
#define STEPS 2
#endif
#ifndef WRONG
#define WRONG PROCS	/* nobody */
#endif

#ifdef MUT_ONE_NOTE
#define NOTE(call) 1
#else
#define NOTE(call) (1 << ((call) & 1))
#endif
#define AT(at, by) ((at) * PROCS + (by))

byte word[PROCS * PROCS];	/* at a process, by each */
byte said[PROCS * PROCS];	/* so much: that it has come, chunks */
byte notes[PROCS * PROCS];	/* written with that */
byte heard[PROCS * PROCS];	/* of that */
bool truth[PROCS * PROCS * (STEPS + 1)];	/* what a neighbour has, by calls */

inline say(other) {
#ifdef MUT_COME_FIRST
	said[AT(other, me)]++;
	if
	:: has -> word[AT(other, me)] = calls[other]
	:: else
	fi;
#else
	if
	:: has -> word[AT(other, me)] = calls[other]
	:: else
	fi;
#endif
	atomic {
#ifndef MUT_COME_FIRST
		said[AT(other, me)]++;
#endif
		notes[AT(other, me)] = noted_by[other]
	}
}

/* src: bsp/neighbours.c:neighbours_tell */
inline tell(other, some) {
	atomic {
		calls[other]++;
		if
		:: some = 1; noted_by[other] = noted_by[other] ^ NOTE(calls[other])
		:: some = 0
		fi;
		has = some;
		truth[AT(other, me) * (STEPS + 1) + calls[other]] = some
	}
	say(other)
}

/* src: bsp/neighbours.c:neighbours_hear */
inline hear(other, some) {
#ifndef MUT_NO_WAIT
	said[AT(me, other)] > heard[AT(me, other)];
#endif
	atomic {
		heard[AT(me, other)]++;
#ifdef MUT_BY_NUMBER
		some = (said[AT(me, other)] == heard[AT(me, other)] &&
			(notes[AT(me, other)] ^ noted[other]) & NOTE(calls[other]) ->
			1 : 0);
#else
		some = ((notes[AT(me, other)] ^ noted[other]) & NOTE(calls[other]) ->
			1 : 0);
#endif
		if
		:: some ->
			noted[other] = noted[other] ^ NOTE(calls[other]);
			assert(word[AT(me, other)] == calls[other]);
			word[AT(me, other)] = 0
		:: else
		fi;
		assert(some == truth[AT(me, other) * (STEPS + 1) + calls[other]])
	}
}

/* src: bsp/exchange.c:exchange: a chunk to whom I have told of it, one from who has told me */
inline move(other, mine) {
	if
	:: mine -> said[AT(other, me)]++
	:: else
	fi
}

inline take(other, theirs) {
	if
	:: theirs ->
		atomic {
			said[AT(me, other)] > heard[AT(me, other)];
			heard[AT(me, other)]++
		}
	:: else
	fi
}

/* src: bsp/chunk.c:chunk_await_free */
inline end(other, mine) {
	if
	:: mine -> heard[AT(other, me)] == said[AT(other, me)]
	:: else
	fi
}

proctype process(byte me) {
	byte calls[PROCS], noted[PROCS], noted_by[PROCS];
	byte above, below, step;
	bit has;
	bit to_above, to_below, from_above, from_below;
	bool has_above, has_below;

	above = (me + 1) % PROCS;
	below = (me + PROCS - 1) % PROCS;
	has_above = me < PROCS - 1;
	has_below = me > 0;
	do
	:: step == STEPS -> break
	:: else ->
		if
		:: has_above && !(me == WRONG && step == 1) ->
			tell(above, to_above)
		:: else
		fi;
		if
		:: has_below -> tell(below, to_below)
		:: else
		fi;
		if
		:: has_above && !(me == WRONG && step == 1) ->
			hear(above, from_above)
		:: else
		fi;
		if
		:: has_below -> hear(below, from_below)
		:: else
		fi;
		/* In rounds, as the Latin square: up, then down. */
		move(above, to_above);
		take(below, from_below);
		move(below, to_below);
		take(above, from_above);
		end(above, to_above);
		end(below, to_below);
		atomic {
			to_above = 0; to_below = 0;
			from_above = 0; from_below = 0;
			step++
		}
	od;
	assert(!has_above || said[AT(me, above)] >= heard[AT(me, above)]);
	assert(!has_below || said[AT(me, below)] >= heard[AT(me, below)])
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
