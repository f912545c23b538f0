/* SPDX-License-Identifier: Apache-2.0
 *
 * Several links as one (links/bundle.h): two chips each send COUNT packets to a third one, by
 * LANES links.  Each link is a reliable stream of its own (link.pml), and a packet goes by any
 * of them.  A lane's pool at the receiver has BUFFERS for what has come and is not read; one for
 * each sender is kept for a packet that comes next on that lane from a sender that has nothing
 * unread there.  What is not accepted is sent again by its link: here it just waits.
 *
 * A sender is not further than AHEAD packets ahead of the oldest one that has not been accepted.
 *
 * O: each stream is taken once, and in order.  D: all of it is.
 */
#ifndef COUNT
#define COUNT 4
#endif
#ifndef BUFFERS
#define BUFFERS 2	/* the fewest: as many as are kept */
#endif
#ifndef AHEAD
#define AHEAD 3
#endif
#define LANES 2
#define SENDERS 2

#define RESERVE SENDERS
#ifdef MUT_ONE_POOL
#define POOL(l) 0	/* all lanes share one lane's buffers */
#else
#define POOL(l) (l)
#endif

#define AT(s, l) ((s) * LANES + (l))

chan wire[4] = [COUNT] of { byte };
chan unread[4] = [BUFFERS] of { byte };
byte free[LANES] = BUFFERS;
byte out[SENDERS], taken[SENDERS];
byte come[SENDERS];	/* accepted, a bit each */

#define BIT(n) (1 << (n))

/* src: links/link_receive.c:link_in_sequence */
#ifdef MUT_KEPT_FOR_ALL
#define ACCEPTS(s, l) (free[POOL(l)] > 0)
#else
#define ACCEPTS(s, l) (free[POOL(l)] > RESERVE || \
		       (free[POOL(l)] > 0 && len(unread[AT(s, l)]) == 0))
#endif

/* src: links/bundle.c:bundle_send_by_any */
active [SENDERS] proctype sender()
{
	byte oldest = 1;

end:	do
	:: atomic { out[_pid] < COUNT && out[_pid] + 1 - oldest < AHEAD ->
		out[_pid]++;
		if
		:: wire[AT(_pid, 0)]!out[_pid]
		:: wire[AT(_pid, 1)]!out[_pid]
		fi
	   }
	:: d_step { oldest <= out[_pid] && (come[_pid] & BIT(oldest)) -> oldest++ }
	od
}

/* src: links/bundle.c:bundle_merge */
inline take(s, l)
{
	unread[AT(s, l)]?number;
	free[POOL(l)]++;
	if
	:: number != taken[s] + 1 -> assert('O' < 0)
	:: else
	fi;
	taken[s]++;
	number = 0
}

#ifdef MUT_ANY
#define NEXT(s, l) (len(unread[AT(s, l)]) > 0)
#else
#define NEXT(s, l) (unread[AT(s, l)]?[eval(taken[s] + 1)])
#endif

inline accept(s, l)
{
	wire[AT(s, l)]?number;
	free[POOL(l)]--;
	come[s] = come[s] | BIT(number);
	unread[AT(s, l)]!number;
	number = 0
}

#define TAKES(s, l) d_step { NEXT(s, l) -> take(s, l) }
#define COMES(s, l) d_step { len(wire[AT(s, l)]) > 0 && ACCEPTS(s, l) -> accept(s, l) }

active proctype receiver()
{
	byte number;

	do
	:: taken[0] == COUNT && taken[1] == COUNT -> break
	:: TAKES(0, 0)
	:: TAKES(0, 1)
	:: TAKES(1, 0)
	:: TAKES(1, 1)
	:: COMES(0, 0)
	:: COMES(0, 1)
	:: COMES(1, 0)
	:: COMES(1, 1)
	od
}
