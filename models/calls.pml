/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls: who is told by a relay.  A root announces CHUNKS chunks, at most B of
 * them, its buffers, not copied by both others, and calls the relay; that passes the
 * call on to a leaf.  A call counts, modulo MODULUS, in a word of the called
 * core's; who finds it as it was does not look at the header, but for one look
 * that it may take for other reasons.  So chunks are copied before their calls
 * are seen, and calls run ahead of what has been seen of them by more than B.  No
 * tick: a lost call is an invalid end state.
 */
#ifndef CHUNKS
#define CHUNKS 14
#endif
#ifndef B
#define B 1
#endif
#ifndef MODULUS
#define MODULUS 8
#endif
#define RELAY 0
#define LEAF 1
#define NEXT(v) ((v + 1) % MODULUS)

byte header;		/* the root's: chunks announced up to this one */
byte word[2];		/* in the MPB of relay and leaf */
byte copied[2];
bit irq[2];

active proctype root()
{
	byte n;
	do
	:: n < CHUNKS ->
		copied[RELAY] + B > n && copied[LEAF] + B > n;
		n++;
#ifdef MUT_CALL_FIRST
		word[RELAY] = NEXT(word[RELAY]);
		irq[RELAY] = 1;
		header = n
#else
		header = n;
		word[RELAY] = NEXT(word[RELAY]); /* src: collectives/abcast_tell.c:tell_at */
		irq[RELAY] = 1
#endif
	:: n == CHUNKS -> break
	od;
	copied[RELAY] == CHUNKS && copied[LEAF] == CHUNKS
}

/* The relay passes on, and both copy all that there is. */
proctype called(byte me)
{
	byte seen, now;
end:	do
	:: irq[me] -> irq[me] = 0;
		if
		:: copied[me] = header
		:: skip
		fi;
		now = word[me];		/* src: collectives/abcast_tell.c:abcast_called */
		if
		:: now != seen ->
#ifdef MUT_RECORD_LATE
			copied[me] = header;
#endif
#ifndef MUT_RECORD_AGAIN
			seen = now;
#endif
#ifndef MUT_NO_PASSING
			if
			:: me == RELAY ->	/* src: collectives/abcast_tell.c:answer */
				word[LEAF] = NEXT(word[LEAF]);
				irq[LEAF] = 1
			:: else
			fi;
#endif
#if defined(MUT_RECORD_LATE) || defined(MUT_RECORD_AGAIN)
			seen = word[me];
#endif
#ifndef MUT_RECORD_LATE
			copied[me] = header
#endif
		:: else
		fi
	od
}

init {
	atomic { run called(RELAY); run called(LEAF) }
}
