/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3 args=barrier_start tap=no time-out=30 */
/*
 * Started collectives for the explorer (see explore.h): one of a word for each rank, and
 * the thread waits for it; and an allreduce whose cores differ.
 */
#include "explore.h"
#include "tests/target/small_calls.h"

static enum small_what playing;

static void finish(uint32_t n, struct weft_request *r)
{
	if (weft_wait(r, WEFT_COMPLETE, WEFT_FOREVER) != WEFT_OK ||
	    !small_right(n, playing)) {
		wrong = true;
	}
}

static void one(void)
{
	struct weft_request r;

	if (small_start(arch_count() - 1, playing, &r) != WEFT_OK) {
		wrong = true;
		return;
	}
	finish(arch_count() - 1, &r);
}

/* An allreduce in which rank 1 alone goes by shares. */
static void differ(void)
{
	bool shares = arch_rank() == 1;
	uint32_t words[64] = {0}, all[64];
	struct weft_request r;

	if (weft_allreduce_start(words, all, shares ? 64 : 9, &weft_sum_uint32,
				 WEFT_WORLD, &r) != WEFT_OK ||
	    weft_wait(&r, WEFT_COMPLETE, WEFT_FOREVER) != WEFT_ERR_MISMATCH) {
		wrong = true;
	}
}

int main(int argc, char **argv)
{
	struct explore_case cases[SMALL_WHATS + 1] = {
		[SMALL_WHATS] = {.name = "differ_start", .play = differ}};

	small_room();
	for (uint32_t i = 0; i < SMALL_WHATS; i++) {
		cases[i] = (struct explore_case){.name = small_names[i],
						 .play = one};
		if (argc > 1 && strcmp(argv[1], small_names[i]) == 0) {
			playing = (enum small_what)i;
		}
	}
	return explore_main(argc, argv, cases, SMALL_WHATS + 1);
}
