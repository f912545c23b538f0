/* SPDX-License-Identifier: Apache-2.0
 *
 * Active Messages on cores that poll (messages/am/): CORES cores send REQUESTS requests
 * each, to any other core, and each is answered.  A pair has one slot of each class; a
 * receiver finds slots by a byte of each sender and one word, news, that all write.
 * A core sleeps only on news.
 *
 * Accesses to one core's MPB are seen in the order of their writer's calls, so each
 * is a step here.
 *
 * assert: a slot is not written before it is free; and at the end nothing is left that
 * has not been served, since nobody sleeps, or waits for room, for ever.
 *
 * POLLS: who waits polls, and does not sleep.
 * BOTH: a credit also after each reply, which does not count as one.
 * MUT_BYTES_SEEN: a byte is new if it is not as it was when it was looked at.
 * ONE_WAY: every second request is not answered: its slot is freed by a credit.
 */
#ifndef CORES
#define CORES 2
#endif
#ifndef REQUESTS
#define REQUESTS 2
#endif
#define SLOTS (CORES * CORES)
#define AT(to, from) ((to) * CORES + (from))
#define NONE 255

/* At `to`, from `from`: numbers, modulo 256. */
byte slot_request[SLOTS], slot_reply[SLOTS];
/* The same, modulo 2: that of one slot, of twice as many numbers as there are slots. */
bit byte_request[SLOTS], byte_reply[SLOTS];
#define LOW(number) ((number) & 1)
byte freed[SLOTS];
/* Who wrote it last, in which class and with which number; 0: cleared. */
byte news[CORES];

byte got_request[SLOTS], got_reply[SLOTS];
byte sent_request[SLOTS], sent_reply[SLOTS];

#define NEWS(class, number, from) \
	(1 + (from) + CORES * ((class) + 3 * ((number) & 7)))
#define KIND(word) (((word) - 1) / CORES % 3)

/* The number of requests that all will send to me is not known to me. */
byte done, content;
bit over;	/* nobody can go on */

/* src: messages/am/am_put.h:am_post_line */
inline post_request(to)
{
	assert(slot_request[AT(to, me)] == freed_seen[to]);
	sent_request[AT(to, me)]++;
	slot_request[AT(to, me)] = sent_request[AT(to, me)];
#ifdef MUT_NEWS_FIRST
	news[to] = NEWS(0, sent_request[AT(to, me)], me);
	byte_request[AT(to, me)] = LOW(sent_request[AT(to, me)])
#else
	byte_request[AT(to, me)] = LOW(sent_request[AT(to, me)]);
#ifdef MUT_NEWS_ALIKE
	news[to] = NEWS(0, 0, me)
#else
	news[to] = NEWS(0, sent_request[AT(to, me)], me)
#endif
#endif
}

inline post_reply(to)
{
	/* Room that the request has reserved. */
	assert(slot_reply[AT(to, me)] == got_reply[AT(to, me)]);
	sent_reply[AT(to, me)]++;
	slot_reply[AT(to, me)] = sent_reply[AT(to, me)];
	byte_reply[AT(to, me)] = LOW(sent_reply[AT(to, me)]);
	news[to] = NEWS(1, sent_reply[AT(to, me)], me)
}

/* src: messages/am/am_serve.c:am_serve */
inline serve_reply(from)
{
	if
	:: slot_reply[AT(me, from)] == (got_reply[AT(me, from)] + 1) % 256 ->
		got_reply[AT(me, from)]++;
		answers++;
#ifndef BOTH
		freed_seen[from] = sent_request[AT(from, me)]
#endif
	:: else
	fi
}

inline serve_request(from)
{
	if
	:: slot_request[AT(me, from)] == (got_request[AT(me, from)] + 1) % 256 ->
		got_request[AT(me, from)]++;
		done++;
#ifdef ONE_WAY
		/* Every second one is not answered. */
		if
		:: got_request[AT(me, from)] % 2 -> post_reply(from)
		:: else ->
			freed[AT(from, me)] = got_request[AT(me, from)];
			news[from] = NEWS(2, got_request[AT(me, from)], me)
		fi
#else
#ifdef MUT_FREED_FIRST
		freed[AT(from, me)] = got_request[AT(me, from)];
#endif
		post_reply(from)
#ifdef BOTH
		;
		freed[AT(from, me)] = got_request[AT(me, from)];
		news[from] = NEWS(2, got_request[AT(me, from)], me)
#endif
#endif
	:: else
	fi
}

