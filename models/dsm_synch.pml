/* SPDX-License-Identifier: Apache-2.0
 *
 * DSM-Synch (sync/dsm_synch.c): CORES cores apply ROUNDS operations each; a combiner runs
 * MAX_OPS of others, and those of cores that have given up their wait, which all but the
 * last core may do QUITS times.  Each access to a shared word, and each atomic operation, is
 * one step.
 *
 * assert: one core runs operations at a time, each once, and sees what the one before wrote.
 * D: nobody waits for ever.
 */
#ifndef CORES
#define CORES 3
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#ifndef MAX_OPS
#define MAX_OPS 1
#endif
#ifndef QUITS
#define QUITS 1
#endif

#define NONE 0
#define DONE 1
#define COMBINE 2
#define WAITING 0
#define LEFT 1
#define TOLD 2

byte tail;			/* a core, + 1 */
byte who[CORES];		/* stands behind this core, + 1 */
bit may_leave[CORES], request[CORES];
byte place[CORES], reply[CORES], ran[CORES];
byte running;
bit unlanded;

inline run_one(c)
{
	assert(running == 1);
	assert(request[c]);
	request[c] = 0;
	ran[c]++;
	unlanded = 1
}

inline begin_to_run()
{
	atomic { running++; assert(!unlanded) }
}

inline land()
{
#ifndef MUT_NO_LAND
	unlanded = 0
#else
	skip
#endif
}

/* Who stands behind core c, + 1; 0: it is free.  src: sync/dsm_synch.c:dsm_synch_behind */
inline behind(c)
{
	n = who[c];
	leaves = may_leave[c];
	if
	:: n
	:: n == 0 ->
		land();
#ifdef MUT_FREE_BY_STORE
		atomic { tail = 0; running-- }
#else
		if
		:: atomic { tail == c + 1 -> tail = 0; running-- }
		:: tail != c + 1 ->
			who[c];
			n = who[c];
			leaves = may_leave[c]
		fi
#endif
	fi
}

/* src: sync/dsm_synch.c:hand_over */
inline hand_over()
{
	told = 1;
	if
	:: leaves ->
#ifdef MUT_LEFT_UNSEEN
		place[n - 1] = TOLD
#else
		atomic {
			if
			:: place[n - 1] == WAITING -> place[n - 1] = TOLD
			:: else -> told = 0
			fi
		}
#endif
	:: else
	fi;
	if
	:: told ->
		land();
		atomic { running--; reply[n - 1] = COMBINE }
	:: else
	fi
}

/* src: sync/dsm_synch.c:dsm_synch_combine */
inline combine()
{
	begin_to_run();
	run_one(me);
	served = 0;
	behind(me);
	do
	:: n == 0 -> break
	:: else ->
		told = 0;
		if
		:: served >= MAX_OPS -> hand_over()
		:: else
		fi;
		if
		:: told -> break
		:: else
		fi;
		if
		:: served < MAX_OPS -> served++
		:: else
		fi;
		at = n - 1;
		run_one(at);
#ifdef MUT_REPLY_FIRST
		reply[at] = DONE;
		behind(at)
#else
		behind(at);
		reply[at] = DONE
#endif
	od
}

/* src: sync/dsm_synch.c:dsm_synch_await_reply */
inline await_reply()
{
	if
	:: reply[me] != NONE
	:: quits < QUITS && reply[me] == NONE ->
		quits++;
#ifdef MUT_LEAVE_BY_STORE
		place[me] = LEFT;
		reply[me] == DONE
#else
		if
		:: atomic { place[me] == WAITING -> place[me] = LEFT };
			reply[me] == DONE
		:: place[me] != WAITING -> reply[me] != NONE
		fi
#endif
	fi
}

/* src: sync/dsm_synch.c:dsm_synch_apply */
active [CORES] proctype client()
{
	byte me = _pid, before, n, at, served, rounds, quits;
	bit leaves, told;

	if
	:: me == CORES - 1 -> quits = QUITS
	:: else
	fi;
	do
	:: rounds == ROUNDS -> break
	:: else ->
#ifndef MUT_PLACE_LATE
		who[me] = 0;
		place[me] = WAITING;
#endif
		reply[me] = NONE;
#ifndef MUT_LINK_FIRST
		request[me] = 1;
#endif
		atomic { before = tail; tail = me + 1 };
#ifdef MUT_PLACE_LATE
		who[me] = 0;
		place[me] = WAITING;
#endif
		if
		:: before == 0 ->
#ifdef MUT_LINK_FIRST
			request[me] = 1;
#endif
			combine()
		:: else ->
			atomic {
				who[before - 1] = me + 1;
				may_leave[before - 1] = me != CORES - 1
			};
#ifdef MUT_LINK_FIRST
			request[me] = 1;
#endif
			await_reply();
			if
			:: reply[me] == COMBINE -> combine()
			:: else
			fi
		fi;
		rounds++;
		assert(ran[me] == rounds)
	od
}
