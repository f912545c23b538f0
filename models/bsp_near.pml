/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of a superstep with neighbours only (bsp/neighbours.c): PROCS processes on a line,
 * each of which calls STEPS times and names both its neighbours.  In each call it has
 * something for each neighbour, or nothing.
 *
 * It writes how much to a neighbour, in a word for even or odd calls of the pair, and then
 * that it has come; when the neighbour has, it reads its word.  Chunks are counted over all
 * calls.  Nobody clears the words: each call writes one.
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

#ifdef MUT_ONE_WORD
#define SET(call) 0
#else
#define SET(call) ((call) & 1)
#endif
#define AT(at, by) ((at) * PROCS + (by))
#define WORD(call, at, by) word[SET(call) * PROCS * PROCS + AT(at, by)]

byte word[2 * PROCS * PROCS];	/* at a process, by each */
byte come[PROCS * PROCS];
byte chunks[PROCS * PROCS];	/* that have come, over all calls */

/* src: bsp/neighbours.c:tell */
inline tell(other, some) {
	atomic {
		calls[other]++;
		if
		:: some = 1
		:: some = 0
		fi
	}
#ifdef MUT_COME_FIRST
	come[AT(other, me)] = calls[other];
	WORD(calls[other], other, me) = 2 * calls[other] + some
#else
	WORD(calls[other], other, me) = 2 * calls[other] + some;
	come[AT(other, me)] = calls[other]
#endif
}

/* src: bsp/neighbours.c:hear */
inline hear(other, some) {
#ifndef MUT_NO_WAIT
	come[AT(me, other)] >= calls[other];
#endif
	atomic {
		assert(come[AT(me, other)] <= calls[other] + 1);
		told = WORD(calls[other], me, other);
		assert(told / 2 == calls[other]);
		some = told & 1;
		told = 0
	}
}

/* src: bsp/exchange.c:exchange: a chunk to whom I have told of it, one from who has told me */
inline move(other, mine) {
	if
	:: mine -> chunks[AT(other, me)]++
	:: else
	fi
}

inline take(other, theirs) {
	if
	:: theirs ->
		atomic {
			chunks[AT(me, other)] > took[other];
			took[other]++
		}
	:: else
	fi
}

proctype process(byte me) {
	byte calls[PROCS], took[PROCS];
	byte above, below, step, told;
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
		atomic {
			to_above = 0; to_below = 0;
			from_above = 0; from_below = 0;
			step++
		}
	od;
	assert(!has_above || chunks[AT(me, above)] >= took[above]);
	assert(!has_below || chunks[AT(me, below)] >= took[below])
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
