/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Broadcast: what the root has, all have.
 *
 * With 4 cores rank 0 says: all have 0 1 4 9 .. 225
 */
#include <stdio.h>

#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

enum {
	N = 16
};

int main(void)
{
	uint32_t squares[N] = {0}, root = weft_size() - 1;

	for (uint32_t i = 0; weft_rank() == root && i < N; i++) {
		squares[i] = i * i;
	}
	need(weft_bcast(squares, sizeof(squares), root, WEFT_WORLD,
			WEFT_FOREVER));
	if (weft_rank() == 0) {
		printf("all have %u %u %u %u .. %u\n", (unsigned)squares[0],
		       (unsigned)squares[1], (unsigned)squares[2],
		       (unsigned)squares[3], (unsigned)squares[N - 1]);
	}
	return squares[N - 1] == (N - 1) * (N - 1) ? 0 : 1;
}