/* src: messages/am/am_scan.c:scan_core */
inline look_at_bytes()
{
#ifdef MUT_BYTES_SEEN
	if
	:: byte_reply[AT(me, other)] != known_reply[other] ->
		known_reply[other] = byte_reply[AT(me, other)];
		serve_reply(other)
	:: else
	fi;
	if
	:: byte_request[AT(me, other)] != known_request[other] ->
		known_request[other] = byte_request[AT(me, other)];
		serve_request(other)
	:: else
	fi
#else
	if
	:: byte_reply[AT(me, other)] != LOW(got_reply[AT(me, other)]) ->
		serve_reply(other)
	:: else
	fi;
	if
	:: byte_request[AT(me, other)] != LOW(got_request[AT(me, other)]) ->
		serve_request(other)
	:: else
	fi
#endif
}

/* src: messages/am/am_scan.c:am_scan */
inline scan()
{
#ifdef MUT_BYTES_FIRST
	other = 0;
	do
	:: other == CORES -> break
	:: other < CORES ->
		look_at_bytes();
		other++
	od;
	seen = news[me]
#else
	seen = news[me];
	heard = seen;
	other = 0;
	do
	:: other == CORES -> break
	:: other < CORES ->
		look_at_bytes();
		other++
	od
#endif
}

/*
 * src: messages/am/am_scan.c:am_look
 * The slot that may be next, whichever it is; then the message that news names, or all.
 */
inline serve_all()
{
	if
	:: true -> serve_reply(peer)
	:: true -> serve_request(peer)
	:: true
	fi;
	word = news[me];
	if
	:: word != seen && word != heard ->
		heard = word;
		if
		:: KIND(word) == 0 -> serve_request((word - 1) % CORES)
		:: KIND(word) == 1 -> serve_reply((word - 1) % CORES)
		:: KIND(word) == 2
		fi
	:: word != seen -> scan()
	:: word == seen
	fi
}

/* src: messages/am/am_wait.c:poll_until */
inline sleep_unless(come)
{
#ifndef POLLS
	news[me] = 0;
#endif
#ifdef MUT_CLEAR_LAST
	skip
#else
	scan();
#endif
	if
	:: (come)
#ifdef POLLS
	:: else -> news[me] != seen || over
#else
	:: else -> news[me] != 0 || over
#endif
	fi
}

/* src: messages/am/am_room.c:am_has_room */
inline look_for_room(to)
{
	number = freed[AT(me, to)];
	if
	:: number != freed_seen[to] && (number + 256 - freed_seen[to]) % 256 < 128 ->
#ifndef MUT_ROOM_ONLY
		serve_reply(to);
#endif
		freed_seen[to] = number
	:: else
	fi
}

#define ROOM (sent_request[AT(peer, me)] == freed_seen[peer])

active [CORES] proctype core()
{
	byte me = _pid, peer, other, seen, heard, word, number, answers;
	byte left = REQUESTS;
	byte expected;
	byte freed_seen[CORES];
#ifdef MUT_BYTES_SEEN
	bit known_request[CORES], known_reply[CORES];
#endif

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
		:: ROOM -> break
		:: !ROOM ->
			look_for_room(peer);
			if
			:: ROOM
			:: !ROOM ->
				serve_all();
				look_for_room(peer);
				if
				:: ROOM
				:: !ROOM ->
					sleep_unless(ROOM ||
						freed[AT(me, peer)] !=
							freed_seen[peer])
				fi
			fi
		od;
		post_request(peer);
#ifdef ONE_WAY
		expected = expected + sent_request[AT(peer, me)] % 2;
#else
		expected++;
#endif
		left--
	od;
	do
	:: answers == expected -> break
	:: answers != expected -> sleep_unless(answers == expected)
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
