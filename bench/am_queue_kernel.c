/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=8,48 args=table=B,queue=tas o=table=B */
/* weft-bench: boards=scc-sim cores=8,48 args=table=B,queue=ttas o=table=B */
/* weft-bench: boards=scc-sim cores=8,48 args=table=B,queue=ticket o=table=B */
/* weft-bench: boards=scc-sim cores=8,48 args=table=B,queue=lock_free o=table=B */
/* weft-bench: boards=scc-sim cores=8,48 args=table=B,queue=fai o=table=B */
/*
 * SAMPLE and EM3D (bench/am_sample.c, am_em3d.c) with queues in place of the slots of Active
 * Messages: what a way of claiming places is worth to a program (S. Lumetta, "Multi-Protocol
 * Communication", Berkeley 1998, table 6.5).  Keys, six in a message, and values of edges go
 * by the queues of queue_claim.h, of which each core has one; whoever is done tells each
 * other core how many messages there were for it.
 */
#include "examples/am_em3d.h"

#include "am_timed.h"
#include "queue_sample.h"

static struct em3d field = {.n = 960, .degree = 10, .remote = 40};
static double *in; /* of the kind that is computed now */

static void row(const char *kernel, uint64_t cycles)
{
	bench_row("am_kernel", "time", "us", bench_ns(cycles),
		  "table=%s,kernel=%s,queue=%s,cores=%u",
		  bench_arg("table", "B"), kernel, queue_name[queue.kind],
		  (unsigned)amk_cores);
}

/* SAMPLE ------------------------------------------------------------------- */

static void sort(void)
{
	sample_splitters(&sorted);
	queue_distribute();
	sample_sort(sorted.bucket, sorted.came);
}

/* EM3D --------------------------------------------------------------------- */

static void take_value(const uint32_t *words, uint32_t n)
{
	(void)n;
	memcpy(&in[words[0]], words + 1, sizeof(*in));
	came++;
}

static void half(uint32_t kind)
{
	struct em3d_kind *k = &field.kind[kind];
	const double *from = field.kind[!kind].value;

	in = k->in;
	for (uint32_t i = 0; i < k->pushes; i++) {
		const struct em3d_push *p = &k->push[i];
		uint32_t words[3] = {p->slot};

		queue_poll();
		if (p->core == amk_me) {
			k->in[p->slot] = from[p->source];
			continue;
		}
		memcpy(words + 1, &from[p->source], sizeof(*from));
		queue_send(p->core, words, 3);
	}
	announced += k->expected / (uint32_t)sizeof(*k->in);
	while (came < announced) {
		queue_poll();
	}
	for (uint32_t i = 0; i < field.mine; i++) {
		k->value[i] = em3d_next(&field, kind, field.first + i,
					k->value[i], k->in + i * field.degree);
	}
	amk_barrier();
}

static void step(void)
{
	half(0);
	half(1);
}

static void check(const char *kernel, uint32_t wrong)
{
	if (wrong) {
		weft_panic(kernel);
	}
}

int main(int argc, char **argv)
{
	uint64_t cycles;

	bench_setup(argc, argv);
	sample_endpoint(&sorted);
	amk_begin("poll");
	queue_open(bench_arg("queue", "fai"), queue_take_keys);
	sample_open(&sorted, 12288);
	row("sample", am_timed(sort));
	check("sample", sample_wrong(&sorted));
	sample_close(&sorted);
	queue.take = take_value;
	came = announced = 0;
	em3d_open(&field);
	am_timed(step); /* so that all paths are warm */
	cycles = am_timed(step);
	row("em3d", cycles);
	check("em3d", em3d_wrong(&field, 2));
	return 0;
}
