/* SPDX-License-Identifier: Apache-2.0
 *
 * The board: who is told by a relay.  A root announces CHUNKS chunks, at most B of
 * them, its buffers, not copied by both others.  It counts on the board, modulo
 * MODULUS, and interrupts the relay, which interrupts a leaf.  Who finds the count
 * as it was does not look at the header, but for one look that it may take for
 * other reasons; and OTHERS times cores are interrupted for those.  So chunks are
 * copied before their counts are seen, and counts seen before the interrupt.  No
 * tick: a lost one is an invalid end state.
 */
#ifndef CHUNKS
#define CHUNKS 10
#endif
#ifndef B
#define B 1
#endif
#ifndef MODULUS
#define MODULUS 8
#endif
#ifndef OTHERS
#define OTHERS 2
#endif
#define RELAY 0
#define LEAF 1

byte header;		/* the root's: chunks announced up to this one */
byte board;		/* its byte, in the MPB of some core */
byte copied[2];
bit irq[2];

#define COUNT board = (board + 1) % MODULUS

active proctype root()
{
	byte n;
	do
	:: n < CHUNKS ->
		copied[RELAY] + B > n && copied[LEAF] + B > n;
		n++;
#ifdef MUT_COUNT_FIRST
		COUNT;
		irq[RELAY] = 1;
		header = n
#elif defined(MUT_INTERRUPT_FIRST)
		header = n;
		irq[RELAY] = 1;
		COUNT
#else
		header = n;
		COUNT;		/* src: collectives/abcast/board.c:board_count */
		irq[RELAY] = 1
#endif
	:: n == CHUNKS -> break
	od;
	copied[RELAY] == CHUNKS && copied[LEAF] == CHUNKS
}

active proctype others()
{
	byte times;
	do
	:: times < OTHERS -> irq[RELAY] = 1; times++
	:: times < OTHERS -> irq[LEAF] = 1; times++
	:: break
	od
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
		now = board;		/* src: collectives/abcast/board.h:board_look */
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
			:: me == RELAY ->	/* src: collectives/abcast/board.h:board_pass_on */
				irq[LEAF] = 1
			:: else
			fi;
#endif
#ifndef MUT_RECORD_LATE
			copied[me] = header;
#endif
#if defined(MUT_RECORD_LATE) || defined(MUT_RECORD_AGAIN)
			seen = board
#endif
		:: else
		fi
	od
}

init {
	atomic { run called(RELAY); run called(LEAF) }
}
