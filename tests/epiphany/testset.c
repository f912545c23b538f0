/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TESTSET: a lock on core 0 guards a counter there.  The unlocking store goes
 * to the same core as what it guards, so order does the rest.
 *
 * run: --rows 4 --cols 4 --seed 1
 * run: --rows 4 --cols 4 --seed 2 --spread 5000
 * run: --rows 1 --cols 2
 * expect: 0
 */
#include "chip.h"

enum {
	TURNS = 20
};

volatile uint32_t lock, counter, inside, done, word;

/* What it does to a word, and what it gives. */
static void meaning(uint32_t me)
{
	uint32_t mine = at(me, (uint32_t)&word);

	CHECK(testset(mine, 7) == 0);
	CHECK(word == 7);
	CHECK(testset(mine, 8) == 7);
	CHECK(word == 7);
}

int main(void)
{
	uint32_t all = count(), me = my_index();

	meaning(me);
	for (uint32_t i = 0; i < TURNS; i++) {
		uint32_t was;

		do {
			was = testset(at(0, (uint32_t)&lock), me + 1);
			CHECK(was <= all);
		} while (was);
		CHECK(FAR(0, &inside) == 0);
		FAR(0, &inside) = 1;
		FAR(0, &counter) = FAR(0, &counter) + 1;
		FAR(0, &inside) = 0;
		FAR(0, &lock) = 0;
	}
	FAR(me, &done) = 1;
	if (me == 0) {
		for (uint32_t i = 0; i < all; i++) {
			while (!FAR(i, &done)) {
			}
		}
		/* The last writes of the others came through the lock. */
		while (testset(at(0, (uint32_t)&lock), 1)) {
		}
		for (uint32_t i = 0; i < TURNS; i++) {
			counter -= all;
		}
		CHECK(counter == 0);
	}
	return 0;
}
