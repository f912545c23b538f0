/* SPDX-License-Identifier: Apache-2.0
 *
 * The striped broadcast with one hub: who may write to its buffers, and when.
 * Core 0 leads the only group, core HUB has the buffers, of SLOTS lines; each of
 * CALLS calls, of LINES lines, has any core as its root.  Between two calls a
 * hub uses its buffers for itself.  Every line that is read must be the one that
 * was waited for (X); all cores must end (D).
 *
 * Counts begin one above the last of the call before: MUT_NO_GAP leaves that
 * out.  MUT_SHARED_WORD: one word for all cores that have read a line, in place
 * of one each: that of a fast one hides that a slow one has not.
 */
#define P 3
#ifndef HUB
#define HUB 1
#endif
#ifndef CALLS
#define CALLS 2
#endif
#ifndef LINES
#define LINES 3
#endif
#ifndef SLOTS
#define SLOTS 2
#endif
#define LEADER 0
#define JUNK 255
#define CHECK(letter, condition) assert(letter < 0 || (condition))
#define X 'X'

#ifdef MUT_NO_GAP
#define BASE(n) ((n) * LINES)
#else
#define BASE(n) ((n) * (LINES + 1) + 1)
#endif
#define TAG(n, line) ((n) * LINES + (line))

#ifdef MUT_SHARED_WORD
#define WORD(c) 0
#else
#define WORD(c) c
#endif
#define TAKEN(at, c) taken[(at) * P + WORD(c)]

/* Every word begins below the first call's base. */
byte slot[SLOTS];	/* the hub's buffers */
byte ready[P];		/* at the hub, by the root; elsewhere by the hub */
byte taken[P * P];	/* at each core, by each */
byte all_done;		/* at the hub, by the leader */
byte root[CALLS];

/* In whose window a core sees what is ready. */
#ifdef PASSED_ON
#define WATCHED(c) c
#else
#define WATCHED(c) HUB
#endif

inline pass_on(v)	/* src: collectives/bcast/striped_words.c:striped_pass_on */
{
#ifdef PASSED_ON
	c = 0;
	do
	:: c < P ->
		if
		:: c != me && c != root[n] -> ready[c] = v
		:: else
		fi;
		c++
	:: else -> break
	od;
	c = 0
#else
	skip
#endif
}

inline await_all(at, v)
{
	c = 0;
	do
	:: c < P -> TAKEN(at, c) >= v; c++
	:: else -> break
	od;
	c = 0
}

inline put_line()	/* src: collectives/bcast/bcast_striped.c:put_part */
{
#ifndef MUT_NO_REUSE
#ifdef MUT_REUSE_EARLY
#define FREED (line - SLOTS - 1)
#else
#define FREED (line - SLOTS)
#endif
	if			/* src: collectives/bcast/bcast_striped.c:put_stripe */
	:: line > SLOTS -> await_all(me, BASE(n) + FREED)
	:: else
	fi;
#endif
#ifndef MUT_NO_ENTRY
	if		/* src: collectives/bcast/striped_words.c:striped_await_hub */
	:: line == 1 && me != HUB -> TAKEN(me, HUB) >= BASE(n)
	:: else
	fi;
#endif
#ifdef MUT_READY_FIRST
	ready[HUB] = BASE(n) + line;
	slot[(line - 1) % SLOTS] = TAG(n, line);
#else
	slot[(line - 1) % SLOTS] = TAG(n, line);
	ready[HUB] = BASE(n) + line;	/* src: collectives/bcast/striped_words.c:striped_ready */
#endif
	if
	:: me == HUB -> pass_on(BASE(n) + line)
	:: else
	fi
}

inline get_line()	/* src: collectives/bcast/bcast_striped.c:get_strip */
{
	ready[WATCHED(me)] >= BASE(n) + line;
	if
	:: me == HUB -> pass_on(BASE(n) + line)
	:: else
	fi;
#ifdef MUT_TAKEN_FIRST
	TAKEN(root[n], me) = BASE(n) + line;
#endif
	CHECK(X, slot[(line - 1) % SLOTS] == TAG(n, line));
#ifndef MUT_TAKEN_FIRST
	TAKEN(root[n], me) = BASE(n) + line	/* src: collectives/bcast/bcast_striped.c:get_stripe */
#endif
}

inline leave()		/* src: collectives/bcast/striped_words.c:striped_end */
{
	TAKEN(LEADER, me) = BASE(n) + LINES;
	if	/* src: collectives/bcast/striped_words.c:answer_for_group */
	:: me == LEADER ->
#ifndef MUT_LEADER_ALONE
		await_all(LEADER, BASE(n) + LINES);
#endif
		all_done = BASE(n) + LINES
	:: else
	fi;
#ifndef MUT_HUB_LEAVES
	if
	:: me == HUB -> all_done >= BASE(n) + LINES
	:: else
	fi
#endif
}

proctype core(byte me)
{
	byte n, line, c;

	do
	:: n < CALLS ->
		if
		:: me == root[n] -> TAKEN(me, me) = BASE(n) + LINES
		:: me == HUB && me != root[n] ->
			TAKEN(root[n], me) = BASE(n)	/* src: collectives/bcast/bcast_striped.c:striped_run_job */
		:: else
		fi;
		line = 1;
		do
		:: line <= LINES && me == root[n] -> put_line(); line++
		:: line <= LINES && me != root[n] -> get_line(); line++
		:: line > LINES -> break
		od;
		leave();
		if
		:: me == HUB -> c = 0;
			do
			:: c < SLOTS -> slot[c] = JUNK; c++
			:: else -> break
			od;
			c = 0
		:: else
		fi;
		n++
	:: else -> break
	od
}

init {
	byte n;
	atomic {
		do
		:: n < CALLS ->
			if
			:: root[n] = 0
			:: root[n] = 1
			:: root[n] = 2
			fi;
			n++
		:: else -> break
		od;
		run core(0);
		run core(1);
		run core(2)
	}
}
