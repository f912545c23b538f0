/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,47,48 time-out=240 */
/* weft-test: cores=2,3 seeds=3 env=WEFT_EPOCH=0xfffffff1 */
/* weft-test: boards=scc-sim modes=strict cores=3 tap=no exit=125 args=probe
   expect=a_cycle:_0_->_2_->_1 */
/* weft-test: boards=scc-sim cores=2 tap=no exit=70 args=early expect=comes_first */
/*
 * iRCCE: many sends to one core; all to all, waited for in another order than they began;
 * any source, served in turn; any length; both ends of other kinds; requests that are taken
 * back; probes; nothing goes on without a call.
 */
#include <string.h>

#include "tests/target/tap.h"

#include <iRCCE.h>

enum {
	MANY = 60,
	LONG = 9000, /* several chunks */
	SHORT = 40,
	MOST = 64
};

static int np, me, to, from;
static iRCCE_SEND_REQUEST sends[MANY];
static iRCCE_RECV_REQUEST recvs[MANY];
static int numbers[MANY], got[MANY];
static char out[LONG], in[LONG];

/* What is sent is not what is received, so a ring of one is a message to itself. */
static bool spam(void)
{
	iRCCE_WAIT_LIST list;
	int sum = 0, all = 0;

	iRCCE_init_wait_list(&list);
	for (int i = 0; i < MANY; i++) {
		numbers[i] = 100 * me + i;
		iRCCE_isend((char *)&numbers[i], sizeof(int), to, &sends[i]);
		iRCCE_add_to_wait_list(&list, &sends[i], NULL);
		iRCCE_irecv((char *)&got[i], sizeof(int), from, &recvs[i]);
		iRCCE_add_to_wait_list(&list, NULL, &recvs[i]);
	}
	iRCCE_wait_all(&list);
	iRCCE_test_all(&list, &all);
	for (int i = 0; i < MANY; i++) {
		sum += got[i] == 100 * from + i;
	}
	return sum == MANY && all && !list.first;
}

static bool all_to_all(void)
{
	static char rows[MOST][SHORT], mine[MOST][SHORT];
	static iRCCE_SEND_REQUEST s[MOST];
	static iRCCE_RECV_REQUEST r[MOST];
	bool ok = true;

	for (int i = 0; i < np; i++) {
		int other = (me + i) % np;

		tap_fill(mine[other], SHORT, (uint32_t)(1000 * me + other));
		iRCCE_irecv(rows[other], SHORT, other, &r[other]);
		iRCCE_isend(mine[other], SHORT, other, &s[other]);
	}
	for (int i = np - 1; i >= 0; i--) {
		iRCCE_isend_wait(&s[i]);
	}
	for (int i = np - 1; i >= 0; i--) {
		iRCCE_irecv_wait(&r[i]);
		ok = ok && iRCCE_get_source(&r[i]) == i &&
		     tap_same(rows[i], SHORT, (uint32_t)(1000 * i + me));
	}
	return ok;
}

/* Each other core sends twice; nobody is served a second time before all have been once. */
static bool any_source(void)
{
	static int seen[MOST];
	bool ok = true;

	RCCE_barrier(&RCCE_COMM_WORLD);
	if (me > 0) {
		for (int i = 0; i < 2; i++) {
			iRCCE_isend((char *)&numbers[i], sizeof(int), 0,
				    &sends[i]);
		}
		RCCE_barrier(&RCCE_COMM_WORLD); /* the first of all are there */
		iRCCE_isend_wait(NULL);
		return true;
	}
	memset(seen, 0, sizeof(seen));
	RCCE_barrier(&RCCE_COMM_WORLD);
	for (int i = 0; i < 2 * (np - 1); i++) {
		int value = 0, source;

		iRCCE_irecv((char *)&value, sizeof(value), iRCCE_ANY_SOURCE,
			    &recvs[0]);
		iRCCE_irecv_wait(&recvs[0]);
		source = recvs[0].source;
		ok = ok && source > 0 && source < np &&
		     iRCCE_get_source(NULL) == source &&
		     value == 100 * source + seen[source];
		seen[source]++;
		ok = ok && (i < np - 1 ? seen[source] == 1
				       : seen[source] == 2);
	}
	return ok;
}

/* Several chunks round the ring; RCCE's calls meet iRCCE's; a length is found out. */
static bool mixed(void)
{
	bool ok = true, one = np == 1;
	int there = 0, rank = -1;

	tap_fill(out, LONG, (uint32_t)me);
	memset(in, 0, LONG);
	iRCCE_isend(out, LONG, to, &sends[0]);
	if (one) {
		iRCCE_irecv(in, LONG, from, NULL);
	} else {
		RCCE_recv(in, LONG, from);
	}
	iRCCE_isend_wait(&sends[0]);
	ok = tap_same(in, LONG, (uint32_t)from);
	memset(in, 0, LONG);
	iRCCE_irecv(in, iRCCE_ANY_LENGTH, from, &recvs[0]);
	if (one) {
		iRCCE_isend(out, LONG, to, &sends[0]);
	} else {
		RCCE_send(out, LONG, to);
	}
	iRCCE_irecv_wait(&recvs[0]);
	iRCCE_isend_wait(NULL);
	ok = ok && tap_same(in, LONG, (uint32_t)from) &&
	     iRCCE_get_length() == LONG &&
	     iRCCE_get_size(NULL, &recvs[0]) == LONG;
	RCCE_barrier(&RCCE_COMM_WORLD);
	iRCCE_isend(out, SHORT, to, &sends[0]);
	iRCCE_probe(from, &rank);
	iRCCE_iprobe(iRCCE_ANY_SOURCE, NULL, &there);
	ok = ok && there && rank == from && iRCCE_get_length() == SHORT;
	iRCCE_recv_test(in, SHORT, from, &there);
	ok = ok && there && tap_same(in, SHORT, (uint32_t)from);
	iRCCE_isend_wait(&sends[0]);
	return ok;
}

