/* SPDX-License-Identifier: Apache-2.0
 *
 * Why Active Messages have two classes: CORES cores in a ring send requests to the
 * next one, which answers each.  A pair has a slot of each class.  Room for a reply is
 * reserved, as no more than one request of a pair is under way.
 *
 * D: nobody can go on.
 *
 * ONE_CLASS: requests and replies go through the same slots, one of each pair; who
 * replies waits until the slot there is free.  Two cores are enough.
 * MUT_SERVES_NOTHING: who waits for room for a request serves nothing meanwhile;
 * there is one slot for a request of anybody.
 */
#ifndef CORES
#define CORES 2
#endif
#ifndef REQUESTS
#define REQUESTS 2
#endif

mtype = { REQUEST, REPLY };

/* Of each core: what comes from the one before, and from the one after. */
#ifdef ONE_CLASS
#define from_after(c) from_before[c]	/* with two they are the same core */
#else
chan reply_slot[CORES] = [1] of { mtype };
#define from_after(c) reply_slot[c]
#endif
chan from_before[CORES] = [1] of { mtype };

active [CORES] proctype core()
{
	byte me = _pid, after, before, left = REQUESTS, to_do = REQUESTS;
	bit under_way;

	after = (me + 1) % CORES;
	before = (me + CORES - 1) % CORES;
	do
	:: left > 0 && !under_way ->
#ifdef MUT_SERVES_NOTHING
		/* Also until it is answered. */
		from_before[after]!REQUEST;
		from_after(me)?REPLY;
#else
		if
		:: nfull(from_before[after]) ->
			from_before[after]!REQUEST; under_way = 1
		:: full(from_before[after]) -> skip
		fi;
#endif
#ifdef MUT_SERVES_NOTHING
		left--
#endif
	:: from_before[me]?[REQUEST] ->
		/* The handler: its reply; then the slot is free. */
		from_after(before)!REPLY;
		from_before[me]?REQUEST;
		to_do--
	:: from_after(me)?[REPLY] ->
		from_after(me)?REPLY;
		under_way = 0;
		left--
	:: left == 0 && to_do == 0 -> break
	od
}
