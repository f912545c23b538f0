/* SPDX-License-Identifier: Apache-2.0
 *
 * Asynchronous broadcast in large runs: one tree, one order of all chunks.  Core 0 is the
 * hub, 1 is below it, and 2 below 1, or with STAR below the hub, too.  Cores 0 and 1 are a
 * group, whose leader is the hub itself; 2 is one by itself.  ROOTA and ROOTB send NA and NB
 * chunks.  A core has B buffers for the order, a root OFFERS of its own; W chunks of a
 * root may be under way.  Each access to a window is a step, but that a word and the
 * interrupt that tells of it are one.  The application of core LATE
 * takes what has come at any moment, others at once.  No tick: a lost wake-up is an
 * invalid end state (D).
 *
 * What is copied is the chunk that its header names (X), each in the order of its
 * root (O), and its slot is free then (M).
 */
#ifndef NA
#define NA 2
#endif
#ifndef NB
#define NB 1
#endif
#define N 4 /* above both */
#ifndef W
#define W 1
#endif
#ifndef B
#define B 1
#endif
#ifndef OFFERS
#define OFFERS 1
#endif
#ifndef ROOTA
#define ROOTA 1
#endif
#ifndef ROOTB
#define ROOTB 2
#endif
#ifndef LATE
#define LATE 2
#endif
#define P 3
#define HUB 0
#define NOBODY P
#define CHECK(letter, condition) assert(letter < 0 || (condition))
#define X 'X'
#define O 'O'
#define M 'M'

#ifdef STAR
#define PARENT(c) HUB
#define HAS_CHILDREN (me == HUB)
#else
#define PARENT(c) ((c) == 2 -> 1 : HUB)
#define HAS_CHILDREN (me < 2)
#endif
#define IS_CHILD(c) ((c) != HUB && PARENT(c) == me)
#define GROUP(c) ((c) / 2)
#define LEADER(c) (GROUP(c) * 2)
#define ROOT(r) ((r) == 0 -> ROOTA : ROOTB)
#define IS_ROOT (me == ROOTA || me == ROOTB)
#define MINE (me == ROOTA -> 0 : 1)
#define ALL(r) ((r) == 0 -> NA : NB)

/* A chunk is a number: which root's, and the how-manieth. */
#define TAG(r, n) ((r) * N + (n))
#define ROOT_OF(tag) (((tag) - 1) / N)
#define N_OF(tag) (((tag) - 1) % N + 1)
#define BUFFER(c, g) ((c) * B + (g) % B)
#define OFFER(r, n) ((r) * OFFERS + (n) % OFFERS)

/* In MPBs. */
byte told[P], granted[2], complete[2];
byte keeps[P], lags[P];		/* two halves of a blocked word: whom it names */
byte copied[P], freed[P];	/* .. of the word that c shows its parent */
byte header[P * B], data[P * B];
byte offer_header[2 * OFFERS], offer_data[2 * OFFERS];
byte members[2], leaders[2];	/* counts: of a root, at its leader; of a leader */
bit irq[P];

/* In private memory, where others can look at it. */
byte come_of[P * 2 + 2], delivered[P * 2 + 2];	/* LATE = P: nobody is */
byte order[NA + NB + 1];		/* every core's list of the order is this one */

inline look_below()	/* src: collectives/abcast/wide.c:look_below */
{
	d_step {
		c = 1;
		do
		:: c < P && IS_CHILD(c) ->
			below_copied[c] = copied[c]; below_freed[c] = freed[c]; c++
		:: c < P && !IS_CHILD(c) -> c++
		:: else -> break
		od
	}
}

inline find_keeper()	/* src: collectives/abcast/wide.c:keeps_buffer */
{
	d_step {
		keeper = NOBODY; c = P - 1;
		do
		:: c > 0 ->
			if
			:: IS_CHILD(c) && below_copied[c] + B < come + 1 -> keeper = c
			:: else
			fi;
			c--
		:: else -> break
		od
	}
}

inline show_mine()	/* src: collectives/abcast/wide.c:show_mine */
{
	if
	:: me != HUB && (shown_copied != come || shown_freed != all) ->
		d_step {
			shown_copied = come; shown_freed = all;
			copied[me] = come; freed[me] = all;
			news = 1
		}
	:: else
	fi
}

inline count()	/* src: collectives/abcast/wide.c:count */
{
	come++;
	if
	:: me == HUB ->
		d_step {
#ifndef MUT_GRANT_EARLY
			granted[ROOT_OF(tag)] = N_OF(tag);
#endif
			irq[ROOT(ROOT_OF(tag))] = 1
		}
	:: else -> show_mine()
	fi
}

