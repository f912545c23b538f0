/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the network may reorder, it does with some seed, and nothing else:
 * core 0 writes, core 1 and core 2 look.  Exits with a set of what was seen:
 * 1: a later write to core 2 was there before an earlier one to core 1;
 * 2: a load from core 1 overtook a store to it;
 * 4: two writes to core 1 were seen in the wrong order, which is an error.
 *
 * run: --rows 1 --cols 3 --seed 1
 * expect: 3
 * run: --rows 1 --cols 3
 * expect: 0
 */
#include "chip.h"

enum {
	ROUNDS = 200
};

volatile uint32_t first, second, answer, found;

/* Core 0: A = i at core 1, then B = i at core 2; C = i at core 1 too. */
static void writer(void)
{
	for (uint32_t i = 1; i <= ROUNDS; i++) {
		FAR(1, &first) = i;
		FAR(2, &second) = i;
		FAR(1, &second) = i;
		if (FAR(1, &second) != i) {
			found |= 2;
		}
		/* Both have seen it. */
		while (answer != 2 * i) {
			uint32_t sum = 0;

			sum += FAR(1, &answer) == i ? i : 0;
			sum += FAR(2, &answer) == i ? i : 0;
			answer = sum;
		}
	}
}

/* Core 1: whoever sees C must see A. */
static void same_target(void)
{
	for (uint32_t i = 1; i <= ROUNDS; i++) {
		while (second != i) {
		}
		if (first != i) {
			found |= 4;
		}
		answer = i;
	}
}

/* Core 2: who sees B need not see A; a load from core 1 tells. */
static void other_target(void)
{
	for (uint32_t i = 1; i <= ROUNDS; i++) {
		while (second != i) {
		}
		if (FAR(1, &first) != i) {
			found |= 1;
		}
		answer = i;
	}
}

int main(void)
{
	uint32_t me = my_index();

	if (me == 0) {
		writer();
		/* The others' findings, after their last answers. */
		return (int)(found | FAR(1, &found) | FAR(2, &found));
	}
	if (me == 1) {
		same_target();
	} else {
		other_target();
	}
	return 0;
}
