/* SPDX-License-Identifier: Apache-2.0
 *
 * What may go wrong around the cores of abcast.pml, one at a time:
 *   LOSSES=n     up to n interrupts, any, are lost; a tick comes when all is still
 *   SPURIOUS=n   n interrupts come that nobody raised, or ticks, which look
 *                at all headers whoever has rung
 *   STUCK=c      core c's application never takes what root STUCK_ROOT sends
 *   STOP=c       core c stops between any two steps
 * Without any, a core may only end when all it must send and get is done, so
 * that a lost chunk or wake-up is an invalid end state.
 */
#define ENTER irq[me]
#define BEGIN
#define END
#define DEAD(c) false
#define FAILED false
#define NEVER_TAKES(r) false
#define NOTICE skip
#define IDLE idle
#define OVER skip

#if defined(STOP) || defined(STUCK)
#undef IDLE
#define IDLE end_idle	/* the monitor says whether this was the end */
#endif

#ifdef LOSSES
byte over;
#undef OVER
#define OVER over++
#endif

#ifdef SPURIOUS
bit due[P];
#undef NOTICE
#define NOTICE rung = (due[me] -> 7 : rung); due[me] = 0

active proctype nonsense()
{
	byte times;
	do
	:: d_step { times < SPURIOUS -> times++; irq[0] = 1 }
	:: d_step { times < SPURIOUS -> times++; irq[1] = 1 }
	:: d_step { times < SPURIOUS -> times++; irq[2] = 1 }
	:: d_step { times < SPURIOUS -> times++; irq[0] = 1; due[0] = 1 }
	:: d_step { times < SPURIOUS -> times++; irq[1] = 1; due[1] = 1 }
	:: d_step { times < SPURIOUS -> times++; irq[2] = 1; due[2] = 1 }
	:: break
	od
}
#endif

#ifdef LOSSES
byte lost, ticks;
#define LOSE(c) lost < LOSSES && irq[c] -> irq[c] = 0; lost++

active proctype loss()
{
end:	do
	:: d_step { LOSE(0) }
	:: d_step { LOSE(1) }
	:: d_step { LOSE(2) }
	od
}

#ifdef MUT_NO_TICK
#define TICKING && false
#else
#define TICKING
#endif

active proctype tick()		/* src: runtime/progress.c:drive */
{
end:	do
	:: timeout && over < P TICKING ->
		ticks++;
		CHECK(T, ticks <= lost);
		d_step { irq[0] = 1; irq[1] = 1; irq[2] = 1 }
	od
}
#endif

#ifdef STUCK
#undef NEVER_TAKES
#define NEVER_TAKES(r) (me == STUCK && r == STUCK_ROOT)
#define LIMIT(r) (r == STUCK_ROOT && CHUNKS(r) > W -> W : CHUNKS(r))
#define GOT(c, r) (c == r || copied[AT(c, r)] == LIMIT(r))
#define GOT_ALL(r) (sent[r] == LIMIT(r) && GOT(0, r) && GOT(1, r) && GOT(2, r))

active proctype monitor()
{
	timeout -> CHECK(N, EVERY(GOT_ALL))
}
#endif

#ifdef STOP
/*
 * Deadlines are long: they come when all is still.  HOPS times the parents', in
 * which they give up the child that has not answered, then the root's, in which
 * it names the first core of its tree that is behind.
 */
#ifndef HOPS
#define HOPS 3
#endif
bit stopped, gone[P], failed[P];
bit hop_due[P], root_due[P];

#undef BEGIN
#undef END
#undef DEAD
#undef FAILED
#undef NOTICE
#define BEGIN { skip;
#define END } unless { stopped && me == STOP }
#ifdef MUT_NO_EVICTION
#define DEAD(c) false
#else
#define DEAD(c) (gone[me] && c == STOP)
#endif
#define FAILED failed[me]
#define BEHIND(c) (LAGS(c) && (PARENT(me, c) == me || !LAGS(PARENT(me, c))))
#define NOTICE \
	if \
	:: hop_due[me] -> \
		hop_due[me] = 0; \
		if \
		:: occ[0] != 0 && FIRST(OWES_0) != NONE -> \
			CHECK(N, FIRST(OWES_0) == STOP); \
			gone[me] = 1 \
		:: else \
		fi \
	:: else \
	fi; \
	if \
	:: root_due[me] -> \
		root_due[me] = 0; \
		if \
		:: ROOT_WAITS && FIRST(LAGS) != NONE -> \
			CHECK(N, FIRST(BEHIND) == STOP); \
			failed[me] = 1 \
		:: else \
		fi \
	:: else \
	fi

#define ABOVE(r, c) PARENT(r, c)
#define BELOW(r, c) (c == STOP || ABOVE(r, c) == STOP || \
	(ABOVE(r, c) != r && ABOVE(r, ABOVE(r, c)) == STOP))
#define SERVED(r, c) (c == r || BELOW(r, c) || copied[AT(c, r)] == sent[r])
#define SOUND(r) (r == STOP || (SERVED(r, 0) && SERVED(r, 1) && SERVED(r, 2) && \
	(failed[r] || sent[r] == CHUNKS(r))))

active proctype stop()
{
	stopped = 1
}

active proctype monitor()
{
	byte round;
	do
	:: round < HOPS -> timeout;
		d_step { hop_due[0] = 1; hop_due[1] = 1; hop_due[2] = 1;
		irq[0] = 1; irq[1] = 1; irq[2] = 1; round++ }
	:: round == HOPS -> timeout;
		d_step { root_due[0] = 1; root_due[1] = 1; root_due[2] = 1;
		irq[0] = 1; irq[1] = 1; irq[2] = 1; round++ }
	:: round > HOPS -> timeout;
		CHECK(N, EVERY(SOUND));
		break
	od
}
#endif
