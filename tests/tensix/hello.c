/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tile prints, and ends the run.
 *
 * run: --chip wormhole --tiles 5
 * run: --chip blackhole --tiles 5 --seed 3
 * expect: 85 tile 5
 */
#include "chip.h"

int main(void)
{
	say("tile ", my_index());
	return PASS;
}
