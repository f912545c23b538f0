/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reliable links (links/link.h): two chips, each with one pool for both directions, over
 * a medium that loses, repeats and reorders frames, FAULTS of them.  Each sends COUNT packets
 * to the other and takes as many.  What a chip does inside the gate is one step: a call of the
 * application, a frame that comes, a frame that goes.
 *
 * Time passes when all is still: then who lacks something may ask, and all packets may be
 * resent.  EARLY times a chip does so before.
 *
 * O: everything is taken once, and in order.
 * D: nothing moves, nobody asks, and not all is taken.
 * L: a livelock: in PATIENCE turns of asking nothing has been lost, and nothing has come.
 * B: no buffer is freed twice.
 *
 * FLUSH: nobody waits for packets, so nobody prods; senders flush, and end when all has arrived.
 * ONE_WAY: chip 1 sends nothing.  QUIET: no packet asks for an acknowledgement.
 * FOR_EVER: a livelock is no error, so that a deadlock is found behind it.
 */
#ifndef COUNT
#define COUNT 3
#endif
#ifndef BUFFERS
#define BUFFERS 3
#endif
#ifndef FAULTS
#define FAULTS 2
#endif
#ifndef EARLY
#define EARLY 0
#endif
#ifndef REORDER
#define REORDER 0	/* smaller gaps are told of in prods only */
#endif
#ifndef WIRE
#define WIRE 3		/* frames that the medium and the device take */
#endif
#define PATIENCE 4

#ifdef MUT_NO_BELOW
#define RESERVE 0
#else
#define RESERVE 1	/* one for each other chip */
#endif
#ifdef NO_HALF
#define HALF BUFFERS
#else
#define HALF ((BUFFERS + 1) / 2)
#endif
#ifdef ONE_WAY
#define COUNT_OF(i) ((i) == 0 -> COUNT : 0)
#else
#define COUNT_OF(i) COUNT
#endif

mtype = { DATA, ACK, PROD };	/* a back-off says nothing but what an ACK says */

#define BIT(n) (1 << (n))

/* Packet n is bit n of a mask. */
chan wire[2] = [WIRE] of { mtype, byte, byte, byte, bit };	/* from that chip */
chan ready[2] = [BUFFERS] of { byte };
byte out[2], first[2] = 1;		/* those between are kept */
byte queued[2], resent[2], lately[2];
byte in[2], held[2], took[2], free[2] = BUFFERS;
bit starved[2], flush[2];
byte over[2];	/* acknowledged, but queued still */
bit owes_ack[2], owes_backoff[2], owes_prod[2];
byte faults = FAULTS, early = EARLY, turns;

#define KEPT(i) (out[i] + 1 - first[i])
/* src: links/link_state.h:link_room */
#define ROOM(i) (KEPT(i) < HALF && free[i] > RESERVE)
#define DONE(i) (out[i] == COUNT_OF(i) && took[i] == COUNT_OF(1 - i) && !flush[i])

#ifdef FLUSH
#define WANTS(i) false
#else
#define WANTS(i) (took[i] < COUNT_OF(1 - i))
#endif
#ifdef MUT_NO_PROD
#define LACKS(i) false
#else
#define LACKS(i) (WANTS(i) -> len(ready[i]) == 0 : starved[i] && held[i])
#endif
#ifdef MUT_NO_PROBE
#define NEEDS(i) false
#else
#define NEEDS(i) (KEPT(i) > 0 && (flush[i] || starved[i]))
#endif

/* src: links/link_state.h:link_put_free */
inline put_free(i)
{
	if
	:: free[i] + KEPT(i) + over[i] >= BUFFERS -> assert('B' < 0)
	:: else
	fi;
	free[i]++;
	starved[i] = starved[i] && !ROOM(i)
}

inline again(i, n)
{
	resent[i] = resent[i] | BIT(n);
	queued[i] = queued[i] | BIT(n);
	some = 1
}

/* src: links/link_round.c:link_fill */
inline fill(i, end)
{
#ifdef MUT_FILL_SECOND
	n = first[i] + 1;
#else
	n = first[i];
#endif
	do
	:: n >= end || n > out[i] -> break
	:: else ->
		if
		:: !(queued[i] & BIT(n)) && !(resent[i] & lately[i] & BIT(n)) ->
#ifndef MUT_NO_FILL
			again(i, n)
#endif
		:: else
		fi;
		n++
	od;
	n = 0
}

