/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Transposes a matrix by Active Messages (examples/am_transpose.h).
 *
 *   amtranspose [n=<rows>] [by=word|row|block] [order=round|staggered|naive|synchronised]
 *       [via=poll|irq]
 *
 * Each core looks at all numbers that it has in the end.
 */
#include "examples/am_transpose.h"

static struct transpose t;

int main(int argc, char **argv)
{
	uint32_t n = argument(argc, argv, "n", 48), wrong = 0;
	int result;

	amk_begin(argument_text(argc, argv, "via", "poll"));
	t.by = transpose_named(argument_text(argc, argv, "by", "block"));
	t.order = transpose_order_named(
		argument_text(argc, argv, "order", "round"));
	transpose_open(&t, n);
	for (uint32_t i = 0; i < t.rows * n; i++) {
		t.mine[i] = random_at(t.first * n + i);
	}
	transpose_run(&t);
	for (uint32_t y = 0; y < t.rows; y++) {
		for (uint32_t x = 0; x < n; x++) {
			wrong += t.mine[y * n + x] !=
				 random_at(x * n + t.first + y);
		}
	}
	result = amk_end("amtranspose", n, wrong, t.cycles);
	transpose_close(&t);
	return result;
}
