/* SPDX-License-Identifier: Apache-2.0
 *
 * The bell: why it is a word for each core that rings, and a counter.  Two
 * parents each announce ROUNDS things to one child through a word in the
 * child's MPB; a parent announces the next when the last has been taken.  The
 * child looks only where it has rung.  A lost ring is an invalid end state.
 */
#ifndef ROUNDS
#define ROUNDS 3
#endif
#ifdef MUT_SHARED_WORD
#define WORD(p) 0
#else
#define WORD(p) p
#endif
#ifdef MUT_NO_COUNT
#define NEXT(v) 1	/* a mark, not a counter: the same as seen */
#else
#define NEXT(v) ((v) + 1)
#endif

byte header[2], taken[2];
byte bell[2];
bit irq;

proctype parent(byte p)
{
	byte n, v;
	do
	:: n < ROUNDS ->
		taken[p] == n;
		n++;
		header[p] = n;
		v = bell[WORD(p)];	/* src: runtime/bell.c:ring */
		bell[WORD(p)] = NEXT(v);
		irq = 1
	:: n == ROUNDS -> break
	od
}

active proctype child()
{
	byte seen[2];
	byte p;
	do
	:: taken[0] + taken[1] == 2 * ROUNDS -> break
	:: irq -> irq = 0;
		p = 0;
		do
		:: p < 2 ->
			if		/* src: runtime/bell.c:look_at_line */
			:: bell[WORD(p)] != seen[p] ->
#ifdef MUT_BELL_LATE
				taken[p] = header[p];
				seen[p] = bell[WORD(p)]
#else
				seen[p] = bell[WORD(p)];
				taken[p] = header[p]
#endif
			:: else
			fi;
			p++
		:: p == 2 -> break
		od;
		p = 0
	od
}

init {
	atomic { run parent(0); run parent(1) }
}