/* src: links/link_round.c:link_tail */
inline tail(i)
{
	if
	:: KEPT(i) > 0 ->
#ifndef MUT_TAIL_LAST
		if
		:: !((queued[i] | lately[i]) & BIT(first[i])) -> again(i, first[i])
		:: else
		fi;
#endif
#ifndef TAIL_FIRST
		if
		:: !((queued[i] | lately[i]) & BIT(out[i])) -> again(i, out[i])
		:: else
		fi
#endif
	:: else
	fi
}

/* One that is queued is free when it would be transmitted.  src: links/link.c:link_acknowledged */
inline acknowledged(i)
{
	do
	:: first[i] > out[i] || first[i] > ack -> break
	:: else ->
		first[i]++;
		if
#ifdef MUT_OVER
		:: true -> put_free(i)
#else
		:: !(queued[i] & BIT(first[i] - 1)) -> put_free(i)
		:: else -> over[i]++
#endif
		fi
	od;
	flush[i] = flush[i] && KEPT(i) > 0
}

/* src: links/link_receive.c:link_news */
inline news(i)
{
	if
	:: ack + 1 < first[i] || ack > out[i] -> skip	/* stale */
	:: else ->
		if
		:: ack >= first[i] -> turns = 0; acknowledged(i)
		:: else
		fi;
		if
		:: hole != ack -> fill(i, hole)
		:: hole == ack && kind == PROD ->
#ifndef MUT_NO_TAIL
			tail(i)
#endif
		:: else
		fi
	fi;
	owes_backoff[i] = owes_backoff[i] || (kind == PROD && !some)
}

/* src: links/link_receive.c:link_in_sequence and link_close_gap */
inline in_sequence(i)
{
	if
	:: free[i] > RESERVE || (free[i] > 0 && len(ready[i]) == 0) ->
		free[i]--;
		turns = 0;
		ready[i]!seq;
		in[i]++;
		do
		:: held[i] & BIT(in[i] + 1) ->
			held[i] = held[i] & ~BIT(in[i] + 1);
			in[i]++;
			ready[i]!in[i]
		:: else -> break
		od
	:: else
	fi
}

/* src: links/link_receive.c:link_data and link_hold */
inline data(i)
{
#ifdef MUT_TWICE
	twice = 0;
#else
	twice = seq <= in[i] || (held[i] & BIT(seq));
#endif
	if
#ifdef MUT_NO_GAP
	:: !twice -> in[i] = seq - 1; in_sequence(i)
#else
	:: !twice && seq <= in[i] + 1 -> in_sequence(i)
	:: !twice && seq > in[i] + 1 && free[i] > RESERVE ->
		free[i]--;
		held[i] = held[i] | BIT(seq)
#endif
	:: else
	fi;
#ifdef QUIET
#ifdef MUT_TWICE_SILENT
	owes_ack[i] = owes_ack[i] || (marked && !twice);
#else
	owes_ack[i] = owes_ack[i] || twice || marked;
#endif
#else
	owes_ack[i] = 1;
#endif
	twice = 0
}

/* src: links/link_receive.c:link_receive */
inline receive(i)
{
#ifdef DROPPED_UNREAD
	if
	:: kind == DATA && free[i] <= RESERVE && len(ready[i]) > 0 -> skip
	:: else ->
#endif
	news(i);
	if
	:: kind == DATA -> data(i)
	:: else
	fi;
#ifdef DROPPED_UNREAD
	fi;
#endif
	some = 0; kind = 0; seq = 0; ack = 0; hole = 0; marked = 0
}

/* src: links/link_round.c:link_end_of_hole */
inline end_of_hole(i)
{
	hole = in[i];
	if
	:: held[i] && (kind == PROD || held[i] >> (in[i] + REORDER + 2)) ->
		hole++;
		do
		:: held[i] & BIT(hole) -> break
		:: else -> hole++
		od
	:: else
	fi
}

/* src: links/link_round.c:link_transmit_one */
inline transmit(i, number, mark)
{
	end_of_hole(i);
#ifdef MUT_ACK_HELD
	wire[i]!kind, number, (held[i] -> hole : in[i]), hole, mark;
#else
	wire[i]!kind, number, in[i], hole, mark;
#endif
	owes_ack[i] = 0;
	kind = 0; hole = 0
}

