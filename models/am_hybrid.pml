/* SPDX-License-Identifier: Apache-2.0
 *
 * A core that takes interrupts, but none while it looks for messages
 * (messages/am/am_hybrid.c): SENDERS cores send COUNT messages each to one.  Each access
 * to a word is one step.
 *
 * assert: all messages are served in the end.
 * D: nobody waits for ever, for a message that nobody has told of.
 */
#ifndef SENDERS
#define SENDERS 2
#endif
#ifndef COUNT
#define COUNT 2
#endif

byte sent[SENDERS];	/* slots: the number of the last message */
byte news;		/* that something has come */
bit looks;		/* what the receiver shows */
bit interrupt;		/* pending */

/* src: messages/am/am_tell.c:ask_reception */
active [SENDERS] proctype sender()
{
	byte n;
	bit seen, known;

	do
	:: n == COUNT -> break
	:: else ->
#ifdef MUT_LOOKS_FIRST
		seen = looks;
#endif
		sent[_pid]++;
		news = 1;
#ifdef MUT_ASKS_ONCE
		if
		:: !known -> seen = looks; known = 1
		:: else
		fi;
#else
#ifndef MUT_LOOKS_FIRST
		seen = looks;
#endif
#endif
		if
		:: !seen -> interrupt = 1
		:: else
		fi;
		n++
	od
}

/* src: messages/am/am_start.c:round */
inline serve()
{
	news = 0;
	at = 0;
	do
	:: at == SENDERS -> break
	:: else ->
		now = sent[at];
		served = served + now - got[at];
		got[at] = now;
		at++
	od;
	at = 0
}

/* A thread that waits, or an interrupt that goes on: looks some times.  src:
 * messages/am/am_hybrid.c:look_no_more */
active proctype receiver()
{
	byte got[SENDERS], at, now, served;

	do
	:: served == SENDERS * COUNT -> break
	:: else ->
		looks = 1;
		do
		:: news -> serve()
		:: break	/* it has been in vain often enough */
		od;
#ifdef MUT_LAST_FIRST
		serve();
		looks = 0;
#else
		looks = 0;
#ifndef MUT_NO_LAST
		serve();
#endif
#endif
		if
		:: served == SENDERS * COUNT -> break
		:: else
		fi;
		/* It sleeps. */
		interrupt == 1;
		interrupt = 0;
		serve()
	od;
	assert(served == SENDERS * COUNT)
}
