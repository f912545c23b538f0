/* SPDX-License-Identifier: Apache-2.0
 *
 * The broadcast by multicast, and the barrier: each core tells rank 0 how far it
 * has come; calls of any root and kind, one after another, and in each core as early as it
 * can.  A chunk's bytes are the number of its call.
 *
 * Never has one core a multicast under way when another one begins (arch/multicast.h).
 *
 * UNITS 2: each chunk takes one unit of the ring.  UNITS 4: one, or two, which begin
 * at a half.
 */
#ifndef CORES
#define CORES 4
#endif
#ifndef CALLS
#define CALLS 4
#endif
#ifndef UNITS
#define UNITS 2
#endif
#define HALF (UNITS / 2)

/* Of each call a digit, the first one's last. */
#ifndef KINDS
#define KINDS 2222		/* 0: SHORT or CHUNK */
#endif
#ifndef ROOTS
#define ROOTS 9999		/* 9: 0, or the last core */
#endif
#include "multicast_net.pml"

inline next_chunk()		/* src: collectives/bcast/bcast_multicast.c:next_chunk */
{
	d_step {
		units = (kind[n] == LONG -> HALF : 1);
		pos = at % UNITS;
		over = 0;
		if
		:: units == HALF -> over = (UNITS - pos) % HALF
		:: units != HALF && pos + units > UNITS -> over = UNITS - pos
		:: else
		fi;
		pos = (pos + over) % UNITS;
		last = at + over + units;
#ifdef MUT_GAP_UNCOUNTED
		need = last - over;
#else
#ifdef MUT_GATHER_LESS
		need = last - 1;
#else
		need = last;
#endif
#endif
		need = (need > UNITS -> need - UNITS : 0);
		over = 0
	}
}

/* By rank 0, word after word.  src: collectives/barrier/arrivals.c:arrivals_gather */
inline gather(until, whose)
{
	told[whose + 1] >= until;
#ifndef MUT_FIRST_ONLY
	told[whose + 2] >= until;
#if CORES > 3
	told[whose + 3] >= until
#endif
#endif
}

/* src: collectives/bcast/bcast_multicast.c:await_read */
inline gather_read(until)
{
	if
	:: read >= until
	:: read < until ->
		least = (at > HALF && at - HALF > until -> at - HALF : until);
		gather(least, OF_CALLS);
#ifdef MUT_READ_OWN
		d_step { read = at; least = 0 }
#else
		d_step { read = least; least = 0 }
#endif
	fi
}

inline get()			/* what is in my ring, or line */
{
	d_step {
		do
		:: kind[n] == SHORT ->
			assert(beside[AT(me, pos)] == n + 1);
			break
		:: kind[n] != SHORT && i < units ->
			assert(ring[AT(me, pos + i)] == n + 1);
			i++
		:: kind[n] != SHORT && i == units -> break
		od;
		i = 0
	}
}

inline done()			/* src: collectives/bcast/bcast_multicast.c:done */
{
	at = last;
	if
#ifdef MUT_ROOT_UNCOUNTED
	:: root[n] == me
#endif
#ifdef MUT_READER_SILENT
	:: root[n] != me
#endif
	:: else -> told[me] = at
	fi
}

inline cast()			/* src: collectives/bcast/bcast_multicast.c:cast */
{
	if
	:: root[n] != me -> get()
	:: else
	fi;
	if
	:: kind[n] == SHORT -> multicast_words(LINE, last)
	:: else ->
		multicast_bytes();
		multicast_words(LANDED, last)
	fi
}

inline as_rank_0()		/* src: collectives/bcast/bcast_multicast.c:as_rank_0 */
{
	if
	:: root[n] != 0 ->	/* src: collectives/bcast/bcast_multicast.c:await_put */
#ifdef MUT_ROOM_EARLY
		room[root[n]] = last + UNITS;
#else
		room[root[n]] = at + UNITS;
#endif
		if
		:: kind[n] == SHORT -> line[AT(0, pos)] >= last
		:: else -> put >= last
		fi
	:: else
	fi;
#ifndef MUT_NO_GATHER
	gather_read(need);
#endif
	cast();
	at = last
}

inline as_root()		/* src: collectives/bcast/bcast_multicast.c:as_root */
{
#ifndef MUT_NO_ROOM
	room[me] >= last;
#endif
	if
	:: kind[n] == SHORT ->
		d_step {
			line[AT(0, pos)] = last;
			beside[AT(0, pos)] = n + 1
		}
	:: else ->
#ifdef MUT_PUT_LATE
		put = last;
#endif
		d_step {
			do
			:: i < units ->
				ring[AT(0, pos + i)] = n + 1;
				i++
			:: i == units -> break
			od;
			i = 0
		}
#ifndef MUT_PUT_LATE
		put = last
#endif
	fi;
	done()
}

#ifdef MUT_ROOT_CASTS
/* A root with room at rank 0 multicasts by itself; rank 0 reads as all do. */
inline as_casting_root()
{
	room[me] >= last;
	if
	:: kind[n] == SHORT -> multicast_words(LINE, last)
	:: else ->
		multicast_bytes();
		multicast_words(LANDED, last)
	fi;
	done()
}
#endif

inline as_reader()		/* src: collectives/bcast/bcast_multicast.c:as_reader */
{
	if
	:: kind[n] == SHORT -> line[AT(me, pos)] >= last
	:: else -> landed[me] >= last
	fi;
	atomic {
		get();
		done()
	}
}

inline broadcast()		/* src: collectives/bcast/bcast_multicast.c:bcast_multicast_run_job */
{
	next_chunk();
	if
#ifdef MUT_ROOT_CASTS
	:: me == 0 && root[n] != 0 ->
		gather_read(need);
		room[root[n]] = at + UNITS;
		as_reader()
	:: me == 0 && root[n] == 0 -> as_rank_0()
#else
	:: me == 0 -> as_rank_0()
#endif
	:: me != 0 ->
		if
#ifdef MUT_ROOT_CASTS
		:: root[n] == me -> as_casting_root()
#else
		:: root[n] == me -> as_root()
#endif
		:: else -> as_reader()
		fi
	fi
}

/* src: collectives/barrier/barrier_multicast.c:weft_barrier_multicast */
inline barrier()
{
	turn++;
	inside++;
	if
	:: me != 0 ->
		told[OF_BARRIERS + me] = turn;
		release[me] >= turn
	:: me == 0 ->
		gather(turn, OF_BARRIERS);
		multicast_words(RELEASE, turn)
	fi;
	assert(inside >= CORES * turn)
}

proctype core(byte me)
{
	byte n, at, read, turn, pos, units, last, need, least, over, i;

	do
	:: n < CALLS ->
		if
		:: kind[n] == BARRIER -> barrier()
		:: else -> broadcast()
		fi;
		d_step { n++; pos = 0; units = 0; need = 0; last = 0 }
	:: n == CALLS -> break
	od
}

init {
	byte i;
	int kinds = KINDS, roots = ROOTS;

	atomic {
		for (i : 0 .. CALLS - 1) {
			kind[i] = kinds % 10;
			if
			:: kind[i] == 0 -> kind[i] = SHORT
			:: kind[i] == 0 -> kind[i] = CHUNK
			:: else
			fi;
			root[i] = roots % 10;
			if
			:: root[i] == 9 -> root[i] = 0
			:: root[i] == 9 -> root[i] = CORES - 1
			:: else
			fi;
			kinds = kinds / 10;
			roots = roots / 10
		}
		kinds = 0; roots = 0;
		for (i : 0 .. CORES - 1) {
			run core(i);
			run network(i)
		}
	}
}
