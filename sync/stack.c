/* SPDX-License-Identifier: Apache-2.0 */
/* At the home, a flag that says how many words there are; and the words. */
#include "runtime/mpb_map.h"
#include "sync/object.h"

static uint32_t stack_word(const struct weft_shared *s, uint32_t i)
{
	return s->at + i * (uint32_t)sizeof(uint32_t);
}

static uint32_t stack_push(void *state, uint32_t value)
{
	const struct weft_shared *s = state;
	uint32_t n;

	object_settle(s->home);
	n = arch_flag_read(s->home, s->flags);
	if (n >= s->words) {
		return WEFT_NOTHING;
	}
	arch_put(s->home, ARCH_WINDOW_MPB, stack_word(s, n), &value,
		 sizeof(value));
	arch_flag_write(s->home, s->flags, n + 1);
	return 0;
}

static uint32_t pop(void *state, uint32_t unused)
{
	const struct weft_shared *s = state;
	uint32_t n, value;

	(void)unused;
	object_settle(s->home);
	n = arch_flag_read(s->home, s->flags);
	if (n - 1 >= s->words) { /* it is empty, or not there */
		return WEFT_NOTHING;
	}
	arch_get(&value, s->home, ARCH_WINDOW_MPB, stack_word(s, n - 1),
		 sizeof(value));
	arch_flag_write(s->home, s->flags, n - 1);
	return value;
}

static weft_operation *const operations[WEFT_STACK_OPERATIONS] = {stack_push,
								  pop};

const struct weft_shared_kind weft_stack = {operations, WEFT_STACK_OPERATIONS,
					    1, OBJECT_MOST, false};
