/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,4,17 tap=no time-out=120 */
/*
 * Everything that waits, with a deadline: tests/faults.t stops a core at each of
 * its operations and reads the lines.  Whoever lives must come back, in time,
 * either with the error or with what is right; an error ends this core's part.
 * Arguments: how many us a call may wait, bytes of a message, which ones; none:
 * for long, several chunks, all.  "3000:1": and rank 1 will be stopped, so the
 * lowest of the others ends the run when all of them have come back.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/published/barrier.h>
#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/panic.h"

#include "tests/target/tap.h"

enum {
	LONG = 60000000, /* us */
	SLACK = 1000, /* that a call may need to find out that they are over */
	ROUNDS = 3,
	TINY = 28,
	SHORT = 256,
	/* Three chunks or more, of small windows in small memories; no whole number of lines. */
	BYTES = ARCH_NEAR ? 4090 : 6390,
};

static uint32_t flag, slot, back;
static weft_us_t within = LONG;
static uint32_t bytes = BYTES;
static uint8_t data[BYTES];

/* Each round tells the next core, and hears from the one before. */
static int flags(uint32_t round)
{
	weft_rank_t me = weft_rank(), cores = weft_size();

	weft_flag_write(me + 1 < cores ? me + 1 : 0, flag, round + 1);
	return weft_flag_wait_from(me > 0 ? me - 1 : cores - 1, flag, round + 1,
				   within);
}

static int central(uint32_t round)
{
	(void)round;
	return weft_barrier_central(within);
}

static int tree(uint32_t round)
{
	(void)round;
	return weft_barrier_tree(within);
}

static int dissemination(uint32_t round)
{
	(void)round;
	return weft_barrier_dissemination(within);
}

#if ARCH_REMOTE_AWAIT
static int lines(uint32_t round)
{
	(void)round;
	return weft_barrier_lines(within);
}
#endif

/* The root of a round; what it sends, and whether it has come. */
static weft_rank_t root_of(uint32_t round)
{
	return round < weft_size() ? round : 0;
}

static void prepare(uint32_t round)
{
	if (weft_rank() == root_of(round)) {
		tap_fill(data, bytes, round);
	} else {
		memset(data, 0, bytes);
	}
}

static int judge(uint32_t round, int error)
{
	if (!error && !tap_same(data, bytes, round)) {
		printf("wrong data\n");
	}
	return error;
}

static int ocbcast(uint32_t round)
{
	uint32_t k = weft_bcast_max_degree();

	k = k < 2 ? k : 2;
	prepare(round);
	return judge(round, weft_bcast_ocbcast(data, bytes, root_of(round), k,
					       within));
}

static int binomial(uint32_t round)
{
	prepare(round);
	return judge(round,
		     weft_bcast_binomial(data, bytes, root_of(round), within));
}

static int binomial_put(uint32_t round)
{
	prepare(round);
	return judge(round, weft_bcast_binomial_put(data, bytes, root_of(round),
						    within));
}

static int scatter_allgather(uint32_t round)
{
	prepare(round);
	return judge(round, weft_bcast_scatter_allgather(
				    data, bytes, root_of(round), within));
}

static int striped(uint32_t round)
{
	prepare(round);
	return judge(round,
		     weft_bcast_striped(data, bytes, root_of(round), within));
}

static int tree_put(uint32_t round)
{
	prepare(round);
	return judge(round,
		     weft_bcast_tree_put(data, bytes, root_of(round), within));
}

/* As much of the message as those by slots take. */
static int tiny_push(uint32_t round)
{
	bytes = bytes < TINY ? bytes : TINY;
	prepare(round);
	return judge(round,
		     weft_bcast_tiny_push(data, bytes, root_of(round), within));
}

#if ARCH_REMOTE_AWAIT
static int tiny_pull(uint32_t round)
{
	bytes = bytes < TINY ? bytes : TINY;
	prepare(round);
	return judge(round,
		     weft_bcast_tiny_pull(data, bytes, root_of(round), within));
}

static int short_ones(uint32_t round)
{
	bytes = bytes < SHORT ? bytes : SHORT;
	prepare(round);
	return judge(round,
		     weft_bcast_short(data, bytes, root_of(round), within));
}
#endif

