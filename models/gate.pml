/* SPDX-License-Identifier: Apache-2.0
 *
 * The gate: thread and handler share one engine, which does not nest.  EVENTS
 * interrupts come, at any step of the thread, some of them ticks.  The handler is
 * not interrupted, so it is one step.  For each event a round must begin after
 * it, and for each tick one that knows that it is a tick.
 */
#ifndef EVENTS
#define EVENTS 3
#endif

bit busy, again, ticked;	/* as in the source */
bit running;			/* the thread is in the middle of a round */
bit news, tick_news;		/* what no round has looked at yet */

inline look()
{
	d_step {
		news = 0;
		tick_news = tick_news && !t;
		t = 0
	}
}

inline take_tick()		/* src: runtime/progress.c:drive */
{
#ifdef MUT_TICK_WIPED
	t = ticked;
	ticked = 0
#else
	if
	:: ticked -> ticked = 0; t = 1
	:: !ticked
	fi
#endif
}

active proctype handler()
{
	byte n;
	bit t;
	do
	:: n < EVENTS ->
		atomic {
			n++;
			news = 1;
			if
			:: ticked = 1; tick_news = 1
			:: skip
			fi;
#ifdef MUT_NO_GATE
			if
			:: true ->
#else
			if
			:: busy -> again = 1
			:: !busy ->
#endif
				assert(!running);	/* engines do not nest */
				take_tick();
				look()
			fi
		}
	:: n == EVENTS -> break
	od
}

active proctype thread()	/* src: runtime/progress.c:GATE */
{
	byte calls;
	bit t, begun;
	do
	:: calls < 2 ->
		calls++;
		if
		:: begun = 1
		:: skip
		fi;
outside:
#ifdef MUT_CLEARED_INSIDE
		busy = 1;
		again = 0;
#else
		again = 0;
		busy = 1;
#endif
		if	/* RT_BEGUN: the first round looks at nothing else */
		:: begun && !ticked -> begun = 0; goto tested
		:: else -> begun = 0
		fi;
inside:		running = 1;
		take_tick();
		look();
		running = 0;
tested:
#ifdef MUT_AGAIN_CLEARED_LATE
		again = 0;
#endif
		if
		:: again -> again = 0; goto inside
		:: !again
		fi;
		busy = 0;
#ifndef MUT_NO_LAST_TEST
		if
		:: again -> goto outside
		:: !again
		fi
#endif
	:: calls == 2 -> break
	od
}

active proctype monitor()
{
	timeout -> assert(!news && !tick_news)
}
