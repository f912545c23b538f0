/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/bcast/bcast_choice.h"
#include "arch/arch.h"

static ARCH_COLD void option_of(const struct bcast *bcast, const void *object,
				struct choose_option *o)
{
	*o = (struct choose_option){
		.name = bcast->is.name,
		.cost = bcast->cost,
		.bytes = (uint32_t)bcast->is.most,
		.cores = bcast->cores,
		.object = object,
	};
}

static ARCH_COLD bool chosen(const void *of, uint32_t i,
			     struct choose_option *o)
{
	const struct bcast *bcast;

	(void)of;
	if (i == bcast_chosen_end) {
		return false;
	}
	bcast = bcast_chosen[i];
	o->name = NULL;
	if (bcast) {
		option_of(bcast, bcast->world, o);
	}
	return true;
}

/* What is linked for other reasons.  Weak: a reference from here links nothing. */
extern __typeof(weft_bcast_algorithm) weft_bcast_algorithm
	__attribute__((weak));

static ARCH_COLD bool linked(const void *of, uint32_t i,
			     struct choose_option *o)
{
	const struct weft_bcast_algorithm *a =
		weft_bcast_algorithm ? weft_bcast_algorithm(i) : NULL;

	(void)of;
	if (!a) {
		return false;
	}
	*o = (struct choose_option){.name = a->name,
				    .bytes = (uint32_t)a->most};
	return true;
}

bcast_fn *bcast_choice(uint32_t bytes)
{
	static ARCH_COLD_DATA const struct choose choice = {
		.what = "bcast",
		.variable = "WEFT_BCAST",
		.list = chosen,
		.linked = linked,
	};
	uint32_t i = choose(&choice, NULL, bytes, arch_count());

	return i < CHOOSE_LINKED
		       ? bcast_chosen[i]->is.bcast
		       : weft_bcast_algorithm(i - CHOOSE_LINKED)->bcast;
}

static ARCH_COLD bool form(const void *of, uint32_t i, struct choose_option *o)
{
	void *const *objects = of;

	if (i == bcast_forms_end) {
		return false;
	}
	o->name = NULL;
	if (bcast_forms[i]) {
		option_of(bcast_forms[i]->bcast, objects[i], o);
	}
	return true;
}

uint32_t bcast_choice_on(void *const *objects, uint32_t bytes, uint32_t count)
{
	static ARCH_COLD_DATA const struct choose choice = {
		.what = "bcast",
		.variable = "WEFT_BCAST",
		.list = form,
		.linked = linked,
		.in_list = true,
	};

	return choose(&choice, objects, bytes, count);
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
