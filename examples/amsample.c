/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sample sort by Active Messages (examples/am_sample.h).
 *
 *   amsample [n=<keys>] [via=poll|irq]
 *
 * Each core checks that its keys are in order, and that all are the ones there were.
 */
#include "examples/am_sample.h"

static struct sample s;

int main(int argc, char **argv)
{
	uint32_t n = argument(argc, argv, "n", 2000);
	uint64_t start;

	sample_endpoint(&s);
	amk_begin(argument_text(argc, argv, "via", "poll"));
	sample_open(&s, n);
	start = weft_cycles();
	sample_run(&s);
	start = weft_cycles() - start;
	return amk_end("amsample", n, sample_wrong(&s), start);
}
