/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 env=WEFT_TICK_US=0 */
/*
 * The symmetric kernel of M. A. Parker's thesis (Utah, 2013, section 4.5): on each core
 * some fibers compute, read a line of some other core's memory by asking for it, compute, ..;
 * one more fiber, the communicator, answers the others.  By the number of fibers that
 * compute, which share the same work, and by how the communicator learns of questions:
 *
 *   poll     it looks whenever it is its turn
 *   notify   it waits for a notification, an interrupt
 *   hybrid   the same, and a core that would sleep polls first
 *
 * `idle`: the share of time in which a core has nothing to run, or polls and finds nothing.
 * `hidden`: how much of that time, with one fiber, is gone with more.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "common.h"
#include "fiber/schedule.h"

enum {
	FIBERS = 8,
	READS = 96, /* of a core; a multiple of what it is shared by, nearly */
	LINE = 32,
	SLICES = 5,    /* of the computation between two reads .. */
	SLICE = 75,    /* .. each so many rounds, about 2 us */
	HYBRID_US = 5, /* of polling */
	OWN = 1024,
	CORES = 48,
	BITS = 4, /* of a question's number, a fiber */
};

enum receive {
	POLL,
	NOTIFY,
	HYBRID,
};
static const char *const receives[] = {"poll", "notify", "hybrid"};

static uint32_t me, cores;
static uint32_t
	asked; /* a flag a core: the numbers of its fibers' last questions */
static uint32_t
	answers; /* a flag for each core and fiber: that core's answers to it */
static uint32_t slots; /* a line a fiber */

static uint32_t questions[CORES], answered[CORES];
static uint32_t waits_for[CORES][FIBERS], given[CORES][FIBERS];
static uint8_t data[LINE];
static weft_event_t bell;
static enum receive receive;
static uint32_t fibers, reads;
static volatile bool over;
static uint64_t in_vain; /* cycles of polls that found nothing */

static struct weft_fiber compute[FIBERS], communicator;
static void *stack[FIBERS + 1];
static size_t bytes;
static volatile uint32_t sink;

static void compute_slice(void)
{
	for (uint32_t i = 0; i < SLICE; i++) {
		sink += i;
	}
}

static uint32_t answer_flag(uint32_t of, uint32_t fiber)
{
	return weft_flag_at(answers, of * FIBERS + fiber);
}

static void read_line(uint32_t from, uint32_t fiber)
{
	uint8_t line[LINE];

	questions[from] += UINT32_C(1) << BITS * fiber;
	weft_flag_write(from, weft_flag_at(asked, me), questions[from]);
	if (receive != POLL) {
		weft_notify(from);
	}
	weft_flag_wait(answer_flag(from, fiber), ++waits_for[from][fiber],
		       WEFT_FOREVER);
	weft_get(line, weft_at(me, slots + fiber * LINE), LINE);
}

/* The peers of all fibers of a core are others at any time. */
static int computes(void *arg)
{
	uint32_t fiber = (uint32_t)(uintptr_t)arg;
	uint32_t from = me;

	for (uint32_t n = fiber; n < reads; n += fibers) {
		for (uint32_t i = 0; i < SLICES; i++) {
			compute_slice();
			weft_fiber_yield();
		}
		from += 1 + fiber * 5;
		while (from >= cores) {
			from -= cores;
		}
		from = from == me ? (me + 1 < cores ? me + 1 : 0) : from;
		read_line(from, fiber);
	}
	return 0;
}

static bool answer(void)
{
	uint32_t words[CORES];
	bool any = false;

	/* All at once: the flags are words in a row here. */
	weft_flag_read(me, asked, words);
	weft_get(words, weft_at(me, asked), cores * sizeof(*words));
	for (uint32_t core = 0; core < cores; core++) {
		uint32_t word = words[core];

		for (uint32_t f = 0; word != answered[core]; f++) {
			uint32_t one = UINT32_C(15) << BITS * f;

			if (!((word ^ answered[core]) & one)) {
				continue;
			}
			answered[core] = (answered[core] & ~one) | (word & one);
			weft_put_signal(weft_at(core, slots + f * LINE), data,
					LINE, answer_flag(me, f),
					++given[core][f]);
			any = true;
		}
	}
	return any;
}

