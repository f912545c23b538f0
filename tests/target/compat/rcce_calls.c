/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim,scc-qemu,arm-qemu,mpi cores=1,2,3,17,47,48 time-out=240 */
/*
 * RCCE without GORY: who, errors and their texts, messages and tests for them, locks,
 * communicators and what is collective over them.
 */
#include <limits.h>
#include <string.h>

#include <weft/core.h>

#include "tests/target/tap.h"

#include <RCCE.h>

enum {
	N = 300,
	LONG = 20000
};

static int np, me;
static char *buffer;

static bool who(void)
{
	double then = RCCE_wtime();

	return np == (int)weft_size() && me == (int)weft_rank() &&
	       RC_MY_COREID == RC_COREID[me] && RCCE_COMM_WORLD.size == np &&
	       RCCE_wtime() >= then && RCCE_wtime() < 1000;
}

static bool errors(void)
{
	char text[RCCE_MAX_ERROR_STRING];
	int length = 0;
	bool ok = RCCE_error_string(RCCE_SUCCESS, text, &length) == 0 &&
		  length > 0;

	for (int e = RCCE_ERROR_TARGET; e <= RCCE_ERROR_CORE_NOT_IN_HOSTFILE;
	     e++) {
		ok = ok && RCCE_error_string(e, text, &length) == 0 &&
		     length == (int)strlen(text) && length > 0;
	}
	return ok && RCCE_error_string(7, text, &length) == 1234335 &&
	       length == 0 && RCCE_debug_set(5) == RCCE_ERROR_DEBUG_FLAG &&
	       RCCE_send(buffer, 4, np) == RCCE_ERROR_ID &&
	       RCCE_recv(buffer, 4, -1) == RCCE_ERROR_ID &&
	       RCCE_bcast(buffer, 4, np, RCCE_COMM_WORLD) == RCCE_ERROR_ID &&
	       RCCE_allreduce(buffer, buffer, 1, RCCE_INT, 5,
			      RCCE_COMM_WORLD) == RCCE_ERROR_ILLEGAL_OP &&
	       RCCE_allreduce(buffer, buffer, 1, 5, RCCE_SUM,
			      RCCE_COMM_WORLD) == RCCE_ERROR_ILLEGAL_TYPE &&
	       RCCE_acquire_lock(np) == RCCE_ERROR_ID;
}

/* Round a ring of any number of cores: even ranks send first. */
static bool shift(size_t n)
{
	int to = (me + 1) % np, from = (me + np - 1) % np, error = 0;
	char *in = buffer + LONG;

	if (np == 1) {
		return true;
	}
	tap_fill(buffer, n, (uint32_t)me);
	memset(in, 0, n);
	if (me % 2 == 0) {
		error |= RCCE_send(buffer, n, to);
		error |= RCCE_recv(in, n, from);
	} else {
		error |= RCCE_recv(in, n, from);
		error |= RCCE_send(buffer, n, to);
	}
	return !error && tap_same(in, n, (uint32_t)from);
}

/* Rank 0 asks all others in turn, in a loop; these send when they have heard from it. */
static bool tests(void)
{
	bool *has = tap_room((size_t)np);
	int left = np - 1, test = 0;
	bool ok = true;

	if (me != 0) {
		RCCE_recv((char *)&test, sizeof(test), 0);
		tap_delay(1000u * (uint32_t)(np - me));
		tap_fill(buffer, N, (uint32_t)me);
		return RCCE_send(buffer, N, 0) == RCCE_SUCCESS;
	}
	for (int i = 1; i < np; i++) {
		ok = !RCCE_recv_test(buffer, N, i, &test) && !test && ok;
		RCCE_send((char *)&test, sizeof(test), i);
	}
	while (left > 0) {
		for (int i = 1; i < np; i++) {
			if (has[i]) {
				continue;
			}
			ok = RCCE_recv_test(buffer, N, i, &test) == 0 && ok;
			ok = ok && (!test || tap_same(buffer, N, (uint32_t)i));
			has[i] = test;
			left -= test;
		}
	}
	free(has);
	return ok;
}

static int third(int rank, void *arg)
{
	return rank % *(int *)arg - 1; /* one of them is negative */
}