/* Of three the second is taken back: two arrive, and the first cannot be any more. */
static bool cancels(void)
{
	int test = 7, values[3] = {1, 2, 3}, come[2] = {0, 0};
	bool ok = true;

	RCCE_barrier(&RCCE_COMM_WORLD);
	if (np == 1) {
		return true;
	}
	for (int i = 0; i < 3; i++) {
		iRCCE_isend((char *)&values[i], sizeof(int), to, &sends[i]);
	}
	ok = iRCCE_isend_test(&sends[0], NULL) == iRCCE_PENDING &&
	     iRCCE_isend_test(&sends[2], &test) == iRCCE_RESERVED && !test &&
	     iRCCE_isend_cancel(&sends[1], &test) == iRCCE_SUCCESS && test &&
	     iRCCE_isend_cancel(&sends[1], &test) == iRCCE_NOT_ENQUEUED &&
	     iRCCE_isend_cancel(&sends[0], &test) == iRCCE_PENDING && !test;
	RCCE_barrier(&RCCE_COMM_WORLD);
	for (int i = 0; i < 2; i++) {
		iRCCE_irecv((char *)&come[i], sizeof(int), from, &recvs[i]);
	}
	iRCCE_irecv((char *)&values[2], sizeof(int), iRCCE_ANY_SOURCE,
		    &recvs[2]);
	iRCCE_irecv_wait(&recvs[1]);
	iRCCE_isend_wait(NULL);
	ok = ok && come[0] == 1 && come[1] == 3 &&
	     iRCCE_irecv_cancel(&recvs[2], &test) == iRCCE_SUCCESS && test &&
	     iRCCE_irecv_push() == iRCCE_SUCCESS;
	return ok;
}

/* What is announced stays so until its receiver calls. */
static bool waits_for_calls(void)
{
	iRCCE_SEND_REQUEST *s = &sends[1];
	iRCCE_RECV_REQUEST *r = &recvs[1];
	iRCCE_WAIT_LIST list;
	int value = me, come = -1, test = 1;
	bool ok = true;

	RCCE_barrier(&RCCE_COMM_WORLD);
	if (np > 1) {
		iRCCE_isend((char *)&value, sizeof(value), to, &sends[0]);
		iRCCE_isend_test(&sends[0], &test);
		ok = !test;
		RCCE_barrier(&RCCE_COMM_WORLD);
		ok = ok && iRCCE_isend_test(NULL, &test) == iRCCE_PENDING;
		RCCE_barrier(&RCCE_COMM_WORLD);
		iRCCE_irecv((char *)&come, sizeof(come), from, &recvs[0]);
		iRCCE_init_wait_list(&list);
		iRCCE_add_recv_to_wait_list(&list, &recvs[0]);
		iRCCE_add_send_to_wait_list(&list, &sends[0]);
		for (int i = 0; i < 2; i++) {
			ok = ok && iRCCE_wait_any(&list, &s, &r) ==
					   iRCCE_SUCCESS &&
			     !s != !r;
		}
		ok = ok && come == from &&
		     iRCCE_test_any(&list, &s, &r) == iRCCE_PENDING && !s && !r;
	}
	/* A message of no bytes is one for the calls that wait for both. */
	iRCCE_issend(NULL, 0, to, &sends[0]);
	iRCCE_isrecv(NULL, 0, from, NULL);
	iRCCE_isend_wait(&sends[0]);
	return ok && iRCCE_isend(NULL, 0, to, &sends[0]) == iRCCE_SUCCESS &&
	       iRCCE_irecv(NULL, 0, from, &recvs[0]) == iRCCE_SUCCESS &&
	       iRCCE_isend(out, 4, np, &sends[0]) == RCCE_ERROR_ID &&
	       iRCCE_irecv(in, 4, -2, &recvs[0]) == RCCE_ERROR_ID;
}

int RCCE_APP(int argc, char **argv)
{
	RCCE_init(&argc, &argv);
	tap_begin();
	tap_cores(MOST);
	if (argc > 1 && !strcmp(argv[1], "early")) {
		iRCCE_isend(out, 1, RCCE_ue(), &sends[0]);
	}
	iRCCE_init();
	np = RCCE_num_ues();
	me = RCCE_ue();
	to = (me + 1) % np;
	from = (me + np - 1) % np;
	if (argc > 1 && !strcmp(argv[1], "probe")) {
		iRCCE_probe(from, NULL); /* for what nobody sends */
	}
	for (int i = 0; i < MANY; i++) {
		numbers[i] = 100 * me + i;
	}
	tap_ok(spam(), "%d sends and receives, waited for together", MANY);
	tap_ok(all_to_all(), "all to all, waited for backwards");
	tap_ok(any_source(), "any source, all in turn");
	tap_ok(mixed(), "long ones, RCCE's calls, any length, probes");
	tap_ok(cancels(), "a request is taken back, unless it has begun");
	tap_ok(waits_for_calls(), "nothing goes on without a call; no bytes");
	RCCE_finalize();
	return tap_end();
}
