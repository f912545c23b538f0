/* SPDX-License-Identifier: Apache-2.0
 *
 * MP-Server by queues of words (published/mp_server.c where the chip has FIFOs; D. Petrovic, thesis
 * 6552, sections 6.1.2 and 6.3): two halves of a chip, each with a server and CLIENTS clients
 * of the other half's server.  What goes from a half to the other goes by one link, in
 * order: requests of two words, replies of one.  A queue that is full holds up the link
 * before it, which holds up whoever sends.
 *
 * The library's rule: as many clients may have a request under way as the server's queue has
 * room for (credits: messages/fifo_chip.h claims that room).  Or replies have a link of their
 * own.  With neither, two servers wait for each other for ever: D.
 *
 * assert: a request is run as it was sent, and its reply comes to who sent it.
 */
#ifndef CLIENTS
#define CLIENTS 3	/* of each server */
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#define WORDS  2	/* of a request: who and round, argument */
#ifndef ROOM
#define ROOM   2	/* words of a server's queue */
#endif
#ifndef LINK
#define LINK   2	/* words on a link */
#endif

#define SERVER CLIENTS	/* who, on a link: the server's queue there */
#define TAG(client, round) (1 + (client) * ROUNDS + (round))

mtype = { REQUEST, REPLY };

/* To a half: what it is, who it is for or from, the word. */
chan link[2] = [LINK] of { mtype, byte, byte };
#ifdef REPLY_CLASS
chan back[2] = [LINK] of { mtype, byte, byte };
#else
#define back link
#endif
chan queue[2] = [ROOM] of { byte, byte };
chan reply[2 * CLIENTS] = [1] of { byte };	/* a client has room for its one reply */
#ifdef CREDITS
byte credit[2];
#endif

#define OTHER(half) (1 - (half))

proctype client(byte half, me)
{
	byte round, got;

	for (round : 0 .. ROUNDS - 1) {
#ifdef CREDITS
		atomic { credit[half] > 0; credit[half]-- };
#endif
#ifdef MUT_PIECES
		link[OTHER(half)]!REQUEST, me, TAG(me, round);
		link[OTHER(half)]!REQUEST, me, TAG(me, round);
#else
		/* The words of a message stay together; so a link has room for all of them. */
		atomic {
			len(link[OTHER(half)]) + WORDS <= LINK;
			link[OTHER(half)]!REQUEST, me, TAG(me, round);
			link[OTHER(half)]!REQUEST, me, TAG(me, round)
		};
#endif
		reply[half * CLIENTS + me]?got;
		assert(got == TAG(me, round));
#ifdef CREDITS
		credit[half]++
#endif
	}
}

/* The words at the end of a link go on, in order. */
proctype carry(byte half)
{
	byte who, word;

end:	do
	:: link[half]?[REQUEST, who, word] && nfull(queue[half]) ->
		atomic { link[half]?REQUEST, who, word; queue[half]!who, word }
	:: back[half]?[REPLY, who, word] ->
		atomic { back[half]?REPLY, who, word; reply[half * CLIENTS + who]!word }
	od
}

proctype server(byte half)
{
	byte who, second, tag, argument, left = CLIENTS * ROUNDS;

	do
	:: left == 0 -> break
	:: else ->
		queue[half]?who, tag;
		queue[half]?second, argument;
		assert(second == who && argument == tag);
		left--;
#ifdef MUT_NEIGHBOUR
		who = (who + 1) % CLIENTS;
#endif
		back[OTHER(half)]!REPLY, who, tag
	od
}

init {
	byte i;

	atomic {
#ifdef CREDITS
		credit[0] = ROOM / WORDS;
		credit[1] = ROOM / WORDS;
#endif
		for (i : 0 .. 1) {
			run carry(i);
			run server(i)
		}
		for (i : 0 .. 2 * CLIENTS - 1) {
			run client(i / CLIENTS, i % CLIENTS)
		}
	}
}
