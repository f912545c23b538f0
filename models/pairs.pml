/* SPDX-License-Identifier: Apache-2.0
 *
 * The exchange by pairs: five cores, halves of three and two, and so on; ROUNDS
 * exchanges one after another, in words of their own or, with CHUNKS, in buffers
 * that each core uses for something else until it enters a barrier before the first and
 * as soon as it has left the last.  What a core reads is of this exchange, and at the
 * end it has what all cores gave, once; nobody writes into a buffer that is used for
 * something else.
 */
#ifndef ROUNDS
#define ROUNDS 3
#endif
#define CORES 5
#define STEPS 3
#define ALL   31	/* a bit for each core */

/* The steps of each core, the last one first, as pairs_place makes them. */
#define STEPS_OF(me)  ((me) < 2 -> 3 : 2)
#define NOBODY	      CORES
#define LAST(me) \
	((me) == 2 -> NOBODY : ((me) < 2 -> (me) + 3 : (me) - 3))
#define MIDDLE(me) \
	((me) > 2 -> 7 - (me) : ((me) == 1 -> NOBODY : 2 - (me)))
#define TO(me, h) \
	((h) == 0 -> LAST(me) : ((h) == 1 -> MIDDLE(me) : 1 - (me)))
#ifdef MUT_TELL_ONE
#define AND_TO(me, h) NOBODY
#else
#define AND_TO(me, h) \
	((h) == 1 && (me) == 2 -> 1 : ((h) == 0 && (me) == 4 -> 2 : NOBODY))
#endif

#ifdef MUT_ONE_BANK
#define BANK 0
#else
#define BANK (n % 2)
#endif
#define PLACE(core, h) (((core) * 2 + BANK) * STEPS + (h))
#define FLAG(core, h)  ((core) * STEPS + (h))

byte exchange_of[CORES * 2 * STEPS];	/* each value: of which exchange, */
byte ranks_of[CORES * 2 * STEPS];	/* and of which ranks */
#ifdef CHUNKS
byte flag[CORES * STEPS] = 9;	/* whatever lies there */
#else
byte flag[CORES * STEPS];
#endif
bool ours[CORES];	/* a core's buffer is the exchange's */
byte entered;

inline tell()		/* src: collectives/reduce/exchange_pairs.c:pairs_values */
{
	if
	:: to == NOBODY
	:: else ->
		atomic {
#ifdef CHUNKS
			assert(ours[to]);
#endif
			exchange_of[PLACE(to, h)] = n;
			ranks_of[PLACE(to, h)] = own
		}
		flag[FLAG(to, h)] = n
	fi
}

inline step()		/* src: collectives/reduce/exchange_pairs.c:pairs_values */
{
	to = TO(me, h);
	tell();
	to = AND_TO(me, h);
	tell();
#ifdef MUT_EARLY
	flag[FLAG(me, h)] >= n - 1;
#else
	flag[FLAG(me, h)] >= n;
#endif
	atomic {
		assert(flag[FLAG(me, h)] <= n + 1);
		assert(exchange_of[PLACE(me, h)] == n);
		assert((own & ranks_of[PLACE(me, h)]) == 0);
		own = own | ranks_of[PLACE(me, h)]
	}
}

proctype core(byte me)
{
	byte n = 1, h, own, to;
#ifdef CHUNKS
#ifndef MUT_OLD_FLAGS
	d_step {	/* src: collectives/reduce/exchange_pairs.c:exchange_chunks */
		do
		:: h < STEPS -> flag[FLAG(me, h)] = 0; h++
		:: h == STEPS -> break
		od;
		h = 0
	}
#endif
	ours[me] = true;
#ifndef MUT_NO_BARRIER
	entered++;
	entered == CORES;
#endif
#endif
	do
	:: n <= ROUNDS ->
		own = 1 << me;
		h = STEPS_OF(me);
		do
		:: h > 0 -> h--; step()
		:: h == 0 -> break
		od;
		atomic {
			assert(own == ALL);
			own = 0;
			to = 0;
			n++
		}
	:: n > ROUNDS -> break
	od;
	ours[me] = false
}

init {
	byte i;
	atomic {
		do
		:: i < CORES -> run core(i); i++
		:: i == CORES -> break
		od
	}
}