static int communicates(void *unused)
{
	(void)unused;
	while (!over) {
		uint32_t seen = weft_event_stage(bell);
		uint64_t begin = weft_cycles();

		if (answer()) {
			continue;
		}
		if (receive == POLL) {
			in_vain += weft_cycles() - begin;
			weft_fiber_yield();
		} else if (!over) {
			weft_event_wait(bell, seen, WEFT_FOREVER);
		}
	}
	return 0;
}

static void create(struct weft_fiber *fiber, weft_fiber_main *main, uint32_t i,
		   enum weft_priority priority)
{
	if (weft_fiber_create(fiber, main, (void *)(uintptr_t)i, stack[i],
			      bytes, priority)) {
		weft_panic("no fiber");
	}
}

struct result {
	uint64_t time, idle;
};

static struct result run(uint32_t n, uint32_t of, enum receive how)
{
	struct result result;
	uint64_t begin, idle;

	fibers = n;
	reads = of;
	receive = how;
	over = false;
	weft_spin(how == HYBRID ? HYBRID_US : 0);
	create(&communicator, communicates, FIBERS,
	       how == POLL ? WEFT_FIBER_NORMAL : WEFT_FIBER_HIGH);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	begin = weft_cycles();
	idle = fiber_idle + in_vain;
	for (uint32_t i = 0; i < n; i++) {
		create(&compute[i], computes, i, WEFT_FIBER_NORMAL);
	}
	for (uint32_t i = 0; i < n; i++) {
		weft_fiber_join(&compute[i], NULL, WEFT_FOREVER);
	}
	result.time = weft_cycles() - begin;
	result.idle = fiber_idle + in_vain - idle;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER); /* nobody asks any more */
	over = true;
	weft_event_post(bell);
	weft_fiber_join(&communicator, NULL, WEFT_FOREVER);
	result.time = bench_max(result.time);
	result.idle = bench_max(result.idle);
	return result;
}

static uint64_t per_mille(uint64_t part, uint64_t whole)
{
	return whole ? part * 100000 / whole : 0;
}

int main(int argc, char **argv)
{
	struct result one = {0, 0};

	bench_setup(argc, argv);
	me = weft_rank();
	cores = weft_size();
	if (cores > CORES || weft_flags_alloc(cores, &asked) ||
	    weft_flags_alloc(cores * FIBERS, &answers) ||
	    weft_mpb_alloc(FIBERS * LINE, &slots) ||
	    weft_event_open(WEFT_ANYONE, &bell)) {
		weft_panic("no room for the kernel");
	}
	bytes = weft_fiber_stack(OWN);
	for (uint32_t i = 0; i <= FIBERS; i++) {
		stack[i] = malloc(bytes);
	}
	run(1, 2, NOTIFY); /* once before, so that all paths are warm */
	for (enum receive how = POLL; how <= HYBRID; how++) {
		for (uint32_t n = 1; n <= FIBERS; n++) {
			struct result r = run(n, READS, how);

			one = n == 1 ? r : one;
			bench_row("uln", "time", "us", bench_ns(r.time) / READS,
				  "table=B,fibers=%u,receive=%s", (unsigned)n,
				  receives[how]);
			bench_row("uln", "idle", "%", per_mille(r.idle, r.time),
				  "table=B,fibers=%u,receive=%s", (unsigned)n,
				  receives[how]);
			bench_row(
				"uln", "hidden", "%",
				r.time < one.time
					? per_mille(one.time - r.time, one.idle)
					: 0,
				"table=B,fibers=%u,receive=%s", (unsigned)n,
				receives[how]);
		}
	}
	return 0;
}
