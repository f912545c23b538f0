/* SPDX-License-Identifier: Apache-2.0
 *
 * V1, V2, V3: a queue of SLOTS slots that SENDERS cores share, each of which sends COUNT messages
 * to one receiver (S. Lumetta, "Multi-Protocol Communication", Berkeley 1998, sections 3.3,
 * 3.4 and 6.3.1).  A sender is assigned the slot at the tail by fetch-and-add; then it must
 * claim it, fill it and say that it is ready.
 *
 * Published first (CLAIMS): it claims by compare-and-swap, so who comes second to a slot may be
 * first to claim it.  Published later, and in published/mailbox.c: it waits until the slot's
 * epoch is its own.
 *
 * assert:  V1, after each assignment and each reception: slots from head to tail have one
 * assignment more than the others have; V2: who is assigned the head, in its epoch, does
 * not wait, so the head is ready after so many steps of its own; V3 (ORDER): messages of a sender
 * are received in their order.
 * D: nobody waits for ever.
 */
#ifndef SENDERS
#define SENDERS 2
#endif
#ifndef COUNT
#define COUNT 2
#endif
#ifndef SLOTS
#define SLOTS 2
#endif

#define AT(n) ((n) % SLOTS)

mtype = { FREE, CLAIMED, READY };

byte tail, head;
byte epoch[SLOTS];
mtype state[SLOTS] = FREE;
byte word[SLOTS];
byte assigned[SLOTS];	/* only V1 reads it: to so many it is assigned */

/* Slot i is active if it lies between head and tail; n is what the others have. */
inline v1()
{
	d_step {
		i = 0;
		least = 255;
		do
		:: i == SLOTS -> break
		:: else ->
			if
			:: assigned[i] < least -> least = assigned[i]
			:: else
			fi;
			i++
		od;
		i = 0;
		do
		:: i == SLOTS -> break
		:: else ->
			assert(assigned[i] == least +
				(((i + SLOTS - AT(head)) % SLOTS <
				  (tail - head) % SLOTS) -> 1 : 0));
			i++
		od;
		i = 0;
		least = 0
	}
}

active [SENDERS] proctype sender()
{
	byte sent, place, i, least;

	do
	:: sent == COUNT -> break
	:: else ->
#ifdef MUT_TWO_STEPS
		place = tail;
		atomic {
			tail = place + 1;
			assigned[AT(place)]++;
			v1()
		};
#else
		atomic {
			place = tail;
			tail++;
			assigned[AT(place)]++;
			v1()
		};
#endif
		sent++;
#ifdef CLAIMS
		atomic {
			state[AT(place)] == FREE;
			state[AT(place)] = CLAIMED
		};
#else
		/* V2 */
		assert(place != head || epoch[AT(place)] == place / SLOTS);
		epoch[AT(place)] == place / SLOTS;
		state[AT(place)] = CLAIMED;
#endif
		word[AT(place)] = _pid * COUNT + sent;
		state[AT(place)] = READY
	od
}

active proctype receiver()
{
	byte from, n, i, least;
	byte heard[SENDERS];

	do
	:: head == SENDERS * COUNT -> break
	:: else ->
		state[AT(head)] == READY;
		n = word[AT(head)] - 1;
		from = n / COUNT;
#ifdef ORDER
		assert(n % COUNT == heard[from]);
#endif
		heard[from]++;
		assert(heard[from] <= COUNT);
		atomic {
			state[AT(head)] = FREE;
			epoch[AT(head)]++;
			assigned[AT(head)]--;
			head++;
			v1()
		}
	od
}
