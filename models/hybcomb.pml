/* SPDX-License-Identifier: Apache-2.0
 *
 * HybComb (published/hybcomb.c): CORES cores apply ROUNDS operations each; a combiner runs MAX_OPS
 * of others at most.  Each access to a shared word, and each atomic operation, is one step.
 *
 * assert: one core runs operations at a time, and each once.
 * D: nobody waits for ever.
 */
#ifndef CORES
#define CORES 3
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifndef MAX_OPS
#define MAX_OPS 1
#endif

/* After so many failures a swap in place of the compare-and-swap. */
#ifdef SWAP_AFTER
#define MAY_FAIL (failed < SWAP_AFTER)
#else
#define MAY_FAIL true
#endif

/* The word LAST: who became combiner last, and in which of its terms. */
byte last_core, last_term;
byte ops[CORES], ended[CORES], ran[CORES];
bit request[CORES * CORES];	/* [servicer * CORES + client] */
bit reply[CORES];
byte running;

inline run_one(c)
{
	assert(request[me * CORES + c]);
	request[me * CORES + c] = 0;
	ran[c]++;
	reply[c] = 1
}

/* One that has come, if any.  src: published/hybcomb.c:serve_come */
inline serve_come()
{
	do
	:: request[me * CORES] -> run_one(0); served++
	:: request[me * CORES + 1] -> run_one(1); served++
#if CORES > 2
	:: request[me * CORES + 2] -> run_one(2); served++
#endif
	:: else -> break
	od
}

/* src: published/hybcomb.c:hybcomb_serve */
inline serve_rest()
{
	do
	:: served >= registered -> break
	:: served < registered && request[me * CORES] -> run_one(0); served++
	:: served < registered && request[me * CORES + 1] -> run_one(1); served++
#if CORES > 2
	:: served < registered && request[me * CORES + 2] -> run_one(2); served++
#endif
	od
}

/* src: published/hybcomb.c:hybcomb_combine */
inline combine()
{
#ifndef MUT_OPEN_FIRST
	ops[me] = 0;
#endif
#ifndef MUT_NO_WAIT
	ended[core] >= turn;
#endif
	running++;
	assert(running == 1);
	ran[me]++;
	served = 0;
#ifndef NO_LINE_8
	serve_come();
#endif
#ifdef MUT_END_EARLY
	running--;
	term++;
	ended[me] = term;
	running++;
#endif
#ifdef MUT_READ_WRITE
	registered = ops[me];
	ops[me] = MAX_OPS;
#else
#ifdef MUT_STAY_OPEN
	registered = ops[me];
#else
	atomic { registered = ops[me]; ops[me] = MAX_OPS };
#endif
#endif
#ifndef MUT_NO_CLAMP
	if
	:: registered > MAX_OPS -> registered = MAX_OPS
	:: else
	fi;
#endif
	serve_rest();
	running--;
#ifndef MUT_END_EARLY
	term++;
	ended[me] = term
#endif
}

/* src: published/hybcomb.c:hybcomb_apply */
proctype client(byte me)
{
	byte term, core, turn, was, served, registered, rounds;
#ifdef SWAP_AFTER
	byte failed;
#endif
	bit combines;

	do
	:: rounds == ROUNDS -> break
	:: else ->
		atomic { core = last_core; turn = last_term };
		atomic { was = ops[core]; ops[core]++ };
		if
		:: was < MAX_OPS ->
			request[core * CORES + me] = 1;
			reply[me];
			reply[me] = 0;
			rounds++
		:: else ->
#ifdef MUT_OPEN_FIRST
			ops[me] = 0;
#endif
			combines = 0;
			atomic {
				if
#ifdef SWAP_AFTER
				:: failed == SWAP_AFTER ->
					core = last_core;
					turn = last_term;
					last_core = me;
					last_term = term + 1;
					combines = 1
#endif
				:: MAY_FAIL && last_core == core && last_term == turn ->
					last_core = me;
					last_term = term + 1;
					combines = 1
				:: else
				fi
			};
#ifdef SWAP_AFTER
			failed = (combines -> 0 : failed + 1);
#endif
			if
			:: combines -> combine(); rounds++
			:: else
			fi
		fi;
		assert(ran[me] <= rounds)
	od;
	assert(ran[me] == ROUNDS)
}

init
{
	byte i;

	atomic {
		do
		:: i == CORES -> break
		:: else ->
#ifndef MUT_BORN_OPEN
			ops[i] = MAX_OPS;
#endif
			run client(i);
			i++
		od
	}
}