inline tell_children()	/* src: collectives/abcast/wide.c:tell_children */
{
#ifndef MUT_TOLD_FIRST
	header[BUFFER(me, come)] = tag;
#endif
	c = 1;
	do
	:: c < P -> d_step {
			if
			:: IS_CHILD(c) -> told[c] = come; irq[c] = 1
			:: else
			fi;
			c++
		}
	:: else -> break
	od;
#ifdef MUT_TOLD_FIRST
	header[BUFFER(me, come)] = tag
#endif
}

/* From there, what its header calls tag. */
inline take(from)	/* src: collectives/abcast/wide.c:wide_take */
{
	d_step {
		CHECK(O, tag == order[come + 1]);
		if
		:: me != ROOT(ROOT_OF(tag)) ->
			CHECK(O, N_OF(tag) == come_of[me * 2 + ROOT_OF(tag)] + 1);
			CHECK(M, N_OF(tag) <= delivered[me * 2 + ROOT_OF(tag)] + W)
		:: else
		fi
	}
	d_step {
		CHECK(X, from == tag);
		if
		:: HAS_CHILDREN -> data[BUFFER(me, come + 1)] = tag
		:: else
		fi
	}
	count();
	if
	:: HAS_CHILDREN -> tell_children()
	:: else
	fi;
	if
	:: me != ROOT(ROOT_OF(tag)) ->
		d_step {
			come_of[me * 2 + ROOT_OF(tag)]++;
			if
			:: me != LATE -> delivered[me * 2 + ROOT_OF(tag)]++
			:: else
			fi
		}
	:: else
	fi
}

inline lead()	/* src: collectives/abcast/wide_hub.c:lead */
{
	if
	:: LEADER(me) == me ->
		d_step {
			c = 0;
			do
			:: c < 2 && GROUP(ROOT(c)) == GROUP(me) ->
				changed = changed || members[c] != heard[c];
#ifndef MUT_LEADER_AGAIN
				heard[c] = members[c];
#endif
				c++
			:: c < 2 && GROUP(ROOT(c)) != GROUP(me) -> c++
			:: else -> break
			od
		}
		if
		:: changed ->
			d_step {
				changed = 0; leaders[GROUP(me)]++;
				irq[HUB] = 1
			}
		:: else
		fi;
#ifdef MUT_LEADER_AGAIN
		d_step { heard[0] = members[0]; heard[1] = members[1] }
#endif
	:: else
	fi
}

/* src: collectives/abcast/wide_hub.c:wide_look_at_calls */
inline look_at_calls()
{
	lead();
	c = 0;
	do
	:: me == HUB && c < 2 && leaders[c] != calls[c] ->
		d_step {	/* src: collectives/abcast/wide_hub.c:look_at_group */
			calls[c] = leaders[c];
			if
			:: GROUP(ROOTA) == c -> offered[0] = members[0]
			:: else
			fi;
			if
			:: GROUP(ROOTB) == c -> offered[1] = members[1]
			:: else
			fi;
		}
		c++
	:: me == HUB && c < 2 && leaders[c] == calls[c] -> c++
	:: else -> break
	od
}

#define PENDING(r) (me == HUB && taken[r] != offered[r])
#define NEXT (PENDING(0) || PENDING(1) || (me != HUB && seen_told != come))

inline grant(r)	/* src: collectives/abcast/wide_hub.c:wide_grant */
{
	taken[r]++;
#ifdef MUT_GRANT_EARLY
	d_step { granted[r] = taken[r]; irq[ROOT(r)] = 1 }
#endif
	tag = offer_header[OFFER(r, taken[r])];
	order[come + 1] = tag;
	take(offer_data[OFFER(r, taken[r])])
}

inline pass()	/* src: collectives/abcast/wide.c:pass */
{
	do
	:: NEXT ->
		find_keeper();
		if
		:: keeper != NOBODY -> look_below(); find_keeper()
		:: else
		fi;
#ifndef MUT_NO_ROOM
		if
		:: keeper != NOBODY -> break
		:: else
		fi;
#endif
		if
		:: PENDING(0) -> grant(0)
		:: PENDING(1) -> grant(1)
		:: me != HUB ->
			tag = header[BUFFER(PARENT(me), come + 1)];
			take(data[BUFFER(PARENT(me), come + 1)])
		fi
	:: else -> break
	od
}

/* Has the application done with it? */
#ifdef MUT_FREED_EARLY
#define IS_FREED(tag) true
#else
#define IS_FREED(tag) (me == ROOT(ROOT_OF(tag)) || \
	delivered[me * 2 + ROOT_OF(tag)] >= N_OF(tag))
#endif

