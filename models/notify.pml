/* SPDX-License-Identifier: Apache-2.0
 *
 * The notification table of one core: stage, check, park.  Two other cores
 * each publish MESSAGES messages, ring, and raise the interrupt; interrupts
 * merge.  The handler may come between any two steps of the thread; it is not
 * interrupted itself.  The thread waits until it has got all: a lost wake-up is
 * an invalid end state.  The entry is opened at any time: what came before is
 * claimed from what the handler kept for nobody.
 */
#ifndef MESSAGES
#define MESSAGES 2
#endif

byte published[2];	/* in this core's MPB: data, and its writer's bell */
byte bell[2];
bit irq;		/* sticky and merged */

/* Private memory of the core, shared by its thread and its handler. */
byte seen[2];		/* bells */
byte count;		/* the entry: sticky, counted */
byte unclaimed;		/* while there is no entry */
bit open;
bit masked, asleep;	/* interrupts are off; the core halts */
bit inside;		/* the handler runs, the thread does not */

proctype sender(byte who)
{
	byte n;
	do
	:: n < MESSAGES ->
		n++;
#ifdef MUT_WAKE_FIRST
		bell[who] = n;
		irq = 1;
		published[who] = n
#elif defined(MUT_INTERRUPT_BEFORE_BELL)
		published[who] = n;
		irq = 1;
		bell[who] = n
#else
		published[who] = n;
		bell[who] = n;
		irq = 1
#endif
	:: else -> break
	od
}

inline look(who)		/* src: runtime/bell.c:look_at_line */
{
	d_step {
		if
		:: open -> count = count + bell[who] - seen[who]
		:: else -> unclaimed = unclaimed + bell[who] - seen[who]
		fi;
		seen[who] = bell[who]
	}
}

active proctype handler()
{
end:	do
	:: atomic { irq && !masked ->
#ifndef MUT_CLEAR_LATE
		irq = 0;
#endif
		inside = 1;
		asleep = 0
	}
	look(0);		/* src: runtime/event.c:notified */
	look(1);
#ifdef MUT_CLEAR_LATE
	irq = 0;
#endif
	inside = 0
	od
}

#define MINE (!inside && !asleep)
#define CONDITION (published[0] + published[1] > got)

active proctype thread()
{
	byte got, staged;

#ifdef MUT_CLAIM_UNMASKED
	atomic { MINE -> open = 1 }
	atomic { MINE -> staged = count + unclaimed }
	atomic { MINE -> count = staged; unclaimed = 0; staged = 0 }
#elif defined(MUT_NO_CLAIM)
	atomic { MINE -> open = 1 }
#else				/* src: runtime/event.c:claim */
	atomic { MINE -> open = 1; count = count + unclaimed; unclaimed = 0 }
#endif
#ifdef CLAIMED_ONLY		/* who counts events needs them all */
	atomic { MINE && count == 2 * MESSAGES -> goto done }
#endif
	do
	:: got == 2 * MESSAGES -> break
	:: else ->
#ifndef MUT_CHECK_FIRST
		atomic { MINE -> staged = count }
				/* src: runtime/event.c:weft_event_stage */
#endif
		if		/* CHECK: the application's own condition */
		:: atomic { MINE && CONDITION -> got++ }
		:: atomic { MINE && !CONDITION }
#ifdef MUT_CHECK_FIRST
			atomic { MINE -> staged = count }
#endif
#ifdef MUT_SPLIT_SLEEP
			if
			:: atomic { MINE && count != staged }
			:: atomic { MINE && count == staged }
				atomic { MINE -> asleep = 1 }
			fi
#else
			/* src: runtime/park.c:park_sleep */
			atomic { MINE -> masked = 1 }
			if
			:: d_step { count != staged -> masked = 0 }
			:: d_step { count == staged ->
				masked = 0; asleep = 1 } /* one step */
			fi
#endif
		fi
	od;
done:	skip
}

init {
	atomic { run sender(0); run sender(1) }
}
