/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Measures this board as the BSP model sees it: a superstep in which a process computes
 * for w and sends or receives at most h words takes w + h g + l.
 *
 *   bspprobe [count=<times>] [words=<to each process, at most>] [samples=<times>]
 *
 * With samples= it prints g of the longest exchange so many times more, one by one, for
 * tools/bsp-laws.
 *
 * What the exchanges bring is checked.  examples/probe.h says what is measured.
 */
#include "examples/bspkernel.h"
#include "examples/probe.h"

/* Thousandths, with three digits behind the point. */
static void print(const char *format, uint64_t thousandths)
{
	char number[32];

	snprintf(number, sizeof(number), "%u.%03u",
		 (unsigned)(thousandths / 1000),
		 (unsigned)(thousandths % 1000));
	printf(format, number);
}

static uint32_t print_g(uint64_t l, uint32_t words, int count)
{
	uint32_t h = (probe.p - 1) * words;
	struct probe_time t;

	probe.words = words;
	probe_fill();
	t = probe_time(probe_exchange, count);
	if (probe.me == 0 && h > 0) {
		printf("%7u", (unsigned)h);
		print(" %12s", (t.mean > l ? t.mean - l : 0) * 1000 / h);
		print(" %10s\n", t.deviation * 1000 / h);
	}
	return probe_wrong();
}

static void print_samples(uint64_t l, uint32_t samples)
{
	uint32_t h = (probe.p - 1) * probe.words;

	for (; h > 0 && samples > 0; samples--) {
		struct probe_time t = probe_time(probe_exchange, 1);

		if (probe.me == 0) {
			printf("sample %u ", (unsigned)probe.p);
			print("%s\n", (t.mean > l ? t.mean - l : 0) * 1000 / h);
		}
	}
}

int main(int argc, char **argv)
{
	int count = (int)argument(argc, argv, "count", 3);
	uint32_t most = argument(argc, argv, "words", 64), wrong = 0;
	struct probe_time s, l;
	uint64_t start;

	bsp_begin(bsp_nprocs());
	start = bsp_cycles();
	probe_begin();
	s = probe_time(probe_compute, count);
	l = probe_time(probe_sync, count);
	if (probe.me == 0) {
		printf("p %u processes\n", (unsigned)probe.p);
		print("s %s operations/us\n",
		      UINT64_C(1000000) * PROBE_OPERATIONS /
			      (s.mean > 0 ? s.mean : 1));
		print("l %s us", l.mean);
		print(", deviation %s\nh words    g ns/word  deviation\n",
		      l.deviation);
	}
	for (uint32_t words = 1; words <= most && words <= PROBE_MOST;
	     words *= 4) {
		wrong += print_g(l.mean, words, count);
	}
	print_samples(l.mean, argument(argc, argv, "samples", 0));
	return kernel_end("bspprobe", most, wrong, bsp_cycles() - start);
}
