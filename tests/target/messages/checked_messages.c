/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3 boards=scc-sim modes=strict tap=no */
/*
 * Messages while bits flip: tests/checksums.t builds with CHECK=1 and injects them.
 * Two sides that both succeed have the same data.  Exit 0; wrong data: 3; an error
 * by name ends the run with 0, but with "sure" it is 4.
 */
#include <stdio.h>
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	MOST = 14000,
	SOON = 300000,
	WRONG = 3,
	FAILED = 4,
};

static uint8_t data[MOST];

/* From me to the next core, or to me from the one before: even ranks send first. */
static int turn(bool sends, uint32_t n, uint32_t key)
{
	uint32_t me = weft_rank(), last = weft_size() - 1;
	uint32_t next = me == last ? 0 : me + 1, before = me ? me - 1 : last;
	int error;

	if (sends) {
		tap_fill(data, n, key + me);
		return weft_send(data, n, next, SOON);
	}
	tap_fill(data, n, key + me);
	error = weft_recv(data, n, before, SOON);
	if (!error && !tap_same(data, n, key + before)) {
		printf("%u bytes: wrong data\n", (unsigned)n);
		return WRONG;
	}
	return error;
}

int main(int argc, char **argv)
{
	static const uint32_t sizes[] = {1, 28, 100, 1000, 7000, MOST};
	bool sure = argc > 1 && strcmp(argv[1], "sure") == 0;

	for (uint32_t i = 0; i < 6; i++) {
		bool first =
			!(weft_rank() & 1) && weft_rank() + 1 < weft_size();
		int error = turn(first, sizes[i], i + 1);

		if (!error) {
			error = turn(!first, sizes[i], i + 1);
		}
		if (error) {
			printf("%s\n",
			       error == WRONG ? "wrong" : weft_strerror(error));
			return error == WRONG ? WRONG : sure ? FAILED : 0;
		}
	}
	return 0;
}
