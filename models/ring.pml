/* SPDX-License-Identifier: Apache-2.0
 *
 * The ring of slots of tiny broadcasts: three cores, CALLS calls, the root of each
 * any core.  A pull: one hub, which all look at; a push: a root tells two others'
 * slots one after another, or (CHAIN) one, which tells the other.  Payload and
 * word of a slot are two steps, as are seeing the word and getting the payload.
 * A slot is free again after a barrier, whoever asked for it: the application may
 * before any call.  What a core gets must be the payload of its call.
 *
 * A short one (PARTS 2) has two payloads, and its word counts both.
 */
#ifndef CALLS
#define CALLS 5
#endif
#ifndef SLOTS
#define SLOTS 2
#endif
#ifndef PARTS
#define PARTS 1
#endif
#define CORES 3
#ifdef PULL
#define AT(core, call) ((call) % SLOTS)
#else
#define AT(core, call) ((core) * SLOTS + (call) % SLOTS)
#endif

byte root[CALLS];			/* of each call: whatever it may be */
#ifdef APPLICATION
bool parts_us[CALLS];			/* a barrier of its before that call */
#endif
byte payload[CORES * SLOTS * PARTS], word[CORES * SLOTS];
byte arrived;				/* at barriers, all together */

#define PART(core, call, i) (AT(core, call) * PARTS + (i))

inline tell(to)				/* src: collectives/bcast/tiny.h:tiny_send */
{
	part = 0;				/* src: collectives/bcast/bcast_short.c:short_tell */
	do
	:: part < PARTS ->
#ifdef MUT_WORD_FIRST
		word[AT(to, n)] = n * PARTS + part + 1;
		payload[PART(to, n, part)] = n + 1;
#else
		payload[PART(to, n, part)] = n + 1;
		word[AT(to, n)] = n * PARTS + part + 1;
#endif
		part++
	:: part == PARTS -> break
	od
}

inline get(from)			/* src: collectives/bcast/bcast_short.c:short_move */
{
	part = 0;
	do
	:: part < PARTS ->
#ifdef MUT_OLD_WORD
		word[AT(from, n)] > 0;
#else
#ifdef MUT_FIRST_WORD
		word[AT(from, n)] >= n * PARTS + 1;
#else
		word[AT(from, n)] >= n * PARTS + part + 1;
#endif
#endif
		assert(payload[PART(from, n, part)] == n + 1);
		part++
	:: part == PARTS -> break
	od
}

inline barrier()			/* src: collectives/bcast/slots.c:free_banks */
{
	turn++;
	arrived++;
#ifdef MUT_ROOT_ALONE
	if	/* who is the root next time need not wait */
	:: root[n] == me
	:: else -> arrived >= CORES * turn
	fi
#else
	arrived >= CORES * turn
#endif
}

proctype core(byte me)
{
	byte n, turn, part;
	byte used[SLOTS];		/* barriers so far, and one */
	do
	:: n < CALLS ->
#ifdef APPLICATION
		if
		:: parts_us[n] -> barrier()
		:: else
		fi;
#endif
#ifndef MUT_NO_BARRIER
		if			/* src: collectives/bcast/slots.c:is_free */
#ifdef MUT_EARLIER
		:: used[n % SLOTS] > 0 && turn == 0 -> barrier()
#else
		:: used[n % SLOTS] == turn + 1 -> barrier()
#endif
		:: else
		fi;
#endif
		if
		:: root[n] == me ->
			tell((me + 1) % CORES);
#if !defined(PULL) && !defined(CHAIN)
			tell((me + 2) % CORES)
#endif
		:: else ->
#ifdef CHAIN
			word[AT(me, n)] >= n + 1;
			if
			:: (root[n] + 1) % CORES == me -> tell((me + 1) % CORES)
			:: else
			fi;
#endif
			get(me)
		fi;
		used[n % SLOTS] = turn + 1;
		n++
	:: n == CALLS -> break
	od
}

init {
	byte i;
	atomic {
		do
		:: i < CALLS ->
			if
			:: root[i] = 0
			:: root[i] = 1
			:: root[i] = 2
			fi;
#ifdef APPLICATION
			if
			:: parts_us[i] = true
			:: i > 0
			fi;
#endif
			i++
		:: i == CALLS -> break
		od;
		run core(0);
		run core(1);
		run core(2)
	}
}
