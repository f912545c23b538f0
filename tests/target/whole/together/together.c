/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,16,48 always=48 args=pairs time-out=120 */
/* weft-test: cores=1,3,17,47 args=all time-out=120 */
/* weft-test: cores=16,48 args=all,poll time-out=120 */
/* weft-test: cores=2,16 more=48 args=triples seeds=2 time-out=240 */
/* weft-test: boards=scc-sim cores=17 args=soak,1000000 o=faults=7:0.02 seeds=2
   time-out=240 */
/* weft-test: boards=scc-sim cores=3,48 args=soak,2000000 o=faults=5:0.05 seeds=3
   time-out=600 full=1 */
/* weft-test: boards=scc-qemu cores=8 modes=icount,mttcg args=soak,50000000
   time-out=240 */
/* weft-test: boards=scc-qemu cores=17,48 modes=icount,mttcg args=soak,200000000
   time-out=600 full=1 */
/* weft-test: boards=arm-qemu cores=123 modes=mttcg args=all time-out=240 */
/* weft-test: boards=epiphany-sim cores=16 args=all time-out=120 */
/* weft-test: boards=mpi cores=4,17 args=all time-out=120 */
/* weft-test: boards=wormhole-emu cores=80 modes=reordered args=all time-out=240 */
/* weft-test: boards=blackhole-emu cores=140 modes=reordered args=all time-out=600 full=1 */
/*
 * All of weft in one image, and each pair and triple of features at work at once: all are
 * begun, in an order that changes, and then all are ended, in another order.  So each
 * is called while the others have something under way.
 *
 * Arguments: pairs, triples, or all at once, for many rounds; soak and a number: so many
 * cycles, at least, of those that share the gate and the waits, with faults where the board has
 * some; poll: Active Messages are received by polling, and what needs interrupts, the last
 * in the list, is left out.  Where the port's
 * flags do not lie word by word, there are no Active Messages, nor what wants them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bsp.h>

#include "arch/arch.h"
#include "tests/target/tap.h"
#include "tests/target/whole/together/feature.h"

/* What three of them take at most, with 48 cores: flags of a line each take more. */
WEFT_MPB_HEAP(ARCH_FLAG_STRIDE == 4 ? 832 : 16384);

enum {
	MOST = 17,
	AM_SERVE = ARCH_FLAG_STRIDE == 4,
	WITH_AM =
		3, /* so many of these, at the end of the list, want Active Messages */
	BY_IRQ = 2, /* .. and so many of them interrupts */
	SOAK = 16,  /* rounds, between looks at the time */
	ROUNDS = 2, /* of each pair and triple */
	LONG = 40,  /* of all together .. */
	MANY = 100, /* .. but with so many cores, each of which gathers from all, .. */
	SHORT = 8,   /* .. so many */
	PAUSE = 400, /* cycles, about, between two calls */
};

struct feature_run feature_run;

static const struct feature *features[MOST] = {
	&feature_team,     &feature_collective, &feature_started,
	&feature_asked,    &feature_rma,        &feature_abcast,
	&feature_event,    &feature_fifo,       &feature_connection,
	&feature_mutex,    &feature_delegate,   &feature_bsp,
	&feature_sendrecv, &feature_fiber,      &feature_am,
	&feature_segment,  &feature_call,
};
static uint32_t count = MOST;
static uint32_t calls; /* rounds since the start */

/* The i-th of n, from another one on in each round. */
static uint32_t turned(uint32_t i, uint32_t n, uint32_t by)
{
	return (i + by) % n;
}

static bool said(const struct feature *f, const char *what, bool ok)
{
	if (!ok) {
		printf("# core %u: %s of %s, round %u\n",
		       (unsigned)feature_run.me, what, f->name,
		       (unsigned)calls);
	}
	return ok;
}

/*
 * Opens those features.  Of many together some may find the heap full, on all cores
 * alike, at the first step of what they take; these are left out.
 */
static uint32_t open_all(const struct feature **f, uint32_t n)
{
	size_t largest;
	uint32_t opened = 0;

	for (uint32_t i = 0; i < n; i++) {
		weft_mpb_free_bytes(&largest);
		if (n > 3 && f[i]->heap + f[i]->heap_core * feature_run.cores >
				     largest) {
			tap_ok(true, "no heap for %s", f[i]->name);
			continue;
		}
		if (f[i]->open && !said(f[i], "open", f[i]->open())) {
			return 0;
		}
		f[opened++] = f[i];
	}
	return opened;
}

