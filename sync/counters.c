/* SPDX-License-Identifier: Apache-2.0 */
/* Counters (weft/object.h). */
#include "sync/object.h"

enum {
	INDEX_SHIFT = 16,
	AT_ONCE = 8, /* words */
};

#define INDEX ((UINT32_C(1) << INDEX_SHIFT) - 1)

/* To n counters, at most AT_ONCE, from `first` on: what the last one was. */
static uint32_t add_to(const struct weft_shared *c, uint32_t first, uint32_t n,
		       uint32_t addend)
{
	uint32_t at = c->at + first * (uint32_t)sizeof(uint32_t);
	uint32_t words[AT_ONCE], was = 0;

	arch_get(words, c->home, ARCH_WINDOW_MPB, at, n * sizeof(*words));
	for (uint32_t i = 0; i < n; i++) {
		was = words[i];
		words[i] += addend;
	}
	arch_put(c->home, ARCH_WINDOW_MPB, at, words, n * sizeof(*words));
	return was;
}

static uint32_t counters_add(void *state, uint32_t argument)
{
	const struct weft_shared *c = state;
	uint32_t index = argument & INDEX;

	object_settle(c->home);
	return index < c->words ? add_to(c, index, 1, argument >> INDEX_SHIFT)
				: WEFT_NOTHING;
}

static uint32_t add_below(void *state, uint32_t argument)
{
	const struct weft_shared *c = state;
	uint32_t end = (argument & INDEX) + 1, was = WEFT_NOTHING, n;

	object_settle(c->home);
	for (uint32_t i = 0; end <= c->words && i < end; i += n) {
		n = end - i < AT_ONCE ? end - i : AT_ONCE;
		was = add_to(c, i, n, argument >> INDEX_SHIFT);
	}
	return was;
}

static weft_operation *const operations[WEFT_COUNTERS_OPERATIONS] = {
	counters_add, add_below};

const struct weft_shared_kind weft_counters = {
	operations, WEFT_COUNTERS_OPERATIONS, 0, INDEX + 1, false};
