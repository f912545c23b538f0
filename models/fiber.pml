/* SPDX-License-Identifier: Apache-2.0
 *
 * Fibers of one core that park (fiber/): stage, check, park, and one sleep for all of them.
 * Another core publishes MESSAGES things and interrupts; the handler, which may come
 * between any two steps of a fiber, wakes fiber 0.  Fiber 0 takes what it finds, and
 * for each wakes fiber 1, which it creates at any time, also after some of these wakes.
 * To fiber 1 the wakes are all there is: it ends when it has seen them all.  It wakes
 * fiber 0 back, for nothing, by a read and a write between which the handler may come.
 *
 * D: both fibers end: no wake is lost, whoever makes it, and whether its fiber runs, is
 * about to park, is parked or has not been created.
 */
#ifndef MESSAGES
#define MESSAGES 3
#endif

byte published;
bit irq;		/* sticky and merged */

byte woken[2], seen[2];
bit parked[2], there[2];	/* on the list of those that wait; created, not ended */
byte running;			/* whose stack the core is on */
bit masked, asleep, inside;

proctype sender()
{
	byte n;

	do
	:: n == MESSAGES -> break
	:: else ->
		n++;
#ifdef MUT_INTERRUPT_FIRST
		irq = 1;
		published = n
#else
		published = n;
		irq = 1
#endif
	od
}

active proctype handler()
{
end:	do
	:: atomic { irq && !masked -> irq = 0; inside = 1; asleep = 0 }
	woken[0]++;		/* src: fiber/fiber.c:weft_fiber_wake */
	inside = 0
	od
}

#define ON (running == me && !inside && !asleep)

/* src: fiber/schedule.c:look_masked */
inline look_masked()
{
	d_step {
		if
		:: parked[0] && woken[0] != seen[0] -> parked[0] = 0
		:: else
		fi;
		if
		:: parked[1] && woken[1] != seen[1] -> parked[1] = 0
		:: else
		fi
	}
}

#define CAN(f) (there[f] && !parked[f])
#define NONE_CAN (!CAN(0) && !CAN(1))

/* src: fiber/schedule.c:fiber_next */
inline next()
{
	atomic { ON -> masked = 1 }	/* src: fiber/schedule.c:schedule_look */
	look_masked();
	atomic { ON -> masked = 0 }
	do
	:: atomic { ON && !NONE_CAN -> break }
	:: atomic { ON && NONE_CAN ->	/* src: fiber/schedule.c:rest */
#ifndef MUT_SPLIT_SLEEP
		masked = 1
#endif
	}
#ifndef MUT_LOOK_ONCE
	look_masked();
#endif
	if
	:: atomic { ON && !NONE_CAN -> masked = 0 }
	:: atomic { ON && NONE_CAN -> masked = 0; asleep = 1 }	/* one step */
	fi
	od;
	if
	:: atomic { ON && CAN(me) }
	:: atomic { ON && !CAN(me) && CAN(1 - me) -> running = 1 - me }
	fi
}

/* src: fiber/fiber.c:weft_fiber_park */
inline park()
{
	if
	:: atomic { ON && woken[me] != seen[me] }
	:: atomic { ON && woken[me] == seen[me] }
#ifdef MUT_STAGE_AGAIN
		atomic { ON -> seen[me] = woken[me] }
#endif
		/* src: fiber/schedule.c:fiber_wait */
		atomic { ON -> parked[me] = 1 }
		next()
	fi
}

inline create()			/* src: fiber/fiber.c:weft_fiber_create */
{
	atomic { ON ->
#ifdef MUT_FORGET
		woken[1] = 0;
#endif
		there[1] = 1;
		is_there = 1
	}
}

proctype fiber_0()
{
	byte me, got;
	bit is_there;

	do
	:: atomic { ON && got == MESSAGES -> break }
	:: atomic { ON && got < MESSAGES }
		if
		:: !is_there -> create()
		:: true
		fi;
#ifndef MUT_CHECK_FIRST
		/* src: fiber/fiber.c:weft_fiber_stage */
		atomic { ON -> seen[0] = woken[0] }
#endif
		if
		:: atomic { ON && published > got ->
			got++;
			woken[1]++
		}
		:: atomic { ON && published == got }
#ifdef MUT_CHECK_FIRST
			atomic { ON -> seen[0] = woken[0] }
#endif
			park()
		fi
	od;
	if
	:: !is_there -> create()
	:: else
	fi;
	atomic { ON -> there[0] = 0 }	/* src: fiber/fiber.c:start */
	if
	:: atomic { ON && there[1] } next()
	:: atomic { ON && !there[1] }
	fi
}

proctype fiber_1()
{
	byte me = 1, t;

	running == me;
	do
	:: atomic { ON && woken[1] == MESSAGES -> break }
	:: atomic { ON && woken[1] != MESSAGES }
		park();
		atomic { ON -> seen[1] = woken[1] }
		atomic { ON -> t = woken[0] }
		atomic { ON -> woken[0] = t + 1 }
	od;
	atomic { ON -> there[1] = 0 }
	if
	:: atomic { ON && there[0] } next()
	:: atomic { ON && !there[0] }
	fi
}

init {
	atomic { there[0] = 1; run sender(); run fiber_0(); run fiber_1() }
}
