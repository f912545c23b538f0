/* SPDX-License-Identifier: Apache-2.0
 *
 * Started collectives by asks (collectives/started/asked.h): N cores start CALLS of them in
 * one order, each an allgather, a gather or a scan; blocks have PIECES pieces, which who is
 * asked counts, a core has ROOMS rooms and WINDOW calls under way.  Each access to a word of an MPB is one
 * step, but half a word, which an ask is, comes byte by byte; interrupts merge, and come when they like.
 *
 * assert: what is taken is the piece that was asked for, of that core and collective,
 *   and in a scan what all ranks before have added to.
 * D: nobody waits for ever, nor asks somebody who has ended.
 */
#ifndef N
#define N 2
#endif
#ifndef CALLS
#define CALLS 2
#endif
#ifndef PIECES
#define PIECES 2
#endif
#ifndef WINDOW
#define WINDOW 2
#endif
#define ROOMS 2

/* All are of kind ONLY, if that is set, else of any. */
#define ALLGATHER 0
#define GATHER 1
#define SCAN 2

/* An ask's and a room's word. */
#define WORD(bit, last, place, time, n) \
	((bit) + 2 * (last) + 4 * (place) + 8 * (time) + 16 * (n) + 128 * (bit))
#define FIRST 15
#define SECOND 240
#define BIT(word) ((word) & 1)
#define BIT_TOO(word) ((word) >> 7)
#define LAST(word) ((word) >> 1 & 1)
#define PLACE(word) ((word) >> 2 & 1)
#define NUMBER(word) ((word) >> 4 & 7)
#ifdef MUT_ONE_BIT
#define IS_NEW(word, answered) (BIT(word) != answered)
#else
#define IS_NEW(word, answered) \
	(BIT(word) != answered && BIT_TOO(word) != answered)
#endif

byte kinds[CALLS + 1];
byte ask_word[N * N];	/* at the first core, by the second */
byte room_word[N * ROOMS];
/* What is in a room: whose it is, of which collective, and which piece. */
byte data_from[N * ROOMS], data_n[N * ROOMS], data_index[N * ROOMS];
bit data_whole[N * ROOMS];	/* in a scan: with all that is before */
bit raised[N];

#define STEPS(i, n) (kind[n] == SCAN -> (i) > 0 : \
	(kind[n] == ALLGATHER || (n) % N == (i) -> N - 1 : 0))
#define ASKERS(i, n) (kind[n] == SCAN -> (i) < N - 1 : \
	(kind[n] == ALLGATHER -> N - 1 : (n) % N != (i)))
#define SOURCE(i, n, step) (kind[n] == SCAN -> (i) - 1 : ((i) + 1 + (step)) % N)

/* In any order. */
inline put_ask()
{
	if
	:: ask_word[from * N + i] =
		ask_word[from * N + i] & SECOND | word & FIRST
	:: ask_word[from * N + i] =
		ask_word[from * N + i] & FIRST | word & SECOND
	fi;
	ask_word[from * N + i] = word
}

/* Core i asks for the next piece.  src: collectives/started/asked_engine.c:asked_engine_ask */
inline ask()
{
	atomic {
		from = SOURCE(i, received + 1, step);
		told[from] = 1 - told[from];
		word = WORD(told[from], index == PIECES - 1, asked % ROOMS,
#ifdef MUT_ONE_TIME
			    0,
#else
			    asked / ROOMS % 2,
#endif
			    received + 1);
		mine[asked % ROOMS] = word;
		wants[asked % ROOMS] = index;
		whose[asked % ROOMS] = from;
		waits[from] = 1;
		asked++;
		step++
	}
#ifdef MUT_NOT_LANDED
	raised[from] = 1;
	put_ask()
#else
	put_ask();
	raised[from] = 1
#endif
}

/* src: collectives/started/asked_engine.c:ask_on */
inline ask_on()
{
	do
	:: received == begun || step == STEPS(i, received + 1) &&
	   (index == PIECES - 1 || step == 0) -> break
	:: else ->
		if
		:: step == STEPS(i, received + 1) -> atomic { step = 0; index++ }
		:: else
		fi;
		if
#ifdef MUT_ROOMS
		:: asked - taken > ROOMS -> break
#else
		:: asked - taken == ROOMS -> break
#endif
#ifndef MUT_TWICE
		:: asked - taken < ROOMS &&
		   waits[SOURCE(i, received + 1, step)] -> break
#endif
		:: else -> ask()
		fi
	od
}