/* Those features together, for so many rounds. */
static bool together(const struct feature **f, uint32_t n, uint32_t rounds)
{
	bool ok;

	n = open_all(f, n);
	ok = n > 0;
	ok &= weft_barrier(WEFT_WORLD, FEATURE_SOON) == WEFT_OK;
	for (uint32_t r = 0; r < rounds && ok; r++, calls++) {
		uint32_t order = tap_random();

		for (uint32_t i = 0; i < n && ok; i++) {
			const struct feature *now = f[turned(i, n, order % n)];

			ok &= said(now, "start", now->start(calls));
			tap_delay(tap_below(tap_own_random(), PAUSE));
		}
		for (uint32_t i = 0; i < n && ok; i++) {
			const struct feature *now =
				f[turned(i, n, (order >> 8) % n)];

			ok &= said(now, "end", now->end(calls));
		}
	}
	ok &= weft_barrier(WEFT_WORLD, FEATURE_SOON) == WEFT_OK;
	for (uint32_t i = n; i-- > 0 && ok;) {
		ok &= !f[i]->close || said(f[i], "close", f[i]->close());
	}
	return ok;
}

static void pairs(void)
{
	for (uint32_t i = 0; i < count; i++) {
		bool ok = true;

		for (uint32_t j = i + 1; j < count && ok; j++) {
			const struct feature *two[] = {features[i],
						       features[j]};

			ok = together(two, 2, ROUNDS);
		}
		if (!tap_ok(ok, "%s with each behind it", features[i]->name)) {
			return; /* what it has left would mislead */
		}
	}
}

static void triples(void)
{
	for (uint32_t i = 0; i < count; i++) {
		bool ok = true;

		for (uint32_t j = i + 1; j < count; j++) {
			for (uint32_t k = j + 1; k < count && ok; k++) {
				const struct feature *three[] = {
					features[i], features[j], features[k]};

				ok = together(three, 3, ROUNDS);
			}
		}
		if (!tap_ok(ok, "%s with two behind it", features[i]->name)) {
			return;
		}
	}
}

/* All stop after the same rounds. */
static bool is_over(uint64_t end)
{
	uint32_t mine = weft_cycles() >= end, all = 0;

	return weft_allreduce(&mine, &all, 1, &weft_min_uint32, WEFT_WORLD,
			      FEATURE_SOON) != WEFT_OK ||
	       all;
}

static void soak(uint64_t cycles)
{
	uint64_t end = weft_cycles() + cycles;
	bool ok = true;

	do {
		const struct feature *busy[] = {&feature_am, &feature_abcast,
						&feature_collective,
						&feature_mutex, &feature_fiber};

		ok = together(busy, 5, SOAK);
	} while (ok && !is_over(end));
	tap_ok(ok, "so long, %u rounds", (unsigned)calls);
}

static void run(int argc, char **argv)
{
	bool all = true;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "poll") == 0) {
			feature_run.how = WEFT_AM_POLL;
			count = MOST - BY_IRQ;
		}
	}
	if (AM_SERVE) {
		tap_ok(weft_am_begin(feature_run.how) == WEFT_OK,
		       "Active Messages begin");
	} else {
		tap_ok(weft_am_begin(feature_run.how) == WEFT_ERR_LIMIT,
		       "Active Messages do not serve here");
		count = MOST - WITH_AM;
	}
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "pairs") == 0) {
			pairs();
			all = false;
		} else if (strcmp(argv[i], "triples") == 0) {
			triples();
			all = false;
		} else if (strcmp(argv[i], "soak") == 0 && i + 1 < argc) {
			soak(strtoul(argv[i + 1], NULL, 10));
			all = false;
		}
	}
	if (all) {
		uint32_t rounds = feature_run.cores < MANY ? LONG : SHORT;

		tap_ok(together(features, count, rounds),
		       "all at once, %u rounds", (unsigned)rounds);
	}
}

int main(int argc, char **argv)
{
	feature_run.cores = weft_size();
	feature_run.me = weft_rank();
	feature_run.next = (feature_run.me + 1) % feature_run.cores;
	feature_run.prev =
		(feature_run.me + feature_run.cores - 1) % feature_run.cores;
	feature_run.how = WEFT_AM_INTERRUPT;
	tap_begin();
	tap_cores(FEATURE_CORES);
	bsp_begin((int)feature_run.cores);
	run(argc, argv);
	bsp_end();
	return tap_end();
}
