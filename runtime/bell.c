/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "runtime/bell.h"
#include "runtime/mpb_map.h"

enum {
	/* Bells that one read of a line brings. */
	A_LINE = ARCH_LINE / ARCH_FLAG_STRIDE,
	USER = 0x10000, /* one for the user, in the upper half */
	HALF = USER - 1,
};

bool rt_bells_used;
void (*rt_bell_library)(uint32_t from);
void (*rt_bell_user)(uint32_t from, uint32_t times);

static uint32_t row, mine;      /* offset of the bells; of mine at others */
static uint32_t rung[RT_BELLS]; /* what I have written at others */
static uint32_t seen[RT_BELLS]; /* what others had written here */
static uint32_t recent;         /* first core of the line that last changed */

static ARCH_COLD uint32_t bytes(const struct rt_shape *shape, uint32_t left)
{
	(void)left;
	return shape->count > RT_BELLS ? 0 : rt_flag_bytes(shape->count);
}

static ARCH_COLD void place(const struct rt_shape *shape, uint32_t offset,
			    uint32_t size)
{
	row = offset;
	mine = rt_flag(row, arch_rank());
	for (uint32_t i = 0; size > 0 && i < shape->count; i++) {
		rung[i] = seen[i] = shape->epoch;
		if (shape->epoch != 0) {
			arch_flag_write(arch_rank(), rt_flag(row, i),
					shape->epoch);
		}
	}
}

static ARCH_COLD_DATA const struct rt_feature feature = {
	.name = "bells",
	.bytes = bytes,
	.place = place,
};
RT_FEATURE(feature);

static void ring(uint32_t rank, uint32_t word)
{
	rung[rank] = word;
	arch_flag_write(rank, mine, word);
}

void rt_bell_ring(uint32_t rank)
{
	uint32_t word = rung[rank];

	ring(rank, (word & ~(uint32_t)HALF) | ((word + 1) & HALF));
}

void rt_bell_ring_user(uint32_t rank)
{
	/* An engine may ring the same bell in an interrupt. */
	arch_irq_state state = arch_irq_save();

	ring(rank, rung[rank] + USER);
	arch_irq_restore(state);
}

static void answer(uint32_t from, uint32_t word)
{
	uint32_t news = word ^ seen[from];
	/* By halves: the lower one wraps without a carry. */
	uint32_t times = (word / USER - seen[from] / USER) & HALF;

	seen[from] = word; /* before anybody looks at what was announced */
	if (news & HALF) {
		rt_bell_library(from);
	}
	if (times && rt_bell_user) {
		rt_bell_user(from, times);
	}
}

static uint32_t look_at_line(uint32_t first)
{
	uint32_t left = rt_shape.count - first;
	uint32_t n = left < A_LINE ? left : A_LINE;
	uint32_t changed = 0;
	uint32_t word[A_LINE];

	arch_flags_read(word, arch_rank(), rt_flag(row, first), n);
	for (uint32_t i = 0; i < n; i++) {
		if (word[i] != seen[first + i]) {
			recent = first;
			answer(first + i, word[i]);
			changed++;
		}
	}
	return changed;
}

uint32_t rt_bells_look(void)
{
	uint32_t first = recent, begin = recent, changed = 0;

	do {
		changed += look_at_line(first);
		first += A_LINE;
		first = first < rt_shape.count ? first : 0;
	} while (first != begin);
	return changed;
}
