/* SPDX-License-Identifier: Apache-2.0
 *
 * A mailbox whose places are claimed by tickets (published/mailbox.c): SENDERS cores send COUNT
 * messages each to one, through SLOTS slots.  Each access to a word is one step;
 * drawing a ticket, and a compare-and-swap, are one, too.  With TRY a place is claimed
 * only if it is free.
 *
 * assert: what is received is the message of the place's claimer, and whole; each sender's
 * in its order; one core writes a slot at a time.
 * D: nobody waits for ever.
 */
#ifndef SENDERS
#define SENDERS 2
#endif
#ifndef COUNT
#define COUNT 3
#endif
#ifndef SLOTS
#define SLOTS 2
#endif
#define ONE (2 * SLOTS)	/* places a, in units of 2: below is "filled" */

/* Stamps count places in twos, wrapping as the model's bytes do not: few are sent. */
byte tail;
byte stamp[SLOTS], words[SLOTS];
byte writers[SLOTS];

#define FREE(a) (((a) / SLOTS) * ONE)

/* src: published/mailbox.c:draw_ticket and try_claim */
inline claim()
{
#ifdef TRY
	do
	:: place = tail;
		if
		:: stamp[place % SLOTS] == FREE(place) ->
#ifdef MUT_TWO_STEPS
			skip;
			tail = place + 1;
			break
#else
			if
			:: atomic { tail == place -> tail = place + 1 }; break
			:: tail != place
			fi
#endif
		:: stamp[place % SLOTS] != FREE(place) ->
			stamp[place % SLOTS] == FREE(place) || tail != place
		fi
	od
#else
#ifdef MUT_TWO_STEPS
	place = tail;
	tail = place + 1;
#else
	atomic { place = tail; tail = place + 1 };
#endif
#ifdef MUT_NO_EPOCH
	stamp[place % SLOTS] % 2 == 0;	/* free, for whoever sees it */
#else
#ifndef MUT_NO_ROOM
	stamp[place % SLOTS] == FREE(place)
#endif
#endif
#endif
}

/* src: published/mailbox.c:weft_mailbox_send */
active [SENDERS] proctype sender()
{
	byte sent, place;

	do
	:: sent == COUNT -> break
	:: else ->
		claim();
		sent++;
		writers[place % SLOTS]++;
		assert(writers[place % SLOTS] == 1);
#ifdef MUT_STAMP_FIRST
		stamp[place % SLOTS] = FREE(place) + 1;
		words[place % SLOTS] = _pid * COUNT + sent;
		writers[place % SLOTS]--
#else
		words[place % SLOTS] = _pid * COUNT + sent;
		writers[place % SLOTS]--;
		stamp[place % SLOTS] = FREE(place) + 1
#endif
	od
}

/* src: published/mailbox.c:weft_mailbox_receive and take */
active proctype home()
{
	byte next, word, from;
	byte heard[SENDERS];

	do
	:: next == SENDERS * COUNT -> break
	:: else ->
		stamp[next % SLOTS] >= FREE(next) + 1;
#ifdef MUT_FREED_FIRST
		stamp[next % SLOTS] = FREE(next + SLOTS);
		word = words[next % SLOTS];
#else
		word = words[next % SLOTS];
		stamp[next % SLOTS] = FREE(next + SLOTS);
#endif
		assert(word > 0);
		from = (word - 1) / COUNT;
		assert(word == from * COUNT + heard[from] + 1);
		heard[from]++;
		next++
	od
}
