/* SPDX-License-Identifier: Apache-2.0
 *
 * SHM-Server (sync/shm_server.c): CLIENTS clients apply ROUNDS operations each, through a
 * line each; the server goes round the lines.  Each write that lands at once, and each
 * read, is one step.
 *
 * assert: each operation runs once, with its own argument, and its client gets its result.
 * D: nobody waits for ever.
 */
#ifndef CLIENTS
#define CLIENTS 2
#endif
#ifndef ROUNDS
#define ROUNDS 3
#endif

#define LEFT (ROUNDS + 1)	/* the number of a client's last request */

byte number[CLIENTS], argument[CLIENTS], done[CLIENTS], result[CLIENTS];
byte ran[CLIENTS];

#define ARGUMENT_OF(client, round) (1 + (client) * ROUNDS + (round))

/* src: sync/shm_server.c:shm_server_apply */
proctype client(byte me)
{
	byte round = 1, got;

	do
	:: round > ROUNDS -> break
	:: else ->
#ifdef MUT_NUMBER_FIRST
		number[me] = round;
		argument[me] = ARGUMENT_OF(me, round);
#else
		atomic {
			argument[me] = ARGUMENT_OF(me, round);
			number[me] = round
		};
#endif
#ifdef MUT_RESULT_FIRST
		got = result[me];
		done[me] == round;
#else
		done[me] == round;
		got = result[me];
#endif
		assert(got == ARGUMENT_OF(me, round) + 1);
		assert(ran[me] == round);
		round++
	od;
	number[me] = LEFT
}

/* src: sync/shm_server.c:shm_server_answer */
inline answer()
{
	known[at] = asked;
	if
	:: asked == LEFT -> left++
	:: else ->
		ran[at]++;
		assert(argument[at] == ARGUMENT_OF(at, asked));
#ifdef MUT_DONE_FIRST
		done[at] = asked;
		result[at] = argument[at] + 1
#else
		atomic { result[at] = argument[at] + 1; done[at] = asked }
#endif
	fi
}

/* src: sync/shm_server.c:shm_server_serve */
proctype server()
{
	byte known[CLIENTS], at, asked, left;

	do
	:: left == CLIENTS -> break
	:: else ->
		asked = number[at];
		if
#ifdef MUT_UNKNOWN
		:: asked -> answer()
#else
		:: asked != known[at] -> answer()
#endif
		:: else
		fi;
		at = (at + 1) % CLIENTS
	od
}

init {
	byte i;

	atomic {
		run server();
		for (i : 0 .. CLIENTS - 1) {
			run client(i)
		}
	}
}
