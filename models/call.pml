/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls (messages/calls/call.h): one slot of one core, COUNT calls one after the other, each but
 * the last of which may be given up.  The server replies at once, from its handler, or later,
 * from a thread, in any order; its core may stop at any place.  Data and stamp are two steps.
 *
 * assert: a reply is that of the call which takes it, or there is none, and the core
 * has stopped.
 * D: nobody waits for ever.
 */
#ifndef COUNT
#define COUNT 3
#endif

byte data, stamp;	/* of the slot */
byte asked;		/* its stamp is to become this */
bit failed;
bit stopped, told;
chan question = [COUNT] of { byte };
bit kept[COUNT + 1];

/* What a core that has stopped would have written is never there. */
inline write(word, n)
{
	d_step {
		if
		:: !stopped -> word = n
		:: else
		fi
	}
}

/* src: messages/calls/call_reply.c:weft_call_reply */
inline reply(n)
{
#ifdef MUT_STAMP_FIRST
	write(stamp, n);
	write(data, n)
#else
	write(data, n);
	write(stamp, n)
#endif
}

/* src: messages/calls/call.c:weft_call */
active proctype caller()
{
	byte n;

	do
	:: n == COUNT -> break
	:: else ->
#ifndef MUT_REUSE
		/* src: messages/calls/call.c:call_find */
		stamp == asked;
#endif
		n++;
		d_step { failed = 0; asked = n }
		if
		:: told ->	/* the question is not sent, the slot free */
			stamp = asked
		:: !told ->
			question!n;
			if
			:: stamp == asked -> assert(failed || data == n)
			:: n < COUNT	/* given up */
			fi
		fi
	od
}

active proctype handler()
{
	byte n;

end:	do
	:: question?n ->
		if
		:: kept[n] = 1
		:: reply(n)
		fi
	od
}

active proctype thread()
{
end:	do
	:: kept[1] -> kept[1] = 0; reply(1)
	:: kept[2] -> kept[2] = 0; reply(2)
	:: kept[3] -> kept[3] = 0; reply(3)
	od
}

/* src: messages/calls/call_open.c:lost */
active proctype death()
{
end:	if
	:: stopped = 1;
#ifndef MUT_UNTOLD
		atomic {
			told = 1;
			if
			:: stamp != asked -> failed = 1; stamp = asked
			:: else
			fi
		}
#endif
	fi
}
