/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,47,48 time-out=240 */
/* weft-test: boards=scc-sim cores=2 tap=no args=debug expect=Error_on_UE_1:_ */
/* weft-test: cores=2,3 seeds=3 env=WEFT_EPOCH=0xfffffff1 */
/*
 * RCCE with GORY: the MPB and its flags in the program's hands.  Wrong arguments move
 * nothing; a flag is waited for SET and UNSET; a shift round a ring by put, flag and get;
 * messages by a buffer and two flags of our own.
 */
#define GORY 1
#include <string.h>

#include <weft/mpb.h>

#include "tests/target/tap.h"

#include <RCCE.h>

enum {
	LINE = RCCE_LINE_SIZE,
	CHUNK = 4 * LINE,
	MOST = 1000,
	ROUNDS = 40
};

static int np, me;
static t_vcharp ours;
static RCCE_FLAG ready, sent, turn;

static bool wrong(void)
{
	unsigned char line[LINE] = {1, 2, 3}, back[LINE] = {0};
	RCCE_FLAG none = NULL;
	RCCE_FLAG_STATUS status;
	int x = 0;
	bool ok;

	RCCE_put(ours, line, LINE, me);
	line[0] = 9;
	ok = RCCE_put(ours, line, LINE - 1, me) == RCCE_ERROR_MESSAGE_LENGTH &&
	     RCCE_put(ours, line, -LINE, me) == RCCE_ERROR_MESSAGE_LENGTH &&
	     RCCE_put(ours + 1, line, LINE, me) == RCCE_ERROR_ALIGNMENT &&
	     RCCE_put(ours, line, LINE, np) == RCCE_ERROR_ID &&
	     RCCE_put(line, line, LINE, me) == RCCE_ERROR_TARGET &&
	     RCCE_put(ours, NULL, LINE, me) == RCCE_ERROR_SOURCE &&
	     RCCE_put(ours, ours, LINE, me) == RCCE_ERROR_DATA_OVERLAP &&
	     RCCE_put(ours, ours + LINE + 4, LINE, me) ==
		     RCCE_ERROR_ALIGNMENT &&
	     RCCE_get(back, ours + 1, LINE, me) == RCCE_ERROR_ALIGNMENT &&
	     RCCE_get(back, ours, LINE - 1, me) == RCCE_ERROR_MESSAGE_LENGTH &&
	     RCCE_get(back, line, LINE, me) == RCCE_ERROR_SOURCE &&
	     RCCE_get(NULL, ours, LINE, me) == RCCE_ERROR_TARGET &&
	     RCCE_get(back, ours, LINE, -1) == RCCE_ERROR_ID;
	ok = ok &&
	     RCCE_flag_write(&turn, 2, me) ==
		     RCCE_ERROR_FLAG_STATUS_UNDEFINED &&
	     RCCE_flag_write(NULL, 1, me) == RCCE_ERROR_FLAG_UNDEFINED &&
	     RCCE_flag_write(&none, 1, me) == RCCE_ERROR_FLAG_UNDEFINED &&
	     RCCE_flag_read(turn, NULL, me) == RCCE_ERROR_VAL_UNDEFINED &&
	     RCCE_flag_read((RCCE_FLAG)&x, &status, me) ==
		     RCCE_ERROR_FLAG_NOT_IN_COMM_BUFFER &&
	     RCCE_flag_free(&none) == RCCE_ERROR_FLAG_NOT_ALLOCATED &&
	     RCCE_malloc(LINE + 1) == NULL && RCCE_malloc(1 << 26) == NULL;
	return ok && RCCE_put(ours, line, 0, me) == RCCE_SUCCESS &&
	       RCCE_get(back, ours, LINE, me) == RCCE_SUCCESS && back[0] == 1;
}

static bool room(void)
{
	size_t got = 0;
	t_vcharp all = RCCE_malloc_request(1 << 26, &got);
	bool ok = all && got >= LINE && got % LINE == 0 && got < 1 << 26;

	RCCE_free(all);
	RCCE_free(NULL);
	return ok && RCCE_malloc(got) == all;
}

static bool is(RCCE_FLAG flag, RCCE_FLAG_STATUS want, int ue)
{
	RCCE_FLAG_STATUS status = 7;
	int result = 7;

	return RCCE_flag_read(flag, &status, ue) == RCCE_SUCCESS &&
	       status == want &&
	       (ue != me || (!RCCE_test_flag(flag, want, &result) && result &&
			     !RCCE_test_flag(flag, !want, &result) && !result));
}

