/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3 boards=scc-sim modes=strict tap=no */
/*
 * Broadcasts while bits flip: tests/checksums.t builds with CHECK=1 and injects
 * them.  A call that succeeds on a core has the right data there, whatever flips.
 * Once a call fails by name, the run is over: exit 0.  Wrong data: 3.  With "sure"
 * all must succeed: else 4.
 */
#include <stdio.h>
#include <string.h>

#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	MOST = 20000,
	SOON = 300000,
	WRONG = 3,
	FAILED = 4,
};

static uint8_t data[MOST];

static int one(const struct weft_bcast_algorithm *a, uint32_t n, uint32_t root,
	       uint32_t key)
{
	int error;

	if (a->most > 0 && n > a->most) {
		n = (uint32_t)a->most;
	}
	tap_fill(data, n, weft_rank() == root ? key : key + 1);
	error = a->bcast(data, n, root, SOON);
	if (error && weft_rank() == root) {
		printf("%s: %s\n", a->name, weft_strerror(error));
	}
	if (!error && !tap_same(data, n, key)) {
		printf("%s, %u bytes: wrong data\n", a->name, (unsigned)n);
		return WRONG;
	}
	return error;
}

int main(int argc, char **argv)
{
	static const uint32_t sizes[] = {1, 28, 100, 1000, 7000, MOST};
	bool sure = argc > 1 && strcmp(argv[1], "sure") == 0;
	struct weft_bcast_algorithm a;

	for (uint32_t j = 0; weft_bcast_algorithm(j, &a); j++) {
		for (uint32_t i = 0; i < 6; i++) {
			uint32_t root = i & 1 ? weft_size() - 1 : 0;
			int error = one(&a, sizes[i], root, i + 1);

			if (error) {
				return error == WRONG ? WRONG
				       : sure         ? FAILED
						      : 0;
			}
		}
	}
	return 0;
}