inline free_in_order()	/* src: collectives/abcast/wide.c:free_in_order */
{
	d_step {
		do
		:: own != come && IS_FREED(order[own + 1]) -> own++
		:: else -> break
		od;
		min = own; lagging = NOBODY
	}
	if
	:: min != all -> look_below()
	:: else
	fi;
	d_step {
		c = 1;
		do
		:: c < P ->
#ifndef MUT_OWN_ONLY
			if
			:: IS_CHILD(c) && below_freed[c] < min ->
				min = below_freed[c];
				lagging = (lagging == NOBODY -> c : lagging)
			:: else
			fi;
#endif
			c++
		:: else -> break
		od
	}
	do
	:: all != min ->
		d_step {
			all++;
			if
			:: me == HUB ->	/* src: collectives/abcast/wide_hub.c:wide_completed */
				complete[ROOT_OF(order[all])] = N_OF(order[all]);
				irq[ROOT(ROOT_OF(order[all]))] = 1
			:: else
			fi
		}
	:: else -> break
	od;
	show_mine()
}

inline offer_more()	/* src: collectives/abcast/wide_send.c:wide_offer_more */
{
	do
	:: IS_ROOT && sent < ALL(MINE) &&
#ifndef MUT_NO_CREDIT
		sent < seen_complete + W &&
#endif
		sent < seen_granted + OFFERS ->
		sent++;
		d_step {
#ifndef MUT_CALLED_FIRST
			offer_data[OFFER(MINE, sent)] = TAG(MINE, sent);
			offer_header[OFFER(MINE, sent)] = TAG(MINE, sent);
#endif
			changed = 1
		}
	:: else -> break
	od;
	if
	:: changed ->
		d_step {	/* src: collectives/abcast/wide_hub.c:wide_call_leader */
			changed = 0; members[MINE] = sent;
			irq[LEADER(me)] = 1
		}
#ifdef MUT_CALLED_FIRST
		d_step {
			offer_data[OFFER(MINE, sent)] = TAG(MINE, sent);
			offer_header[OFFER(MINE, sent)] = TAG(MINE, sent)
		}
#endif
	:: else
	fi
}

#ifdef MUT_ROOM_UNSEEN
#define ROOM_SEEN
#else
#define ROOM_SEEN && !(NEXT && keeper == NOBODY)
#endif

inline answer()	/* src: collectives/abcast/wide.c:answer */
{
	if
	:: news ->
		news = 0;
#ifndef MUT_NO_ANSWER
		if
		:: keeps[PARENT(me)] == me || lags[PARENT(me)] == me ->
			irq[PARENT(me)] = 1
		:: else
		fi
#endif
	:: else
	fi
}

proctype core(byte me)
{
	byte below_copied[P], below_freed[P], heard[2], calls[2], offered[2], taken[2];
	byte come, own, all, sent, seen_told, seen_granted, seen_complete;
	byte shown_copied, shown_freed, c, tag, keeper, lagging, min;
	bit news, changed;

end:	do
	:: atomic { irq[me] -> irq[me] = 0 }
		do	/* src: collectives/abcast/wide.c:wide_round */
		:: d_step {
				seen_told = told[me];
				if
				:: IS_ROOT ->
					seen_granted = granted[MINE];
					seen_complete = complete[MINE]
				:: else
				fi
			}
			offer_more();
			look_at_calls();
			pass();
			free_in_order();
			d_step {	/* src: collectives/abcast/wide.c:block */
				keeper = NOBODY; c = P - 1;
				do
				:: c > 0 ->
					if
					:: NEXT && IS_CHILD(c) &&
					   below_copied[c] + B < come + 1 -> keeper = c
					:: else
					fi;
					c--
				:: else -> break
				od
			}
			if
#ifndef MUT_ROOM_UNSEEN
			:: NEXT && keeper == NOBODY	/* it has copied since pass() looked */
#endif
			:: keeper == keeps[me] && lagging == lags[me] ROOM_SEEN -> break
			:: else ->
				d_step { keeps[me] = keeper; lags[me] = lagging }
#ifdef MUT_BLOCKED_LAST
				break
#else
				if
				:: keeper == NOBODY && lagging == NOBODY -> break
				:: else
				fi
#endif
			fi
		od;
		answer()
	od
}

#define DELIVER(r) atomic { \
	delivered[LATE * 2 + (r)] < come_of[LATE * 2 + (r)] -> \
	delivered[LATE * 2 + (r)]++; irq[LATE] = 1 }

/* The application that is late; it ends when the roots know that all have got all. */
active proctype application()
{
	do
	:: DELIVER(0)
	:: DELIVER(1)
	:: complete[0] == NA && complete[1] == NB -> break
	od
}

init {
	atomic {
		byte c;
		do
		:: c < P -> keeps[c] = NOBODY; lags[c] = NOBODY; c++
		:: else -> break
		od;
		irq[ROOTA] = 1; irq[ROOTB] = 1;
		run core(0); run core(1); run core(2)
	}
}
