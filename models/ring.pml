/* SPDX-License-Identifier: Apache-2.0
 *
 * The ring of slots of tiny broadcasts: three cores, CALLS calls, the root of each
 * any core.  A pull: one home, which all look at; a push: a root tells two others'
 * slots one after another, or (CHAIN) one, which tells the other.  Payload and
 * word of a slot are two steps, as are seeing the word and getting the payload.
 * A slot is free again after a barrier each SLOTS calls.  What a core gets must be
 * the payload of its call.
 */
#ifndef CALLS
#define CALLS 5
#endif
#ifndef SLOTS
#define SLOTS 2
#endif
#define CORES 3
#ifdef PULL
#define AT(core, call) ((call) % SLOTS)
#else
#define AT(core, call) ((core) * SLOTS + (call) % SLOTS)
#endif

byte root[CALLS];			/* of each call: whatever it may be */
byte payload[CORES * SLOTS], word[CORES * SLOTS];
byte arrived;				/* at barriers, all together */

inline tell(to)				/* src: collectives/bcast_tiny.c:send */
{
#ifdef MUT_WORD_FIRST
	word[AT(to, n)] = n + 1;
	payload[AT(to, n)] = n + 1
#else
	payload[AT(to, n)] = n + 1;
	word[AT(to, n)] = n + 1
#endif
}

inline barrier()			/* src: collectives/bcast_tiny.c:next_turn */
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
	byte n, turn;
	do
	:: n < CALLS ->
#ifndef MUT_NO_BARRIER
		if
		:: n > 0 && n % SLOTS == 0 -> barrier()
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
#ifdef MUT_OLD_WORD
			word[AT(me, n)] > 0;
#else
			word[AT(me, n)] >= n + 1;
#endif
#ifdef CHAIN
			if
			:: (root[n] + 1) % CORES == me -> tell((me + 1) % CORES)
			:: else
			fi;
#endif
			assert(payload[AT(me, n)] == n + 1)
		fi;
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
			i++
		:: i == CALLS -> break
		od;
		run core(0);
		run core(1);
		run core(2)
	}
}
