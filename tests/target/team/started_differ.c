/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 time-out=120 */
/* weft-test: boards=scc-sim cores=5,7 modes=strict,relaxed seeds=3 time-out=120 */
/* weft-test: boards=scc-sim cores=48 time-out=120 */
/* weft-test: boards=scc-sim cores=7 modes=strict o=fault=slow:core=2,x=100
	time-out=120 */
/*
 * Started allreduces whose cores differ in the number of elements, on either side of the
 * border between the tree and the shares, or across it: all return a named error, and
 * the next one, which has begun meanwhile, is right.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	EACH = 64 /
	       sizeof(uint32_t), /* words of a core, from which on it is by shares */
	MORE = 9,                /* than those of which nothing is compared */
	RANDOM = 4,
};

static uint32_t *mine, *result, *then;

/* Of that rank; `border` or more is by shares. */
static uint32_t words(uint32_t how, uint32_t rank, uint32_t border,
		      uint32_t draw)
{
	uint32_t size = weft_size(), last = size - 1;
	uint32_t random = (draw + rank) * 0x9e3779b1;

	switch (how) {
	case 0: /* one by shares .. */
		return border - (rank != last);
	case 1:
		return border - (rank != 0);
	case 2:
		return border - (rank != size / 2);
	case 3: /* .. or one by the tree */
		return border - (rank == last);
	case 4:
		return border - (rank == 0);
	case 5:
		return border - (rank == size / 2);
	case 6:
		return border - (rank & 1);
	case 7:
		return rank < size / 2 ? MORE : border;
	case 8: /* all by the tree */
		return border - 1 - (rank == last);
	case 9:
		return rank == 0 ? MORE + 1 : MORE;
	case 10: /* all by shares */
		return border + (rank == last);
	case 11:
		return border + (rank == 0);
	case 12: /* what one has a share of, all others have */
		return rank == 0 ? border : EACH;
	default:
		return border / 2 + (random >> 8) % border;
	}
}

enum {
	KINDS = 13
};

static bool differs(uint32_t how, uint32_t draw)
{
	struct weft_op op = weft_sum_uint32;
	uint32_t size = weft_size(), border = EACH * size;
	uint32_t me = weft_rank(), n = words(how, me, border, draw);
	struct weft_request first = {0}, second = {0};
	bool same = true, ok;

	op.in_handler = draw >> 16 & 1;
	for (uint32_t i = 0; i < size; i++) {
		same &= words(how, i, border, draw) == n;
	}
	for (uint32_t i = 0; i < border; i++) {
		mine[i] = me * i;
	}
	if (tap_own_random() & 1) {
		tap_delay(tap_below(tap_own_random(), 50000));
	}
	ok = weft_allreduce_start(mine, result, n, &op, WEFT_WORLD, &first) ==
	     WEFT_OK;
	ok &= weft_allreduce_start(mine, then, border - (how & 1), &op,
				   WEFT_WORLD, &second) == WEFT_OK;
	ok &= weft_wait(&first, WEFT_COMPLETE, WEFT_FOREVER) ==
	      (same ? WEFT_OK : WEFT_ERR_MISMATCH);
	ok &= weft_wait(&second, WEFT_COMPLETE, WEFT_FOREVER) == WEFT_OK;
	ok &= same || (first.peer < size && first.peer != me);
	for (uint32_t i = 0; i < border - (how & 1); i++) {
		ok &= then[i] == size * (size - 1) / 2 * i;
	}
	return ok;
}

int main(void)
{
	size_t room;

	tap_begin();
	room = 2 * EACH * weft_size() * sizeof(uint32_t);
	mine = tap_room(room);
	result = tap_room(room);
	then = tap_room(room);
	for (uint32_t how = 0; how < KINDS + RANDOM; how++) {
		tap_ok(differs(how, tap_random()), "counts by pattern %u",
		       (unsigned)how);
	}
	return tap_end();
}
