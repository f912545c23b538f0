/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "runtime/bell.h"
#include "runtime/mpb_map.h"

enum {
	/* Bells that one read of a line brings. */
	A_LINE = ARCH_LINE / ARCH_FLAG_STRIDE,
	USER_SHIFT = 16,
	LIBRARY_MASK = RT_BELL_USER - 1,
};

uint32_t rt_rung[RT_BELL_SETS];
void (*rt_bell_user)(uint32_t from, uint32_t times);

static uint32_t row;               /* offset of the bells, on every core */
static uint32_t rung[RT_BELLS];    /* what I have written at others */
static uint32_t seen[RT_BELLS];    /* what others had written here */

static uint32_t bytes(const struct rt_shape *shape, uint32_t left)
{
	(void)left;
	return shape->count > RT_BELLS ? 0 : rt_flag_bytes(shape->count);
}

static void place(const struct rt_shape *shape, uint32_t offset, uint32_t size)
{
	(void)shape;
	(void)size;
	row = offset;
}

static const struct rt_feature feature = {
	.name = "bells",
	.bytes = bytes,
	.place = place,
};
RT_FEATURE(feature);

void rt_bell_ring(uint32_t rank, uint32_t whose)
{
	arch_irq_state state = arch_irq_save();

	/* The halves are counters of their own: no carry from one to the other. */
	if (whose == RT_BELL_USER) {
		rung[rank] += RT_BELL_USER;
	} else {
		rung[rank] = (rung[rank] & ~(uint32_t)LIBRARY_MASK) |
			     ((rung[rank] + 1) & LIBRARY_MASK);
	}
	arch_flag_write(rank, rt_flag(row, arch_rank()), rung[rank]);
	arch_irq_restore(state);
}

static void answer(uint32_t from, uint32_t word)
{
	uint32_t news = word ^ seen[from];
	uint32_t times = (word >> USER_SHIFT) - (seen[from] >> USER_SHIFT);

	seen[from] = word;
	if (news & LIBRARY_MASK) {
		rt_rung[from >> 5] |= UINT32_C(1) << (from & 31);
	}
	times &= LIBRARY_MASK;
	if (times && rt_bell_user) {
		rt_bell_user(from, times);
	}
}

uint32_t rt_bells_look(void)
{
	uint32_t count = rt_shape.count;
	uint32_t me = arch_rank();
	uint32_t changed = 0;

	for (uint32_t first = 0; first < count; first += A_LINE) {
		uint32_t n = count - first < A_LINE ? count - first : A_LINE;
		uint32_t word[A_LINE];

		arch_flags_read(word, me, rt_flag(row, first), n);
		for (uint32_t i = 0; i < n; i++) {
			if (word[i] != seen[first + i]) {
				answer(first + i, word[i]);
				changed++;
			}
		}
	}
	return changed;
}
