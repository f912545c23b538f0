/* SPDX-License-Identifier: Apache-2.0
 *
 * A message FIFO (messages/fifo.c): SENDERS cores send COUNT messages each to one, which
 * sleeps when it finds none.  Each access to a word is one step.
 *
 * assert: what is received is the next message of its sender, and whole.
 * D: nobody waits for ever.
 */
#ifndef SENDERS
#define SENDERS 2
#endif
#ifndef COUNT
#define COUNT 2
#endif
#define NONE SENDERS

byte stamp[SENDERS], slot[SENDERS], room[SENDERS];
bit asleep, wake;

/* src: messages/fifo.c:fifo_send */
active [SENDERS] proctype sender()
{
	byte i = _pid, sent;
	bit sleeps;

	do
	:: sent == COUNT -> break
	:: else ->
#ifndef MUT_NO_ROOM
		room[i] == sent;
#endif
		sent++;
#ifdef MUT_LOOK_FIRST
		sleeps = asleep;	/* the stamp has not landed */
#endif
#ifdef MUT_STAMP_FIRST
		stamp[i] = sent;
		slot[i] = sent;
#else
		slot[i] = sent;
		stamp[i] = sent;
#endif
#ifndef MUT_LOOK_FIRST
		sleeps = asleep;
#endif
		if
		:: sleeps -> wake = 1
		:: else
		fi
	od
}

/* Of those that have sent something one, or NONE.  src: messages/fifo.c:fifo_find */
inline look()
{
	found = NONE;
	at = 0;
	do
	:: at == SENDERS || found != NONE -> break
	:: else ->
		if
		:: stamp[at] != taken[at] -> found = at
		:: else
		fi;
		at++
	od;
	at = 0
}

/* src: messages/fifo.c:fifo_take_message */
inline take()
{
	if
	:: found != NONE ->
		taken[found]++;
#ifdef MUT_ROOM_FIRST
		room[found] = taken[found];
#endif
		assert(slot[found] == taken[found]);
#ifndef MUT_ROOM_FIRST
		room[found] = taken[found];
#endif
		received++
	:: else
	fi
}

/* src: messages/fifo.c:fifo_receive */
active proctype receiver()
{
	byte taken[SENDERS], found, at, received;

	do
	:: received == SENDERS * COUNT -> break
	:: else ->
		look();
		take();
		do
		:: found != NONE -> break
		:: else ->
#ifdef MUT_ASLEEP_FIRST
			asleep = 1;
			wake = 0;
#else
			wake = 0;
			asleep = 1;
#endif
#ifndef MUT_ONE_LOOK
			look();
			take();
			if
			:: found != NONE -> break
			:: else
			fi;
#ifdef MUT_CLEAR_LATE
			wake = 0;
#endif
#endif
			wake == 1;
#ifdef MUT_ONE_LOOK
			look();
			take()
#endif
		od;
		asleep = 0
	od
}
