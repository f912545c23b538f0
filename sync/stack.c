/* SPDX-License-Identifier: Apache-2.0 */
/* At the home, a flag that says how many words there are; and the words. */
#include <weft/mpb.h>
#include <weft/object.h>

#include "runtime/mpb_map.h"
#include "sync/object.h"

static uint32_t word(const struct weft_stack *s, uint32_t i)
{
	return s->at + i * (uint32_t)sizeof(uint32_t);
}

static uint32_t push(void *state, uint32_t value)
{
	const struct weft_stack *s = state;
	uint32_t n;

	object_settle(s->home);
	n = arch_flag_read(s->home, s->flag);
	if (n >= s->words) {
		return WEFT_NOTHING;
	}
	arch_put(s->home, ARCH_WINDOW_MPB, word(s, n), &value, sizeof(value));
	arch_flag_write(s->home, s->flag, n + 1);
	return 0;
}

static uint32_t pop(void *state, uint32_t unused)
{
	const struct weft_stack *s = state;
	uint32_t n, value;

	(void)unused;
	object_settle(s->home);
	n = arch_flag_read(s->home, s->flag);
	if (n - 1 >= s->words) { /* it is empty, or not there */
		return WEFT_NOTHING;
	}
	arch_get(&value, s->home, ARCH_WINDOW_MPB, word(s, n - 1),
		 sizeof(value));
	arch_flag_write(s->home, s->flag, n - 1);
	return value;
}

static weft_operation *const operations[WEFT_STACK_OPERATIONS] = {push, pop};

struct weft_object weft_stack_object(struct weft_stack *s)
{
	return (struct weft_object){operations, WEFT_STACK_OPERATIONS, s};
}

ARCH_COLD int weft_stack_create(struct weft_stack *s, weft_rank_t home,
				uint32_t words)
{
	int error = object_check(s, home, words);

	if (s) {
		*s = (struct weft_stack){0}; /* not there, until all is well */
	}
	if (!error) {
		error = weft_mpb_alloc(
			rt_flag_bytes(1) + words * sizeof(uint32_t), &s->flag);
	}
	if (!error) {
		s->home = home;
		s->at = s->flag + rt_flag_bytes(1);
		s->words = words;
		rt_flags_preset(s->flag, 1, 0);
	}
	return error;
}

ARCH_COLD int weft_stack_free(struct weft_stack *s)
{
	int error;

	if (!s || !s->words) {
		return s ? WEFT_ERR_STATE : WEFT_ERR_NULL;
	}
	error = weft_mpb_free(s->flag);
	if (!error) {
		s->words = 0;
	}
	return error;
}
