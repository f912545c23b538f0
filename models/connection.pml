/* SPDX-License-Identifier: Apache-2.0
 *
 * A connection (messages/connection.h): one core puts COUNT messages, near or far as it
 * likes; the other one, which sleeps on its event, receives and releases them, up to HELD of
 * them in the wrong order.  NOTES notes, as many slots, and as many places of the near
 * buffer, which the sender uses in turn.  Each message has a doorbell: what the event
 * needs is that the last one has.  Data, note and doorbell are each a step.
 *
 * assert: what is received is the next message, whole, and still so when it is released.
 * D: nobody waits for ever.
 */
#ifndef NOTES
#define NOTES 2
#endif
#ifndef COUNT
#define COUNT 4
#endif

byte data[2 * NOTES];	/* slots, then places of the near buffer: 1 + message */
byte stamp[NOTES];
bit is_near[NOTES];
byte released;		/* at the sender */
byte bell;
bit irq, asleep, inside;
byte count;		/* the receiver's event */

#define PLACE(n, near) ((near) * NOTES + (n) % NOTES)

inline ring()			/* src: runtime/event.c:weft_notify */
{
	bell = n + 1;
	irq = 1
}

/* src: messages/connection_put.c:weft_connection_put */
active proctype sender()
{
	byte n;
	bit near;

	do
	:: n == COUNT -> break
	:: else ->
#ifndef MUT_NO_CREDIT
#ifdef MUT_CREDIT_MORE
		released + NOTES >= n;
#else
		/* src: messages/connection_put.c:await_credit */
		released + NOTES > n;
#endif
#endif
		if
		:: near = 0
		:: near = 1
		fi;
#ifdef MUT_RING_FIRST
		ring();
#endif
		/* src: messages/connection_put.c:connection_put_part */
#ifdef MUT_NOTE_FIRST
		d_step { is_near[n % NOTES] = near; stamp[n % NOTES] = n + 1 }
		data[PLACE(n, near)] = n + 1;
#else
		data[PLACE(n, near)] = n + 1;
		/* the stamp goes last and is read first: one step */
		d_step { is_near[n % NOTES] = near; stamp[n % NOTES] = n + 1 }
#endif
#ifndef MUT_RING_FIRST
		ring();
#endif
		n++
	od
}

active proctype handler()
{
end:	do
	:: atomic { irq -> irq = 0; inside = 1; asleep = 0 }
	count = bell;		/* src: runtime/event.c:notified */
	inside = 0
	od
}

#define ON (!inside && !asleep)

inline release(m)		/* src: messages/connection_receive.c:weft_connection_release */
{
	/* near ones are read in place until now */
	assert(!near[(m) % NOTES] || data[PLACE(m, 1)] == (m) + 1);
#ifdef MUT_RELEASE_ANY
	freed++;
	released = freed;
#else
	early[(m) % NOTES] = 1;
	do
	:: freed < got && early[freed % NOTES] ->
		early[freed % NOTES] = 0;
		freed++
	:: else -> break
	od;
	released = freed
#endif
}

active proctype receiver()
{
	byte got, freed, staged, held = 255;
	bit near[NOTES], early[NOTES];

	do
	:: freed == COUNT -> break
	:: else ->
#ifndef MUT_CHECK_FIRST
		atomic { ON -> staged = count }
#endif
		if
		:: atomic { ON && stamp[got % NOTES] == got + 1 }
			/* src: messages/connection_receive.c:weft_connection_receive */
			near[got % NOTES] = is_near[got % NOTES];
			got++;
#ifdef MUT_RELEASE_FIRST
			released = got;
#endif
			assert(data[PLACE(got - 1, near[(got - 1) % NOTES])]
			       == got);
			if	/* keep it, and release the next one first */
			:: held == 255 && got < COUNT && NOTES > 1 ->
				held = got - 1
			:: else ->
				release(got - 1);
				if
				:: held != 255 -> release(held); held = 255
				:: else
				fi
			fi
		:: atomic { ON && stamp[got % NOTES] != got + 1 }
#ifdef MUT_CHECK_FIRST
			atomic { ON -> staged = count }
#endif
			if		/* src: runtime/park.c:park_sleep */
			:: atomic { ON && count != staged }
			:: atomic { ON && count == staged -> asleep = 1 }
			fi
		fi
	od
}
