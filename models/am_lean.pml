/* SPDX-License-Identifier: Apache-2.0
 *
 * Active Messages in the lean layout (messages/am/am_lean.c), on cores that poll: CORES cores
 * send REQUESTS requests each, to any other core.  A pair has one slot, which lies at the
 * receiver.  The receiver writes its reply there, in place of the request, and the requester
 * fetches it.  Of the requests some have no reply.  What is said of a request is the
 * difference of a byte to what is known of it: 1, no reply; 2, a reply is in place.
 *
 * Accesses to one core's MPB are seen in the order of their writer's calls, so each is a
 * step here.  A reply and the byte that tells of it lie at two cores: the reply lands first.
 *
 * assert: a request is not written before the one before it has been handled and its reply
 * been fetched; a reply that is fetched is that request's; at the end all have been
 * served, and nobody sleeps, or waits for room, for ever.
 *
 * ALL_REPLY, NO_REPLY: every request has a reply, or none has.
 */
#ifndef CORES
#define CORES 2
#endif
#ifndef REQUESTS
#define REQUESTS 2
#endif
#define PAIRS (CORES * CORES)
#define AT(to, from) ((to) * CORES + (from))

/* The slot at `to`, of `from`: number of its request, or of the reply's request. */
byte slot[PAIRS];
bit is_reply[PAIRS];
/* At `to`, by `from`: number of its last request; what it has said of those of `to`. */
bit byte_request[PAIRS];
byte byte_said[PAIRS];
#define LOW(number) ((number) & 1)
/* 0: cleared.  Else who wrote it last, about what, and its number. */
byte news[CORES];
#define NEWS(class, number, from) \
	(1 + (from) + CORES * ((class) + 3 * ((number) & 7)))
#define KIND(word) (((word) - 1) / CORES % 3)

byte got[PAIRS], sent[PAIRS];
byte done, content;
bit over; /* nobody can go on */

/* src: messages/am/am_send.c:am_send */
inline post_request(to)
{
	assert(room[to]);
	room[to] = 0;
	sent[AT(to, me)]++;
	is_reply[AT(to, me)] = 0;
	slot[AT(to, me)] = sent[AT(to, me)];
	byte_request[AT(to, me)] = LOW(sent[AT(to, me)]);
	news[to] = NEWS(0, sent[AT(to, me)], me)
}

/* src: messages/am/am_lean.c:am_lean_reply */
inline reply(from)
{
#ifdef MUT_SAID_FIRST
	byte_said[AT(from, me)] = (byte_said[AT(from, me)] + 2) & 15;
	news[from] = NEWS(1, got[AT(me, from)], me);
	is_reply[AT(me, from)] = 1
#else
	is_reply[AT(me, from)] = 1; /* it lands */
#ifdef MUT_ALIKE
	byte_said[AT(from, me)] = (byte_said[AT(from, me)] + 1) & 15;
#else
	byte_said[AT(from, me)] = (byte_said[AT(from, me)] + 2) & 15;
#endif
	news[from] = NEWS(1, got[AT(me, from)], me)
#endif
}

/* src: messages/am/am_lean.c:am_lean_free */
inline free(from)
{
	byte_said[AT(from, me)] = (byte_said[AT(from, me)] + 1) & 15;
	news[from] = NEWS(2, got[AT(me, from)], me)
}

/* src: messages/am/am_serve.c:am_serve */
inline serve_request(from)
{
	if
	:: slot[AT(me, from)] == got[AT(me, from)] + 1 ->
		got[AT(me, from)]++;
		done++;
		if
#ifndef NO_REPLY
		:: true -> reply(from)
#endif
#ifndef ALL_REPLY
		:: true -> free(from)
#endif
		fi
	:: else
	fi
}

#define TOLD(from) ((byte_said[AT(me, from)] + 16 - known[from]) & 15)

/* src: messages/am/am_lean.c:am_lean_serve */
inline serve_answer(from)
{
	told = TOLD(from);
	if
	:: told == 2 ->
#ifndef MUT_NOT_KNOWN
		known[from] = (known[from] + 2) & 15;
#endif
		/* It is fetched from there. */
		assert(is_reply[AT(from, me)] &&
		       slot[AT(from, me)] == sent[AT(from, me)]);
		answers++;
		room[from] = 1
	:: told == 1 ->
		known[from] = (known[from] + 1) & 15;
		answers++;
#ifdef MUT_ALIKE
		assert(!is_reply[AT(from, me)]);
#endif
		room[from] = 1
	:: else
	fi
}

/* src: messages/am/am_scan.c:am_scan */
inline scan()
{
	seen = news[me];
	heard = seen;
	other = 0;
	do
	:: other == CORES -> break
	:: other < CORES ->
		serve_answer(other);
		if
		:: byte_request[AT(me, other)] != LOW(got[AT(me, other)]) ->
			serve_request(other)
		:: else
		fi;
		other++
	od
}

/* src: messages/am/am_scan.c:am_look */
inline serve_all()
{
	if
	:: true -> serve_answer(peer)
	:: true -> serve_request(peer)
	:: true
	fi;
	word = news[me];
	if
	:: word != seen && word != heard ->
		heard = word;
		if
		:: KIND(word) == 0 -> serve_request((word - 1) % CORES)
		:: KIND(word) == 1 -> serve_answer((word - 1) % CORES)
		:: KIND(word) == 2
		fi
	:: word != seen -> scan()
	:: word == seen
	fi
}

/* src: messages/am/am_wait.c:poll_until */
inline sleep_unless(come)
{
	news[me] = 0;
#ifndef MUT_CLEAR_LAST
	scan();
#endif
	if
	:: (come)
	:: else -> news[me] != 0 || over
	fi
}

/* src: messages/am/am_lean.c:am_lean_has_room */
inline look_for_room(to)
{
	told = TOLD(to);
	if
#ifdef MUT_ROOM_EARLY
	/* .. though the reply has not been fetched. */
	:: told == 2 -> room[to] = 1
#endif
	:: told == 1 -> serve_answer(to)
	:: told == 0
#ifndef MUT_ROOM_EARLY
	:: told == 2
#endif
	fi
}

active [CORES] proctype core()
{
	byte me = _pid, peer, other, seen, heard, word, told, answers;
	byte left = REQUESTS;
	bit room[CORES];
	byte known[CORES];

	for (other : 0 .. CORES - 1) {
		room[other] = 1
	}
	peer = (me + 1) % CORES;
	do
	:: left == 0 -> break
	:: left > 0 ->
#if CORES > 2
		if
		:: peer = (me + 1) % CORES
		:: peer = (me + 2) % CORES
		fi;
#endif
		do
		:: room[peer] -> break
		:: !room[peer] ->
			look_for_room(peer);
			if
			:: room[peer]
			:: !room[peer] ->
				serve_all();
				if
				:: room[peer]
				:: !room[peer] -> sleep_unless(room[peer])
				fi
			fi
		od;
		post_request(peer);
		left--
	od;
	do
	:: answers == REQUESTS -> break
	:: answers != REQUESTS -> sleep_unless(answers == REQUESTS)
	od;
	content++;
	/* Others may still ask. */
	do
	:: over -> break
	:: !over -> sleep_unless(over)
	od
}

active proctype monitor()
{
	timeout;
	assert(done == CORES * REQUESTS && content == CORES);
	over = 1
}
