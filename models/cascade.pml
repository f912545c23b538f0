/* SPDX-License-Identifier: Apache-2.0
 *
 * The cascade: REGIONS regions in a tree of DEGREE, each with HUBS hubs; P cores, those
 * beyond the hubs only read.  Each of CALLS calls, of LINES lines a strip, has any core as
 * its root.  A hub has SLOTS lines of buffers.  A line is a stripe, and stripes are half
 * of the buffers at most: so SLOTS is 2.
 * Between two calls a hub uses its buffers for itself.  Every line that is read or copied
 * must be the one that was waited for (X); all cores must end (D).
 *
 * THROUGH: a hub reads its strip when it copies it (a long message), and hubs that have
 * others below wait like all.
 * EMPTY: in a call the last strips may have no lines; with one hub this is a hub without a
 * strip, whose core goes through the call alone.  SHORT: the last line of the last strip is
 * empty.
 */
#ifndef REGIONS
#define REGIONS 2
#endif
#ifndef DEGREE
#define DEGREE 1
#endif
#ifndef HUBS
#define HUBS 1
#endif
#ifndef P
#define P (REGIONS * HUBS)
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
#define JUNK 255
#define CHECK(letter, condition) assert(letter < 0 || (condition))
#define X 'X'

#ifdef MUT_NO_GAP
#define BASE (n * LINES)
#else
#define BASE (n * (LINES + 1) + 1)
#endif
#define TAG(i, line) ((n * HUBS + (i)) * LINES + (line))

#define REGION(c) ((c) % REGIONS)
#define HUB(r, i) ((r) + (i) * REGIONS)
#define IS_HUB (me / REGIONS < hubs)
#define TOP REGION(from)
#define AT_TOP (REGION(me) == TOP)
/* Places in the tree are counted from the root's region. */
#define TREE_PLACE ((REGION(me) + REGIONS - TOP) % REGIONS)
#define ABOVE (((TREE_PLACE - 1) / DEGREE + TOP) % REGIONS)
#define AMONG ((TREE_PLACE - 1) % DEGREE)
#define HAS_BELOW(j) (TREE_PLACE * DEGREE + 1 + (j) < REGIONS)

#ifdef SHORT
#define PIECE(i, line) ((i) < with_lines && ((line) < LINES || (i) + 1 < HUBS))
#else
#define PIECE(i, line) ((i) < with_lines)
#endif

/* Regions that are alike are told apart by the first root only: it is in region 0. */
#define NEXT (n == 0 && P == REGIONS * HUBS -> REGIONS : 1)

#define TAKEN(at, c) taken[(at) * P + (c)]
#define PASSED(at, i, j) passed[((at) * HUBS + (i)) * DEGREE + (j)]
#define SLOT(at, line) slot[(at) * SLOTS + ((line) - 1) % SLOTS]

/* Every word begins below the first call's base. */
byte slot[P * SLOTS];
byte ready[P];		/* at a hub, by itself, or by the root */
byte taken[P * P];	/* at each core, by each of its region */
byte passed[P * HUBS * DEGREE];	/* at each core, by hubs below */
byte root[CALLS], strips[CALLS];	/* so many strips have lines */

inline await_region(lines)	/* src: collectives/bcast/cascade_words.c:cascade_await_region */
{
	atomic {
		c = REGION(me);
		do
		:: c < P -> TAKEN(me, c) >= BASE + (lines); c = c + REGIONS
		:: else -> break
		od;
		c = 0
	}
}

inline await_below(i, lines)	/* src: collectives/bcast/cascade_words.c:cascade_await_below */
{
	atomic {
		c = 0;
		do
		:: c < DEGREE && HAS_BELOW(c) ->
			PASSED(me, i, c) >= BASE + (lines); c++
		:: else -> break
		od;
		c = 0
	}
}

inline taken_at_hubs(lines)	/* src: collectives/bcast/cascade_words.c:cascade_taken_at_hubs */
{
	c = 0;
	do
	:: c < hubs -> TAKEN(HUB(REGION(me), c), me) = BASE + (lines); c++
	:: else -> break
	od;
	c = 0
}

inline taken_stripe()	/* src: collectives/bcast/cascade_words.c:cascade_taken_stripe */
{
	if
	:: LINES > SLOTS && line < LINES && AT_TOP ->
		TAKEN(from, me) = BASE + line
	:: LINES > SLOTS && line < LINES && !AT_TOP -> taken_at_hubs(line)
	:: else
	fi
}

