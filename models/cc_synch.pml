/* SPDX-License-Identifier: Apache-2.0
 *
 * CC-Synch and H-Synch (published/cc_synch.c): CORES cores apply ROUNDS operations each, through
 * a list of nodes for each group of GROUP cores; a combiner runs MAX_OPS of others.  With
 * more than one group it holds a lock of all meanwhile (CLH, here one step: locks have
 * models of their own).  Each write that lands at once, and each atomic operation, is one
 * step.
 *
 * assert: one core runs operations at a time, each once, and sees what the one before wrote;
 * each core gets its own result.  D: nobody waits for ever.
 */
#ifndef CORES
#define CORES 3
#endif
#ifndef GROUP
#define GROUP CORES
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#ifndef MAX_OPS
#define MAX_OPS 1
#endif

#define GROUPS ((CORES + GROUP - 1) / GROUP)
#define NODES  (CORES + GROUPS)	/* one a core, and one that begins each list */
#define WAIT 0
#define DONE 1
#define COMBINE 2

byte tail[GROUPS];
byte next[NODES];		/* + 1 */
byte request[NODES];		/* whose it is, + 1 */
byte state[NODES], result[NODES];
byte ran[CORES];
byte running;
bit unlanded, held;

inline run_one(node)
{
	assert(running == 1);
	assert(request[node]);
	ran[request[node] - 1]++;
	unlanded = 1
}

/* src: published/cc_synch.c:run_list */
inline run_list()
{
	run_one(mine);
	value = request[mine];
	at = next[mine] - 1;
	served = 0;
	do
	:: served < MAX_OPS && next[at] ->
		served++;
		run_one(at);
		n = next[at] - 1;
#ifdef MUT_STATE_FIRST
		state[at] = DONE;
		result[at] = request[at];
#else
		atomic { result[at] = request[at]; state[at] = DONE };
#endif
		at = n
	:: else -> break
	od
}

/* src: published/cc_synch.c:cc_synch_combine */
inline combine()
{
#ifndef MUT_NO_LOCK
	if
	:: GROUPS > 1 -> atomic { !held -> held = 1 }
	:: else
	fi;
#endif
	atomic { running++; assert(!unlanded) };
	run_list();
#ifndef MUT_NO_LAND
	unlanded = 0;
#endif
	atomic { running--; state[at] = COMBINE };
#ifndef MUT_NO_LOCK
	held = 0
#endif
}

/* src: published/cc_synch.c:cc_synch_apply */
proctype client(byte me)
{
	byte fresh = me, mine, at, n, served, rounds, value;

	do
	:: rounds == ROUNDS -> break
	:: else ->
#ifndef MUT_FRESH_LATE
		next[fresh] = 0;
		state[fresh] = WAIT;
#endif
		atomic { mine = tail[me / GROUP]; tail[me / GROUP] = fresh };
#ifdef MUT_FRESH_LATE
		next[fresh] = 0;
		state[fresh] = WAIT;
#endif
#ifdef MUT_LINK_FIRST
		next[mine] = fresh + 1;
		request[mine] = me + 1;
#else
		atomic { request[mine] = me + 1; next[mine] = fresh + 1 };
#endif
		fresh = mine;
		state[mine] != WAIT;
		if
		:: state[mine] == COMBINE -> combine()
		:: else -> value = result[mine]
		fi;
		assert(value == me + 1);
		rounds++;
		assert(ran[me] == rounds)
	od
}

init {
	byte i;

	atomic {
		for (i : 0 .. GROUPS - 1) {
			tail[i] = CORES + i;
			state[CORES + i] = COMBINE
		}
		for (i : 0 .. CORES - 1) {
			run client(i)
		}
	}
}
