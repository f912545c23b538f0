/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 args=table=B,each=1 o=table=B */
/* weft-bench: boards=scc-sim cores=48 args=table=B,each=2 o=table=B */
/* weft-bench: boards=scc-sim cores=48 args=table=B,each=4 o=table=B */
/* weft-bench: boards=scc-sim cores=48 args=table=B,each=8 o=table=B */
/* weft-bench: boards=scc-sim cores=48 args=table=B,each=16 o=table=B */
/* weft-bench: boards=scc-sim cores=48 args=table=B,each=1,reads=16 o=table=B */
/*
 * BSPlib, what slackness brings: `each` processes a core.
 *
 * op=slack   a step of a machine with shared memory (L. Valiant, 1990): words lie at
 *            random processes, and each process reads `reads` words, which bsp_sync ends.
 *            latency is the step's; per_read is that divided by the reads of a core.
 *            each=1,reads=16 is what a program gains that does it by hand
 * op=uneven  in each step a core has 20000 additions to do on average, its processes each
 *            between none and twice their part of it, at random: efficiency is the time
 *            of computation divided by all time, over all processes
 */
#define BSP_VIRTUAL
#include <bsp.h>

#include <stdbool.h>
#include <stdlib.h>

#include <weft/weft.h>

#include "bsp_rows.h"

enum {
	STEPS = 20,
	WORDS = 64, /* of each process */
	MOST_READS = 16,
	ADDITIONS = 20000,
};

struct process {
	uint32_t n, me, each, reads, state;
	uint32_t memory[WORDS], got[MOST_READS];
	uint64_t work; /* cycles of computation */
};

static void read_step(struct process *my)
{
	for (uint32_t i = 0; i < my->reads; i++) {
		uint32_t pid = bsp_draw(&my->state, my->n),
			 word = bsp_draw(&my->state, WORDS);

		bsp_get((int)pid, my->memory, (int)(4 * word), &my->got[i], 4);
	}
	bsp_sync();
}

static void uneven_step(struct process *my)
{
	uint32_t count = bsp_draw(&my->state, 2 * ADDITIONS / my->each + 1);
	volatile uint32_t result;
	uint32_t sum = my->me;
	uint64_t start = weft_cycles();

	for (uint32_t i = 0; i < count; i++) {
		sum = sum * 5 + i;
	}
	result = sum;
	(void)result;
	my->work += weft_cycles() - start;
	bsp_sync();
}

/* Cycles of so many steps, as this process sees them. */
static uint64_t steps(struct process *my, void (*step)(struct process *))
{
	uint64_t start;

	step(my);
	my->work = 0;
	start = weft_cycles();
	for (int i = 0; i < STEPS; i++) {
		step(my);
	}
	return weft_cycles() - start;
}

static void row(const struct process *my, const char *op, const char *metric,
		const char *unit, uint64_t thousandths)
{
	if (my->me == 0) {
		bsp_row(metric, unit, thousandths, "op=%s,each=%u,reads=%u", op,
			(unsigned)my->each, (unsigned)my->reads);
	}
}

/* Of all processes, at process 0, in thousands of cycles. */
static uint64_t sum_of_work(struct process *my)
{
	uint32_t mine = (uint32_t)(my->work / 1000);
	void *tag, *payload;
	uint64_t sum = 0;

	bsp_send(0, NULL, &mine, sizeof(mine));
	bsp_sync();
	while (bsp_hpmove(&tag, &payload) >= 0) {
		sum += *(uint32_t *)payload;
	}
	return sum;
}

int main(int argc, char **argv)
{
	static struct process all[64]; /* too large for stacks */
	static bool begun;
	struct process *my;
	uint64_t time;

	if (!begun) { /* the core's first process */
		begun = true;
		bench_setup(argc, argv);
	}
	bsp_begin((int)weft_size() * atoi(bench_arg("each", "1")));
	my = &all[(uint32_t)bsp_pid() & 63]; /* a core's differ there */
	my->n = (uint32_t)bsp_nprocs();
	my->me = (uint32_t)bsp_pid();
	my->each = my->n / weft_size();
	my->reads = (uint32_t)atoi(bench_arg("reads", "1"));
	my->state = my->me * 2654435761u | 1;
	bsp_push_reg(my->memory, sizeof(my->memory));
	bsp_sync();
	time = steps(my, read_step);
	row(my, "slack", "latency", "us", bench_ns(time) / STEPS);
	row(my, "slack", "per_read", "ns",
	    bench_ns(time) * 1000 / STEPS / my->each / my->reads);
	time = steps(my, uneven_step);
	time = time * weft_size() / 1000;
	row(my, "uneven", "efficiency", "%",
	    sum_of_work(my) * 100000 / (time ? time : 1));
	bsp_end();
	return 0;
}