inline put_all()	/* src: collectives/bcast/bcast_cascade.c:cascade_put_all */
{
	TAKEN(me, me) = BASE + LINES;
	line = 1;
	do
	:: line <= LINES ->
		if
		:: line > SLOTS ->	/* src: collectives/bcast/bcast_cascade.c:cascade_await_room */
			await_region(line - SLOTS);
#ifndef MUT_ROOT_ROOM_BELOW
			i = 0;
			do
			:: i < hubs -> await_below(i, line - SLOTS); i++
			:: else -> break
			od
#endif
		:: else
		fi;
		i = 0;
		do
		:: i < HUBS && PIECE(i, line) ->
#ifndef MUT_NO_ENTRY
			if
			:: line == 1 && HUB(TOP, i) != me ->
				TAKEN(me, HUB(TOP, i)) >= BASE
			:: else
			fi;
#endif
			SLOT(HUB(TOP, i), line) = TAG(i, line);
			ready[HUB(TOP, i)] = BASE + line;
			i++
		:: i < HUBS && !PIECE(i, line) -> i++
		:: else -> break
		od;
		line++
	:: else -> break
	od;
#ifndef MUT_ROOT_LEAVES
	i = 0;
	do
	:: LINES > SLOTS && i < hubs -> await_below(i, LINES); i++
	:: else -> break
	od;
#endif
	i = 0
}

/* Of strip i this core's region has the line that it reads next. */
#define IS_THERE(i) (ready[HUB(REGION(me), i)] >= BASE + line)

inline read_begin()	/* src: collectives/bcast/cascade_read.c:cascade_read_begin */
{
	d_step {
		left = 0;
		i = 0;
		do
		:: i < HUBS && PIECE(i, line) -> left = left | 1 << i; i++
		:: i < HUBS && !PIECE(i, line) -> i++
		:: else -> break
		od
	}
}

/* i: a strip that has the line; HUBS if none has, though one may have it by then. */
inline look()
{
	atomic {
		i = 0;
		do
		:: i < HUBS && (left & 1 << i) && IS_THERE(i) -> break
		:: i < HUBS && !((left & 1 << i) && IS_THERE(i)) -> i++
		:: i == HUBS -> break
		od
	}
}

inline get_line()	/* src: collectives/bcast/cascade_read.c:cascade_read */
{
	CHECK(X, SLOT(HUB(REGION(me), i), line) == TAG(i, line));
	left = left & ~(1 << i)
}

inline first()		/* src: collectives/bcast/cascade_read.c:cascade_first */
{
	d_step {
		i = 0;
		do
		:: !(left & 1 << i) -> i++
		:: else -> break
		od
	}
}

inline get_stripe()	/* src: collectives/bcast/bcast_cascade.c:get_stripe */
{
	read_begin();
	do
	:: left == 0 -> break
	:: else ->
		look();
		if
		:: i < HUBS -> get_line()
		:: else ->
			first();
			IS_THERE(i)	/* src: collectives/bcast/cascade_read.c:cascade_read_await */
		fi
	od
}

inline get_all()	/* src: collectives/bcast/bcast_cascade.c:get_all */
{
	if
	:: IS_HUB -> TAKEN(from, me) = BASE
	:: else
	fi;
	line = 1;
	do
	:: line <= LINES ->
		get_stripe();
		taken_stripe();
		line++
	:: else -> break
	od;
	i = 0
}

inline begin_stripe()	/* src: collectives/bcast/cascade_relay.c:begin_stripe */
{
	ahead++;
	copies = ahead <= LINES;
	if
	:: copies && ahead > SLOTS ->
#ifndef MUT_ROOM_REGION
		await_region(ahead - SLOTS);
#endif
#ifndef MUT_ROOM_BELOW
		await_below(strip, ahead - SLOTS)
#endif
	:: else
	fi
}

/* The root, by those that copy from its region. */
#define FIRST_TOLD (ABOVE == TOP -> from : HUB(ABOVE, strip))
#ifdef MUT_TOLD_TWICE
#define TOLD_ALSO true
#else
#define TOLD_ALSO (LINES <= SLOTS || FIRST_TOLD != HUB(ABOVE, strip))
#endif

