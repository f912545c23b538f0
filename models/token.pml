/* SPDX-License-Identifier: Apache-2.0
 *
 * The lock's token (published/lock_token.c): CORES cores take it ROUNDS times each.  A handler, and
 * what a thread does with interrupts masked, is one step; a request or a token that has been
 * written is seen at any time after that.  Each core but the last gives a wait up QUITS
 * times, and later asks again or not.
 *
 * assert: one token, one holder; who passes it on has it.  D: nobody waits for ever.
 */
#ifndef CORES
#define CORES 3
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#ifndef QUITS
#define QUITS 1	/* a core */
#endif

#define NONE CORES

#ifdef MUT_UNSEEN
#define SEEN(c) 0
#else
#define SEEN(c) go[c]
#endif

mtype = { ELSEWHERE, ASKED, GONE, HERE, HELD };

typedef core_words { bit slot[CORES] };	/* a request of core i is there */
core_words at[CORES];
bit go[CORES];		/* the token has been written there, and not been taken */
bit bell[CORES];	/* .. and its handler will look */
byte father[CORES], next[CORES];
mtype state[CORES];
bit leaves[CORES];	/* its request says so */
byte holders;

/* src: published/lock_token.c:lock_token_pass */
inline pass(c, to)
{
	assert(!go[to]);
#ifndef MUT_KEPT_TOO
	state[c] = ELSEWHERE;
#endif
	go[to] = 1;
#ifndef MUT_UNRUNG
	bell[to] = leaves[to]
#endif
}

/* src: published/lock_token.c:hand_on */
inline hand_on(c)
{
	state[c] = HERE;
	if
	:: next[c] != NONE ->
		to = next[c];
#ifndef MUT_NEXT_KEPT
		next[c] = NONE;
#endif
		pass(c, to)
	:: else
	fi
}

/* A request of core o is at core c.  src: published/lock_token.c:take_request */
inline take_request(c, o)
{
	at[c].slot[o] = 0;
	to = father[c];
#ifndef MUT_NO_REVERSAL
	father[c] = o;
#endif
	if
	:: to != NONE -> assert(!at[to].slot[o]); at[to].slot[o] = 1
	:: to == NONE && state[c] == HERE -> pass(c, o)
	:: to == NONE && state[c] != HERE ->
#ifdef MUT_NO_REVERSAL
		father[c] = o;
#endif
		assert(next[c] == NONE);
		next[c] = o
	fi;
	to = 0
}

proctype handler(byte me)
{
	byte to;

end:
	do
	:: d_step { at[me].slot[0] -> take_request(me, 0) }
	:: d_step { at[me].slot[1] -> take_request(me, 1) }
#if CORES > 2
	:: d_step { at[me].slot[2] -> take_request(me, 2) }
#endif
#if CORES > 3
	:: d_step { at[me].slot[3] -> take_request(me, 3) }
#endif
	:: d_step { bell[me] ->
		bell[me] = 0;
		if
		:: state[me] == GONE && go[me] ->
#ifdef MUT_GONE_KEEPS
			state[me] = HELD;
			go[me] = 0
#else
			go[me] = 0;
			hand_on(me)
#endif
		:: else
		fi;
		to = 0
		}
	od
}

proctype thread(byte me)
{
	byte rounds, quits, to;

	do
	:: rounds == ROUNDS -> break
	:: rounds < ROUNDS ->
		d_step {
			if
			:: state[me] == HERE -> state[me] = HELD
			:: state[me] == ELSEWHERE ->
				state[me] = ASKED;
				leaves[me] = me != CORES - 1;
				to = father[me];
				father[me] = NONE;
				assert(to != NONE && !at[to].slot[me]);
				at[to].slot[me] = 1;
				to = 0
			:: state[me] == GONE -> state[me] = ASKED
			fi
		}
		if
		:: d_step { state[me] == HELD -> skip }
		:: d_step { state[me] == ASKED && go[me] ->
			go[me] = 0;
			state[me] = HELD
			}
		:: d_step {
			state[me] == ASKED && quits < QUITS &&
			me != CORES - 1 && !SEEN(me) ->
			quits++;
			state[me] = GONE
			}
		fi;
		if
		:: state[me] == HELD ->
			holders++;
			assert(holders == 1);
			rounds++;
			holders--;
			d_step { hand_on(me); to = 0 }
		:: state[me] != HELD	/* has given up; the handler has what comes */
		:: state[me] != HELD -> break	/* .. and never asks again */
		fi
	od
}

init {
	byte i;

	atomic {
		do
		:: i == CORES -> break
		:: i < CORES ->
			next[i] = NONE;
			father[i] = 0;
			state[i] = ELSEWHERE;
			i++
		od;
		father[0] = NONE;
		state[0] = HERE;
		i = 0;
		do
		:: i == CORES -> break
		:: i < CORES ->
			run handler(i);
			run thread(i);
			i++
		od
	}
}
