/* SPDX-License-Identifier: Apache-2.0 */
#include <weft/object.h>
#include <weft/mpb.h>

#include "sync/object.h"

enum {
	INDEX_SHIFT = 16,
	AT_ONCE = 8, /* words */
};

#define INDEX ((UINT32_C(1) << INDEX_SHIFT) - 1)

/* To n counters, at most AT_ONCE, from `first` on: what the last one was. */
static uint32_t add_to(const struct weft_counters *c, uint32_t first,
		       uint32_t n, uint32_t addend)
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

static uint32_t add(void *state, uint32_t argument)
{
	const struct weft_counters *c = state;
	uint32_t index = argument & INDEX;

	object_settle(c->home);
	return index < c->n ? add_to(c, index, 1, argument >> INDEX_SHIFT)
			    : WEFT_NOTHING;
}

static uint32_t add_below(void *state, uint32_t argument)
{
	const struct weft_counters *c = state;
	uint32_t end = (argument & INDEX) + 1, was = WEFT_NOTHING, n;

	object_settle(c->home);
	for (uint32_t i = 0; end <= c->n && i < end; i += n) {
		n = end - i < AT_ONCE ? end - i : AT_ONCE;
		was = add_to(c, i, n, argument >> INDEX_SHIFT);
	}
	return was;
}

static weft_operation *const operations[WEFT_COUNTERS_OPERATIONS] = {add,
								     add_below};

struct weft_object weft_counters_object(struct weft_counters *c)
{
	return (struct weft_object){operations, WEFT_COUNTERS_OPERATIONS, c};
}

ARCH_COLD int weft_counters_create(struct weft_counters *c, weft_rank_t home,
				   uint32_t n)
{
	const uint32_t zero = 0;
	int error = object_check(c, home, n);

	if (c) {
		*c = (struct weft_counters){
			0}; /* not there, until all is well */
	}
	if (!error && n - 1 > INDEX) {
		error = WEFT_ERR_SIZE;
	}
	if (!error) {
		error = weft_mpb_alloc(n * sizeof(uint32_t), &c->at);
	}
	if (error) {
		return error;
	}
	c->home = home;
	c->n = n;
	for (uint32_t i = 0; i < n; i++) {
		arch_put(arch_rank(), ARCH_WINDOW_MPB,
			 c->at + i * (uint32_t)sizeof(zero), &zero,
			 sizeof(zero));
	}
	arch_settle(arch_rank());
	return WEFT_OK;
}

ARCH_COLD int weft_counters_free(struct weft_counters *c)
{
	int error;

	if (!c || !c->n) {
		return c ? WEFT_ERR_STATE : WEFT_ERR_NULL;
	}
	error = weft_mpb_free(c->at);
	if (!error) {
		c->n = 0;
	}
	return error;
}