/* src: links/link_round.c:link_transmit_data */
inline transmit_next(i)
{
	n = 1;
	do
	:: queued[i] & BIT(n) -> break
	:: else -> n++
	od;
	queued[i] = queued[i] & ~BIT(n);
	if
	:: n < first[i] ->
#ifndef MUT_OVER
		over[i]--;
#endif
		put_free(i)
	:: else ->
		kind = DATA;
		transmit(i, n, ((resent[i] & BIT(n)) != 0));
		lately[i] = lately[i] | BIT(n)
	fi;
	n = 0
}

/* src: links/link_ask.c:link_ask */
inline ask(i)
{
	owes_prod[i] = owes_prod[i] || LACKS(i);
	if
	:: NEEDS(i) -> tail(i)
	:: else
	fi;
	some = 0
}

#ifdef MUT_NO_ABOVE
#define TAKES(i) !starved[i]	/* who is refused insists */
#else
#define TAKES(i) true
#endif

active [2] proctype chip()
{
	byte seq, ack, hole, n, number;
	mtype kind;
	bit marked, some, twice;

end:	do
	/* The application.  src: links/link.c:link_send */
	:: d_step { out[_pid] < COUNT_OF(_pid) && ROOM(_pid) ->
		free[_pid]--;
		out[_pid]++;
		queued[_pid] = queued[_pid] | BIT(out[_pid]);
#ifdef FLUSH
		flush[_pid] = out[_pid] == COUNT_OF(_pid)
#endif
	   }
	:: d_step { out[_pid] < COUNT_OF(_pid) && !ROOM(_pid) && !starved[_pid] ->
		starved[_pid] = 1
	   }
	/* src: links/link.c:link_release */
	:: d_step { TAKES(_pid) && len(ready[_pid]) > 0 ->
		ready[_pid]?number;
		if
		:: number != took[_pid] + 1 -> assert('O' < 0)
		:: else
		fi;
		took[_pid]++;
		number = 0;
		turns = 0;
		put_free(_pid)
	   }

	/* A frame comes, once or again, or is lost, or the one behind it comes first. */
	:: d_step { wire[1 - _pid]?kind, seq, ack, hole, marked -> receive(_pid) }
	:: d_step { faults > 0 && len(wire[1 - _pid]) > 0 ->
		faults--;
		turns = 0;
		wire[1 - _pid]?<kind, seq, ack, hole, marked>;
		receive(_pid)
	   }
	:: d_step { faults > 0 && len(wire[1 - _pid]) > 0 ->
		faults--;
		turns = 0;
		wire[1 - _pid]?_, _, _, _, _
	   }
	:: d_step { faults > 0 && len(wire[1 - _pid]) > 1 ->
		faults--;
		turns = 0;
		wire[1 - _pid]?kind, seq, ack, hole, marked;
		wire[1 - _pid]!kind, seq, ack, hole, marked;
		kind = 0; seq = 0; ack = 0; hole = 0; marked = 0
	   }

	/* A frame goes.  src: links/link_round.c:link_transmit_control */
	:: d_step { nfull(wire[_pid]) && owes_backoff[_pid] ->
		owes_backoff[_pid] = 0;
		kind = ACK;
		transmit(_pid, 0, 0)
	   }
	:: d_step { nfull(wire[_pid]) && owes_prod[_pid] && !owes_backoff[_pid] ->
		owes_prod[_pid] = 0;
		kind = PROD;
		transmit(_pid, 0, 0)
	   }
	:: d_step { nfull(wire[_pid]) && owes_ack[_pid] && !queued[_pid] &&
		    !owes_backoff[_pid] && !owes_prod[_pid] ->
		kind = ACK;
		transmit(_pid, 0, 0)
	   }
	:: d_step { nfull(wire[_pid]) && queued[_pid] &&
		    !owes_backoff[_pid] && !owes_prod[_pid] ->
		transmit_next(_pid)
	   }
	:: d_step { early > 0 && !DONE(_pid) ->
		early--;
		lately[0] = 0;
		lately[1] = 0;
		ask(_pid)
	   }
	od
}

#define SOMEBODY_ASKS (LACKS(0) || LACKS(1) || NEEDS(0) || NEEDS(1))

/* Time passes. */
active proctype clock()
{
	byte i, n;
	bit some;

	do
	:: timeout && DONE(0) && DONE(1) -> break
	:: atomic { timeout && !(DONE(0) && DONE(1)) && SOMEBODY_ASKS ->
		d_step {
#ifndef FOR_EVER
			turns++;
			if
			:: turns > PATIENCE -> assert('L' < 0)
			:: else
			fi;
#endif
			lately[0] = 0;
			lately[1] = 0;
			ask(0);
			ask(1)
		}
	   }
	od
}