/* Round the ring: even ranks send first. */
static int sendrecv(uint32_t round)
{
	weft_rank_t me = weft_rank(), cores = weft_size();
	weft_rank_t next = me + 1 < cores ? me + 1 : 0;
	weft_rank_t last = me > 0 ? me - 1 : cores - 1;
	bool odd = me & 1;
	int error = WEFT_OK;

	if (cores == 1) {
		return WEFT_OK;
	}
	for (int turn = 0; turn < 2 && !error; turn++) {
		if (odd) {
			error = judge(round,
				      weft_recv(data, bytes, last, within / 2));
		} else {
			tap_fill(data, bytes, round);
			error = weft_send(data, bytes, next, within / 2);
		}
		odd = !odd;
	}
	return error;
}

/* One after another adds to a word; who is stopped may hold the lock. */
static int lock(uint32_t round)
{
	uint32_t word;
	int error = weft_lock(0, within);

	(void)round;
	if (error) {
		return error;
	}
	weft_get(&word, weft_at(0, slot), sizeof(word));
	word++;
	weft_put(weft_at(0, slot), &word, sizeof(word));
	return weft_unlock(0);
}

static const struct {
	const char *name;
	int (*call)(uint32_t round);
	uint32_t turns; /* so many calls: by slots until they are used again */
} calls[] = {
	{"flags", flags, ROUNDS},
	{"central", central, ROUNDS},
	{"tree", tree, ROUNDS},
	{"dissemination", dissemination, ROUNDS},
#if ARCH_REMOTE_AWAIT
	{"lines", lines, ROUNDS},
#endif
	{"ocbcast", ocbcast, ROUNDS},
	{"binomial", binomial, ROUNDS},
	{"binomial_put", binomial_put, ROUNDS},
	{"scatter_allgather", scatter_allgather, ROUNDS},
	{"striped", striped, ROUNDS},
	{"tree_put", tree_put, ROUNDS},
	{"sendrecv", sendrecv, ROUNDS},
	{"lock", lock, ROUNDS},
#if ARCH_REMOTE_AWAIT
	{"short", short_ones, 18},
	{"tiny_pull", tiny_pull, 66},
#endif
	{"tiny_push", tiny_push, 6}, /* the last ones: they send less */
};

/* False: it has ended in an error, and the others with it sooner or later. */
static bool rounds(size_t i)
{
	int error = WEFT_OK;
	bool late = false;

	for (uint32_t round = 0; round < calls[i].turns && !error; round++) {
		uint64_t last =
			weft_cycles() + weft_cycles_in_us(within + SLACK);

		error = calls[i].call(round);
		late |= weft_cycles() > last;
	}
	printf("%s: %s%s\n", calls[i].name,
	       error == WEFT_OK            ? "done"
	       : error == WEFT_ERR_TIMEOUT ? "time-out"
					   : weft_strerror(error),
	       late ? ", too late" : "");
	return !error;
}

/* All but the victim have come back, in the time that their calls have. */
static _Noreturn void end_without(weft_rank_t victim)
{
	weft_rank_t me = weft_rank(), first = victim == 0;
	bool late = false;

	weft_flag_write(first, weft_flag_at(back, me), 1);
	for (weft_rank_t i = 0; i < weft_size() && me == first; i++) {
		if (i != victim) {
			late |= weft_flag_wait_from(i, weft_flag_at(back, i), 1,
						    2 * within) != WEFT_OK;
		}
	}
	if (me == first) {
		fflush(stdout);
		rt_print_end(late, me);
		arch_stop(late ? ARCH_FAILED : ARCH_PASSED);
	}
	weft_flag_wait(flag, 1 << 30, WEFT_FOREVER); /* never */
	weft_panic("nobody has ended the run");
}

int main(int argc, char **argv)
{
	char *victim = "";

	if (weft_flags_alloc(1, &flag) || weft_mpb_alloc(32, &slot) ||
	    weft_flags_alloc(weft_size(), &back)) {
		return 2;
	}
	if (argc > 2) {
		within = (weft_us_t)strtoul(argv[1], &victim, 10);
		bytes = (uint32_t)strtoul(argv[2], NULL, 10);
	}
	if (bytes > BYTES) {
		return 2;
	}
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		bool asked = argc <= 3;

		for (int n = 3; n < argc; n++) {
			asked |= strcmp(argv[n], calls[i].name) == 0;
		}
		if (asked && !rounds(i)) {
			if (*victim == ':') {
				break;
			}
			return 1; /* the others' pairing is gone */
		}
	}
	if (*victim == ':') {
		end_without((weft_rank_t)strtoul(victim + 1, NULL, 10));
	}
	return 0;
}