static bool sums(RCCE_COMM comm, int want)
{
	long in[3] = {me, 1, -me}, out[3] = {0};
	double half = 0.5, all = 0;
	int size, rank, last = -1, low = me;

	RCCE_comm_size(comm, &size);
	RCCE_comm_rank(comm, &rank);
	RCCE_allreduce((char *)in, (char *)out, 3, RCCE_LONG, RCCE_SUM, comm);
	RCCE_reduce((char *)&half, (char *)&all, 1, RCCE_DOUBLE, RCCE_SUM,
		    size - 1, comm);
	RCCE_reduce((char *)&me, (char *)&last, 1, RCCE_INT, RCCE_MAX, 0, comm);
	RCCE_allreduce((char *)&me, (char *)&low, 1, RCCE_INT, RCCE_MIN, comm);
	return comm.member[rank] == me && out[0] == want && out[1] == size &&
	       out[2] == -want && low == comm.member[0] &&
	       (rank > 0 || last == comm.member[size - 1]) &&
	       (rank < size - 1 ||
		(all > size * 0.5 - 0.1 && all < size * 0.5 + 0.1));
}

static bool blocks(RCCE_COMM comm)
{
	int size, rank, root = 0;
	char in[20], *all, *back = buffer + LONG;
	bool ok;

	RCCE_comm_size(comm, &size);
	RCCE_comm_rank(comm, &rank);
	all = tap_room((size_t)size * 20);
	tap_fill(in, 20, (uint32_t)me);
	ok = RCCE_allgather(in, all, 20, comm) == 0;
	for (int i = 0; i < size; i++) {
		ok = ok && tap_same(all + 20 * i, 20, (uint32_t)comm.member[i]);
	}
	memset(back, 0, 20);
	ok = RCCE_scatter(all, back, 20, root, comm) == 0 && ok;
	ok = ok && tap_same(back, 20, (uint32_t)me);
	memset(all, 0, (size_t)size * 20);
	ok = RCCE_gather(back, all, 20, size - 1, comm) == 0 && ok;
	for (int i = 0; rank == size - 1 && i < size; i++) {
		ok = ok && tap_same(all + 20 * i, 20, (uint32_t)comm.member[i]);
	}
	free(all);
	return ok;
}

static bool bcast(RCCE_COMM comm, int root, size_t n)
{
	int rank;

	RCCE_comm_rank(comm, &rank);
	memset(buffer, 0, n);
	if (rank == root) {
		tap_fill(buffer, n, (uint32_t)comm.member[root]);
	}
	return RCCE_bcast(buffer, n, root, comm) == RCCE_SUCCESS &&
	       tap_same(buffer, n, (uint32_t)comm.member[root]);
}

static bool collective(RCCE_COMM comm)
{
	int want = 0;

	for (int i = 0; i < comm.size; i++) {
		want += comm.member[i];
	}
	return sums(comm, want) && bcast(comm, comm.size - 1, 1) &&
	       bcast(comm, 0, LONG) && blocks(comm) &&
	       RCCE_barrier(&comm) == RCCE_SUCCESS;
}

static bool locks(void)
{
	int n = 0;

	for (int i = 0; i < 5; i++) {
		n += RCCE_acquire_lock(np - 1) == RCCE_SUCCESS;
		n += RCCE_release_lock(np - 1) == RCCE_SUCCESS;
	}
	return n == 10;
}

int RCCE_APP(int argc, char **argv)
{
	RCCE_COMM part, none;
	int ways = 3;
	bool ok = RCCE_init(&argc, &argv) == RCCE_SUCCESS;

	tap_begin();
	np = RCCE_num_ues();
	me = RCCE_ue();
	buffer = tap_room(2 * LONG);
	memset(&part, 0xff, sizeof(part));
	memset(&none, 0, sizeof(none));
	tap_ok(ok && argc == 1 && who(), "who");
	tap_ok(errors(), "errors are RCCE's");
	tap_ok(shift(1) && shift(N) && shift(LONG), "messages round a ring");
	tap_ok(RCCE_send(buffer, 0, me + 1) ==
		       (me + 1 < np ? RCCE_SUCCESS : RCCE_ERROR_ID),
	       "a message of 0 bytes waits for nobody");
	tap_ok(tests(), "tests for messages that are late");
	tap_ok(locks(), "locks");
	tap_ok(collective(RCCE_COMM_WORLD), "collectives of all");
	tap_ok(RCCE_barrier(&none) == RCCE_ERROR_COMM_UNDEFINED,
	       "a communicator that was never made");
	for (int i = 0; i < 6; i++) { /* more than there is room for at once */
		ok = RCCE_comm_split(third, &ways, &part) == RCCE_SUCCESS;
		tap_ok(ok && collective(part), "collectives of a third, %d", i);
	}
	tap_ok(RCCE_comm_free(&part) == RCCE_SUCCESS &&
		       RCCE_comm_free(&part) == RCCE_ERROR_COMM_UNDEFINED &&
		       RCCE_comm_free(&RCCE_COMM_WORLD) ==
			       RCCE_ERROR_COMM_INITIALIZED,
	       "communicators are freed");
	RCCE_finalize();
	return tap_end();
}