/* In pairs: each sets and resets the other's flag in turn, and waits for both. */
static bool turns(void)
{
	int other = me ^ 1;
	bool ok = is(turn, RCCE_FLAG_UNSET, me);

	RCCE_barrier(&RCCE_COMM_WORLD);
	if (other >= np) {
		return ok;
	}
	for (int i = 0; i < ROUNDS; i++) {
		RCCE_FLAG_STATUS now = i % 2 ? RCCE_FLAG_UNSET : RCCE_FLAG_SET;

		if (me & 1) {
			RCCE_wait_until(turn, now);
			ok = ok && is(turn, now, me);
			tap_delay(tap_below(tap_own_random(), 2000));
			RCCE_flag_write(&turn, now, other);
		} else {
			RCCE_flag_write(&turn, now, other);
			RCCE_wait_until(turn, now);
			ok = ok && is(turn, now, me);
		}
	}
	return ok && is(turn, RCCE_FLAG_UNSET, me);
}

/* Where a place is a pointer, what has come is seen through it. */
static bool is_seen(const int *words, int n)
{
	volatile int *there = (volatile int *)ours;
	uint32_t offset;
	bool ok = true;

	for (int i = 0; i < n && weft_mpb_offset(ours, &offset) == WEFT_OK;
	     i++) {
		ok = ok && there[i] == words[i];
	}
	return ok;
}

/* Eight numbers go round: after so many rounds mine are those of me - rounds. */
static bool shift(int rounds)
{
	int words[LINE / sizeof(int)], n = LINE / sizeof(int);
	int to = (me + 1) % np, from = (me + np - 1) % np;
	int origin = ((me - rounds) % np + np) % np;
	bool ok = true;

	for (int i = 0; i < n; i++) {
		words[i] = 100 * me + i;
	}
	for (int r = 0; r < rounds; r++) {
		/* `ready`: the one before has room; `sent`: mine has come. */
		RCCE_flag_write(&ready, RCCE_FLAG_SET, from);
		RCCE_wait_until(ready, RCCE_FLAG_SET);
		RCCE_flag_write(&ready, RCCE_FLAG_UNSET, me);
		RCCE_put(ours, (t_vcharp)words, LINE, to);
		RCCE_flag_write(&sent, RCCE_FLAG_SET, to);
		RCCE_wait_until(sent, RCCE_FLAG_SET);
		RCCE_flag_write(&sent, RCCE_FLAG_UNSET, me);
		RCCE_get((t_vcharp)words, ours, LINE, me);
		ok = ok && is_seen(words, n);
	}
	for (int i = 0; i < n; i++) {
		ok = ok && words[i] == 100 * origin + i;
	}
	RCCE_barrier(&RCCE_COMM_WORLD);
	return ok;
}

/* Rank 0 to all others, one after another, and back; every second one is asked for. */
static bool messages(size_t n)
{
	static char out[MOST], in[MOST + 1];
	int test = 0, error = 0;
	bool ok = true;

	in[n] = 'x';
	for (int i = 1; i < np; i++) {
		tap_fill(out, n, (uint32_t)(me + i));
		if (me == 0) {
			error |= RCCE_send(out, ours, CHUNK, &ready, &sent, n,
					   i);
			error |=
				RCCE_recv(in, ours, CHUNK, &ready, &sent, n, i);
			ok = ok && tap_same(in, n, (uint32_t)(i + i));
		} else if (me == i) {
			while (i % 2 && n > 0 && !error && !test) {
				error |= RCCE_recv_test(in, ours, CHUNK, &ready,
							&sent, n, 0, &test);
			}
			if (!test) {
				error |= RCCE_recv(in, ours, CHUNK, &ready,
						   &sent, n, 0);
			}
			ok = ok && tap_same(in, n, (uint32_t)i);
			error |= RCCE_send(out, ours, CHUNK, &ready, &sent, n,
					   0);
		}
	}
	RCCE_barrier(&RCCE_COMM_WORLD);
	return ok && !error && in[n] == 'x';
}

int RCCE_APP(int argc, char **argv)
{
	bool ok = RCCE_init(&argc, &argv) == RCCE_SUCCESS;

	tap_begin();
	np = RCCE_num_ues();
	me = RCCE_ue();
	ours = RCCE_malloc(CHUNK);
	ok = ok && ours && !RCCE_flag_alloc(&ready) &&
	     !RCCE_flag_alloc(&sent) && !RCCE_flag_alloc(&turn);
	tap_ok(ok, "a buffer and three flags");
	if (argc > 1) { /* each error is printed where it happens */
		RCCE_debug_set(RCCE_DEBUG_ALL);
	}
	tap_ok(wrong(), "what is wrong is named, and moves nothing");
	tap_ok(turns(), "flags are waited for SET and UNSET");
	tap_ok(shift(0) && shift(1) && shift(np) && shift(np + 1),
	       "shifts round a ring");
	tap_ok(messages(1) && messages(LINE) && messages(CHUNK) &&
		       messages(CHUNK + LINE + 1) && messages(MOST),
	       "messages by a buffer of our own");
	tap_ok(room(), "the largest room there is");
	RCCE_finalize();
	return tap_end();
}