/* To core j, what it has asked for.  src: collectives/started/asked_serve.c:asked_give */
inline give(whole)
{
	atomic {
		at = j * ROOMS + PLACE(word);
#ifndef MUT_AGAIN
		answered[j] = 1 - answered[j];
#endif
		askers[n % WINDOW] = askers[n % WINDOW] - LAST(word);
		piece = given[j];
#ifdef MUT_COUNTS_ON
		given[j]++
#else
		given[j] = (LAST(word) -> 0 : given[j] + 1)
#endif
	}
#ifdef MUT_TOLD_FIRST
	room_word[at] = word;
#endif
	atomic {
		data_from[at] = i;
		data_n[at] = (n > begun -> 0 : n);
		data_index[at] = piece;
		data_whole[at] = whole
	}
#ifndef MUT_TOLD_FIRST
	room_word[at] = word;
#endif
#ifndef MUT_NO_INTERRUPT
	raised[j] = 1
#endif
}

/* Is what has come what was asked for? */
inline check()
{
	assert(data_from[at] == whose[taken % ROOMS]);
	assert(data_n[at] == received + 1);
	assert(data_index[at] == wants[taken % ROOMS]);
	assert(kind[received + 1] != SCAN || data_whole[at]);
	waits[whose[taken % ROOMS]] = 0
}

/* src: collectives/started/asked_engine.c:take_next */
inline take_next()
{
	at = i * ROOMS + taken % ROOMS;
	if
	:: received == begun || taken == asked
	:: else ->
		if
		:: room_word[at] == mine[taken % ROOMS] ->
			n = received + 1;
			if
			:: kind[n] == SCAN && askers[n % WINDOW] > 0 -> pass_on()
			:: else ->
				atomic { check(); taken++; moved = 1 }
			fi
		:: else
		fi
	fi
}

/* A scan's: when the next rank has asked.  src: collectives/started/asked_combine.c:asked_combine_take */
inline pass_on()
{
	j = i + 1;
	word = ask_word[i * N + j];
	if
	:: IS_NEW(word, answered[j]) ->
		if
		:: NUMBER(word) == n ->
			atomic { check(); whole = data_whole[at] }
			give(whole);
			atomic { taken++; moved = 1 }
		:: else
		fi
	:: else
	fi
}

/* src: collectives/started/asked_serve.c:serve */
inline serve()
{
	word = ask_word[i * N + j];
	if
	:: IS_NEW(word, answered[j]) ->
		n = NUMBER(word);
		if
#ifdef MUT_EARLY
		:: false
#else
		:: n > begun
#endif
#ifndef MUT_SCAN_EARLY
		:: n <= begun && kind[n] == SCAN && i > 0 && n > received
#endif
		:: else ->
			whole = (kind[n] == SCAN && i > 0 -> n <= received : 1);
			give(whole);
			moved = 1
		fi
	:: else
	fi
}

/* src: collectives/started/asked_engine.c:asked_engine_go_on */
inline round()
{
	do
	:: moved = 0;
		ask_on();
		take_next();
		if
		:: !moved && received != begun && taken == asked &&
		   (STEPS(i, received + 1) == 0 || index == PIECES - 1 &&
		    step == STEPS(i, received + 1)) ->
			atomic { received++; step = 0; index = 0; moved = 1 }
		:: else
		fi;
		j = 0;
		do
		:: j == N -> break
		:: else ->
			if
			:: j != i -> serve()
			:: else
			fi;
			j++
		od;
		j = 0;
		do
#ifdef MUT_ENDS
		:: ended != received -> ended++
#else
		:: ended != received && askers[(ended + 1) % WINDOW] == 0 ->
			ended++
#endif
		:: else -> break
		od;
		if
		:: moved
		:: !moved -> break
		fi
	od
}

proctype core(byte i)
{
	byte begun, received, ended, asked, taken, step, index;
	byte mine[ROOMS], wants[ROOMS], whose[ROOMS], askers[WINDOW];
	byte given[N], piece;
	bit told[N], answered[N], waits[N], moved, whole;
	byte kind[CALLS + 1], j, n, at, from, word;

	/* Its own: what only a core looks at is no step of all. */
	atomic {
		do
		:: n == CALLS -> break
		:: else ->
			n++;
			kind[n] = kinds[n]
		od
	}
	do
	:: ended == CALLS -> break
	/* src: collectives/started/asked_start.c:asked_start_begin */
	:: begun < CALLS && begun - ended < WINDOW ->
		atomic {
			begun++;
			askers[begun % WINDOW] = (ASKERS(i, begun) ->
				ASKERS(i, begun) : 0)
		}
		round()
	:: ended < CALLS && raised[i] ->
		raised[i] = 0;
		round()
	od
}

init {
	byte n = 1;

	atomic {
		do
		:: n > CALLS -> break
		:: else ->
			if
#ifdef ONLY
			:: kinds[n] = ONLY
#else
			:: kinds[n] = ALLGATHER
			:: kinds[n] = GATHER
			:: kinds[n] = SCAN
#endif
			fi;
			n++
		od;
		n = 0;
		do
		:: n == N -> break
		:: else -> run core(n); n++
		od
	}
}
