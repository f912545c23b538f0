/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 o=irq=direct args=via=direct */
/* weft-bench: boards=scc-sim cores=48 o=irq=gic args=via=gic */
/*
 * What no asynchronous broadcast of this shape can beat, all copying from the
 * root, from this chip's own puts, gets and interrupts.
 *
 * latency: a line has to be put, the last core to be interrupted, by whatever tree
 *   of cores that interrupt others, and that core to get the line; then come the
 *   other lines, which it gets at its leisure.  Nobody looks who has sent what.
 * throughput: each core gets each line of each source, one after another, from
 *   where that really is; the slowest core decides.  What a source sends counts
 *   for it, too, though it need not get that.
 * overlap: every core takes a line of each other one a millisecond: an interrupt, a
 *   look at a line of words, a get, and a word to say so.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "bench/common.h"
#include "topology/shape.h"
#include "runtime/part.h"

enum {
	LINE = 32,
	SHORT = 4, /* lines */
	LONG = 20,
	FRESH = 1 << 19, /* twice what any cache keeps */
	STEPS = 2000,    /* of a computation that an interrupt meets */
	WORDS = 8,
};

static uint32_t area;
static char *memory;
static size_t at;
static volatile uint64_t entered; /* the handler, at that time */

static void note_time(enum arch_irq cause)
{
	if (cause != ARCH_IRQ_TIMER && entered == 0) {
		entered = weft_cycles();
	}
}

static const struct rt_part part = {
	.name = "bench",
	.interrupted = note_time,
};
RT_PART(part);

/* Cycles of a get of so many lines from that core, to where no cache has been. */
static uint64_t get(uint32_t rank, uint32_t lines)
{
	uint64_t start;

	at = at + LONG * LINE < FRESH ? at : 0;
	start = weft_cycles();
	weft_get(memory + at, weft_at(rank, area), lines * LINE);
	at += LONG * LINE;
	return weft_cycles() - start;
}

static uint64_t put(void)
{
	uint64_t start = weft_cycles();

	weft_put(weft_at(weft_rank(), area), memory + at, LINE);
	weft_quiet();
	at += LINE;
	return weft_cycles() - start;
}

/* What a look at words of that core's, and a word to it, take. */
static uint64_t exchange(uint32_t rank)
{
	uint32_t words[WORDS];
	uint64_t start = weft_cycles();

	arch_flags_read(words, rank, area, WORDS);
	arch_flag_write(rank, area, words[0]);
	arch_settle(rank);
	return weft_cycles() - start;
}

/* A computation; with an interrupt in it. */
static uint64_t compute(bool interrupted)
{
	volatile uint32_t seed = 1;
	uint64_t start;

	if (interrupted) {
		arch_raise(weft_rank(), 1);
	}
	start = weft_cycles();
	for (uint32_t i = 0; i < STEPS; i++) {
		seed = seed * 5 + 1;
	}
	return weft_cycles() - start;
}

/* Of one core after another, so that nobody is in another's way. */
struct costs {
	uint64_t *line; /* of each core, in LONG - SHORT of them */
	uint64_t get, exchange, put, interrupt;
};

static void measure(struct costs *costs)
{
	uint32_t others = weft_size() - 1;

	for (uint32_t turn = 0; turn < weft_size(); turn++) {
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		for (uint32_t r = 0; turn == weft_rank() && r <= others; r++) {
			if (r != turn) {
				costs->line[r] = get(r, LONG) - get(r, SHORT);
				costs->get += get(r, 1);
				costs->exchange += exchange(r);
			}
		}
	}
	costs->get /= others;
	costs->exchange /= others;
	weft_barrier(WEFT_WORLD,
		     WEFT_FOREVER); /* nobody gets from here any more */
	costs->put = put();
	costs->interrupt = compute(true) - compute(false);
}

static uint64_t least(uint64_t mine)
{
	return ~bench_max(~mine);
}

/* From a raise to the handler; between two raises, or for all of them. */
static void ways(uint64_t *way, uint64_t *each)
{
	arch_irq_state state = arch_irq_save();
	uint64_t start = 0, first;

	entered = 0;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0) {
		start = weft_cycles();
		arch_raise(1, weft_size() - 1);
		*each = weft_cycles() - start;
	} else {
		while (entered == 0) {
			arch_sleep();
		}
	}
	arch_irq_restore(state);
	first = least(entered ? entered : UINT64_MAX);
	*way = first - start;
}

static void latency(const char *via, const struct costs *c, uint64_t line)
{
	static const uint32_t lines[] = {1, 8, 32, 64, 96, 128, 512};
	struct shape_node tree[SHAPE_NODES];
	uint64_t way, each = 0, told;

	ways(&way, &each);
	if (weft_rank() != 0) {
		return;
	}
	told = each; /* of all at once */
	if (arch_notify_fanout() == 1) {
		each /= weft_size() - 1;
		told = each *
		       shape_soonest(tree, weft_size(), (uint32_t)(way / each));
	}
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		uint64_t rest = line * (lines[i] - 1) / (LONG - SHORT);

		bench_row("abcast", "latency", "us",
			  bench_ns(c->put + told + way + c->get + rest),
			  "table=B,via=%s,k=limit,lines=%u,sources=1", via,
			  (unsigned)lines[i]);
	}
}

static void throughput(const char *via, const struct costs *c, uint32_t sources)
{
	uint64_t lines = 0, bytes = (uint64_t)sources * LINE;

	for (uint32_t r = 0; r < sources; r++) {
		lines += c->line[r];
	}
	lines = bench_ns(bench_max(lines)); /* of so many each */
	bench_row("abcast", "throughput", "MB/s",
		  weft_rank() == 0 ? bytes * (LONG - SHORT) * 1000000 / lines
				   : 0,
		  "table=B,via=%s,k=limit,lines=128,sources=%u", via,
		  (unsigned)sources);
}

/* Of the core that is best off; and its parts, of the one that is worst off. */
static void overlap(const char *via, const struct costs *c)
{
	static const char *const names[] = {"interrupt", "look", "get"};
	const uint64_t parts[] = {c->interrupt, c->exchange, c->get};
	uint64_t taken = least(c->get + c->exchange + c->interrupt);

	taken = bench_ns(taken) * (weft_size() - 1);
	bench_row("abcast", "overlap", "%", 100000 - taken / 10,
		  "table=B,via=%s,k=limit,lines=1,sources=%u", via,
		  (unsigned)weft_size());
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		bench_row("abcast", names[i], "us",
			  bench_ns(bench_max(parts[i])),
			  "table=B,via=%s,k=limit,lines=1,sources=1", via);
	}
}

int main(int argc, char **argv)
{
	static const uint32_t sources[] = {1, 5, 48};
	static struct costs costs;
	const char *via;
	uint64_t line;

	bench_setup(argc, argv);
	via = bench_arg("via", "direct");
	memory = malloc(FRESH + LINE);
	costs.line = calloc(weft_size(), sizeof(*costs.line));
	if (weft_size() == 1 || weft_size() > SHAPE_NODES) {
		weft_panic("for 2 to 256 cores");
	}
	if (!memory || !costs.line || weft_mpb_alloc(LONG * LINE, &area)) {
		weft_panic("no memory");
	}
	measure(&costs);
	line = bench_max(costs.line[0]);
	latency(via, &costs, line);
	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++) {
		if (sources[i] <= weft_size()) {
			throughput(via, &costs, sources[i]);
		}
	}
	overlap(via, &costs);
	return 0;
}
