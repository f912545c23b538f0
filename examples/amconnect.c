/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Connected components by Active Messages (examples/am_connect.h).
 *
 *   amconnect [side=<nodes>] [dims=2|3] [edges=<per cent>] [via=poll|irq]
 *
 * Each core finds all components alone, too, in another way, and compares its own nodes.
 */
#include "examples/am_connect.h"

static struct connect c;

int main(int argc, char **argv)
{
	uint64_t start;

	c.side = argument(argc, argv, "side", 24);
	c.dims = argument(argc, argv, "dims", 2);
	c.edges = argument(argc, argv, "edges", 45);
	if (c.dims != 2 && c.dims != 3) {
		weft_panic("amconnect: dims is neither 2 nor 3");
	}
	amk_begin(argument_text(argc, argv, "via", "poll"));
	connect_open(&c);
	start = weft_cycles();
	connect_run(&c);
	start = weft_cycles() - start;
	return amk_end("amconnect", c.side, connect_wrong(&c), start);
}
