/* SPDX-License-Identifier: Apache-2.0
 *
 * A way that spills (messages/am/ways/am_way.c, am_spill.c, am_queue.c): one sender sends COUNT
 * messages, numbered, in order.  Each goes by the one slot, if that is free and nothing
 * that is queued may still be waiting; else to the queue, of ROOM messages, by a piece
 * that the receiver's interrupt copies there.  The receiver's thread serves slot and queue
 * when it likes.  With TWO_WAYS both cores are both, and wait for each other's room.
 *
 * assert: messages are handled in order, whole, and none twice; the queue never has more
 * than it has room for.
 * D: nobody waits for ever.
 */
#ifndef COUNT
#define COUNT 4
#endif
#ifndef ROOM
#define ROOM 2
#endif
#ifdef TWO_WAYS
#define SIDES 2
#else
#define SIDES 1
#endif

/* Of the pair: who sends on side s receives on the other one. */
byte slot[SIDES];		/* number of the message there; 0: free */
byte piece[SIDES];		/* in the sender's MPB */
bit bell[SIDES];
byte pieces[SIDES];		/* put there */
byte copied[SIDES];		/* .. and copied, as the receiver says */
byte queue[SIDES * ROOM];
byte put[SIDES], taken[SIDES];	/* of the queue; `credit` is what the sender knows */
byte credit[SIDES];
byte handled[SIDES];

#define IN_QUEUE(s) (put[s] - taken[s])

inline handle(side, m)
{
	assert(m == handled[side] + 1);
	handled[side] = m
}

/* The gate of the receiver.  src: messages/am/ways/am_spill.c:am_spill_take */
active [SIDES] proctype gate()
{
	byte s = _pid;

	do
	:: bell[s] ->
		bell[s] = 0;
#ifdef MUT_SAID_FIRST
		copied[s]++;
#endif
		assert(IN_QUEUE(s) < ROOM);
		queue[s * ROOM + put[s] % ROOM] = piece[s];
		put[s]++;
#ifndef MUT_SAID_FIRST
		copied[s]++
#endif
	:: handled[s] == COUNT -> break
	od
}

/* What its thread does, once.  src: messages/am/ways/am_queue.c:serve_core */
inline serve(r)
{
	until = put[r];
#ifndef MUT_QUEUE_FIRST
	if
	:: slot[r] -> handle(r, slot[r]); slot[r] = 0
	:: else
	fi;
#endif
#ifdef MUT_LIVE
	until = put[r];
#endif
	do
	:: taken[r] == until -> break
	:: else ->
		handle(r, queue[r * ROOM + taken[r] % ROOM]);
		taken[r]++;
		credit[r] = taken[r]
	od;
#ifdef MUT_QUEUE_FIRST
	if
	:: slot[r] -> handle(r, slot[r]); slot[r] = 0
	:: else
	fi;
#endif
}

/* src: messages/am/ways/am_way.c:weft_am_way_send */
inline send(me)
{
	if
#ifdef MUT_OVERTAKES
	:: !slot[me] -> slot[me] = next
#else
	:: !slot[me] && mine == credit[me] -> slot[me] = next
#endif
	:: slot[me] || mine != credit[me] ->
#ifndef MUT_NO_CREDIT
		do
		:: mine - credit[me] < ROOM -> break
#if defined(TWO_WAYS) && !defined(MUT_SERVES_NOTHING)
		:: slot[1 - me] || IN_QUEUE(1 - me) -> serve(1 - me)
#endif
		od;
#endif
#ifndef MUT_ONE_PLACE
		copied[me] == pieces[me];
#endif
		piece[me] = next;
		pieces[me]++;
		bell[me] = 1;
		mine++
	fi
}

#ifdef TWO_WAYS
active [SIDES] proctype core()
{
	byte s = _pid - SIDES, next = 1, until, mine;

	do
	:: next <= COUNT -> send(s); next++
	:: next > COUNT && handled[1 - s] < COUNT &&
			(slot[1 - s] || IN_QUEUE(1 - s)) ->
		serve(1 - s)
	:: next > COUNT && handled[1 - s] == COUNT -> break
	od
}
#else
active proctype sender()
{
	byte next = 1, mine;

	do
	:: next > COUNT -> break
	:: else -> send(0); next++
	od
}

active proctype receiver()
{
	byte until;

	do
	:: handled[0] == COUNT -> break
	:: slot[0] || IN_QUEUE(0) -> serve(0)
	od
}
#endif