inline copy_line()	/* src: collectives/bcast/cascade_relay.c:copy_part */
{
	if
	:: PIECE(strip, ahead) ->
		ready[HUB(ABOVE, strip)] >= BASE + ahead;
#ifdef MUT_READY_FIRST
		ready[me] = BASE + ahead;
#endif
		CHECK(X, SLOT(HUB(ABOVE, strip), ahead) == TAG(strip, ahead));
		SLOT(me, ahead) = TAG(strip, ahead);
#ifndef MUT_READY_FIRST
		ready[me] = BASE + ahead
#endif
	:: else
	fi;
	copies = false;		/* src: collectives/bcast/cascade_relay.c:end_stripe */
	if
	:: LINES > SLOTS -> PASSED(FIRST_TOLD, strip, AMONG) = BASE + ahead
	:: else
	fi;
	if
	:: ahead == LINES && TOLD_ALSO ->
		PASSED(HUB(ABOVE, strip), strip, AMONG) = BASE + ahead
	:: else
	fi
}

#define MAY_COPY (ready[HUB(ABOVE, strip)] >= BASE + ahead && \
		  ready[HUB(ABOVE, strip)] <= BASE + LINES)

#ifdef THROUGH
#define INNER false
#else
#define INNER HAS_BELOW(0)
#endif
#ifdef MUT_OUTER_WAITS
#define COPIES_FIRST INNER
#else
#define COPIES_FIRST (INNER || ahead < line || (ahead == line && strip <= i))
#endif

/* Nothing that it reads is there. */
inline await_lines()	/* src: collectives/bcast/cascade_relay.c:copies_first */
{
	first();
#ifndef MUT_READS_ONLY
	if
	:: copies && COPIES_FIRST -> copy_line()
	:: else -> IS_THERE(i)
	fi
#else
	IS_THERE(i)
#endif
}

inline read_stripe()	/* src: collectives/bcast/cascade_relay.c:read_stripe */
{
	read_begin();
#ifdef THROUGH
	left = left & ~(1 << strip);
#endif
	do
	:: left == 0 -> break
	:: else ->
		if		/* src: collectives/bcast/cascade_relay.c:cascade_relay_copy */
		:: !copies && ahead < LINES && ahead <= line -> begin_stripe()
		:: else
		fi;
		if
		:: copies && MAY_COPY -> copy_line()
		:: else
		fi;
		look();
		if
		:: i < HUBS -> get_line()
		:: else -> await_lines()
		fi
	od;
#ifndef MUT_TAIL
	do			/* src: collectives/bcast/cascade_relay.c:is_behind */
	:: ahead < line && !copies -> begin_stripe()
	:: ahead == line && copies -> copy_line()
	:: else -> break
	od;
#endif
	taken_stripe()
}

inline relay()		/* src: collectives/bcast/cascade_relay.c:cascade_relay */
{
	strip = me / REGIONS;
	begin_stripe();
	line = 1;
	do
	:: line <= LINES ->
		read_stripe();
		assert(ahead > line || (ahead == line && !copies));
		line++
	:: else -> break
	od;
	ahead = 0;
	copies = false;
	i = 0
}

proctype core(byte me)
{
	byte n, line, c, i, left, strip, ahead, from, with_lines, hubs;
	bool copies;

	do
	:: n < CALLS ->
		from = root[n];
		with_lines = strips[n];
#ifdef MUT_EMPTY_TOLD
		hubs = HUBS;
#else
		hubs = with_lines;		/* src: collectives/bcast/cascade_words.c:find_hubs */
#endif
		if
		:: me == from -> put_all()
		:: me != from && IS_HUB && !AT_TOP -> relay()
		:: else -> get_all()
		fi;
		line = 0;
		strip = me / REGIONS;
		taken_at_hubs(LINES);	/* src: collectives/bcast/bcast_cascade.c:cascade_run_job */
		if
		:: IS_HUB ->
#ifndef MUT_LEAVES_REGION
			await_region(LINES);
#endif
#ifndef MUT_LEAVES_BELOW
			await_below(strip, LINES);
#endif
			c = 0;
			do
			:: c < SLOTS -> SLOT(me, c + 1) = JUNK; c++
			:: else -> break
			od;
			c = 0
		:: else
		fi;
		strip = 0;
		n++
	:: else -> break
	od
}

init {
	byte n, c;
	atomic {
		do
		:: n < CALLS ->
			strips[n] = HUBS;
#ifdef EMPTY
			if
			:: strips[n] = HUBS - 1
			:: true
			fi;
#endif
			do
			:: c + NEXT < P -> c = c + NEXT
			:: break
			od;
			root[n] = c;
			c = 0;
			n++
		:: else -> break
		od;
		do
		:: c < P -> run core(c); c++
		:: else -> break
		od
	}
}
