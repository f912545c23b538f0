/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/bcast/bcast_choice.h"
#include "arch/arch.h"

/* What is linked for other reasons.  Weak: a reference from here links nothing. */
extern __typeof(bcast_all) bcast_all __attribute__((weak));
extern __typeof(bcast_all_end) bcast_all_end __attribute__((weak));

#define CHOICE(from, how_many, only)                                           \
	{                                                                      \
		.what = "bcast", .variable = "WEFT_BCAST", .list = (from),     \
		.end = &(how_many), .linked = bcast_all,                       \
		.linked_end = &bcast_all_end, .in_list = (only)                \
	}
static ARCH_COLD_DATA const struct choose choice =
	CHOICE(bcast_chosen, bcast_chosen_end, false);
static ARCH_COLD_DATA const struct choose choice_on =
	CHOICE(bcast_of_teams, bcast_forms_end, true);

bcast_fn *bcast_choice(uint32_t bytes)
{
	const struct bcast *taken =
		(const void *)*choose(&choice, NULL, bytes, arch_count());

	return taken->all;
}

uint32_t bcast_choice_on(void *const *objects, uint32_t bytes, uint32_t count)
{
	return (uint32_t)(choose(&choice_on, objects, bytes, count) -
			  bcast_of_teams);
}

uint32_t bcast_class(size_t bytes, uint32_t *largest)
{
	size_t lines = bytes / ARCH_LINE + (bytes % ARCH_LINE != 0);
	uint32_t octave = 0, half;

	while (octave < BCAST_LAST_OCTAVE && (size_t)1 << octave < lines) {
		octave++;
	}
	half = octave < 2 ? 0 : UINT32_C(1) << (octave - 2);
	if (half > 0 && lines <= 3 * half) {
		*largest = 3 * half * ARCH_LINE;
		return 2 * octave;
	}
	*largest = (UINT32_C(1) << octave) * ARCH_LINE;
	return 2 * octave + 1;
}
