/* SPDX-License-Identifier: Apache-2.0 */
/*
 * EM3D by Active Messages (examples/am_em3d.h).
 *
 *   amem3d [n=<nodes of a kind>] [degree=<n>] [remote=<per cent>] [steps=<n>]
 *       [via=poll|irq]
 *
 * Each core computes all nodes alone, too, and compares its own with these.
 */
#include "examples/am_em3d.h"

static struct em3d m;

int main(int argc, char **argv)
{
	uint32_t steps = argument(argc, argv, "steps", 2);
	uint64_t start;

	m.n = argument(argc, argv, "n", 96);
	m.degree = argument(argc, argv, "degree", 5);
	m.remote = argument(argc, argv, "remote", 40);
	amk_begin(argument_text(argc, argv, "via", "poll"));
	em3d_open(&m);
	start = weft_cycles();
	em3d_run(&m, steps);
	start = weft_cycles() - start;
	return amk_end("amem3d", m.n, em3d_wrong(&m, steps), start);
}
