/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "runtime/bell.h"
#include "runtime/part.h"
#include "runtime/table.h"

enum {
	A_LINE = ARCH_LINE / ARCH_FLAG_STRIDE, /* words that one read brings */
};

/* A word of a bell: two channels.  Both wrap without a carry. */
union bell {
	uint32_t word;
	uint16_t times[2];
};

bool rt_bells_used;

static struct {
	uint32_t row, mine;   /* offset of the bells; of mine at others */
	uint32_t shift;       /* words of a bell, as a power of two */
	uint32_t words;       /* of all bells, whole lines; the rest is 0 */
	uint32_t recent;      /* first word of the line that last changed */
	union bell *rung;     /* what I have written at others */
	union bell *seen;     /* what others had written here */
	rt_notified **notify; /* the parts' notified(), by channels */
	rt_notified **look;   /* of those that share one */
	uint32_t looks;
} own;

/* Words of a bell, as a power of two. */
static ARCH_COLD uint32_t words_log2(void)
{
	bool shared;
	uint32_t n = rt_parts_channels(&shared), log2 = 0;

	while ((UINT32_C(2) << log2) < n) {
		log2++;
	}
	return log2;
}

static ARCH_COLD uint32_t bell_bytes(const struct rt_run *run, uint32_t left)
{
	bool shared;

	(void)left;
	return run->count > RT_BELLS || rt_parts_channels(&shared) == 0
		       ? 0
		       : rt_flag_bytes(run->count << words_log2());
}

static ARCH_COLD void nobody(uint32_t from, uint32_t times)
{
	(void)from;
	(void)times;
}

/* Those that share a channel: all of them look. */
static void look_all(uint32_t from, uint32_t times)
{
	for (uint32_t i = 0; i < own.looks; i++) {
		own.look[i](from, times);
	}
}

static ARCH_COLD void make_tables(void)
{
	uint32_t n = 2u << own.shift;
	bool shared;

	rt_parts_channels(&shared);
	if (shared) {
		own.look = rt_table(RT_MAP_PARTS, sizeof(*own.look),
				    "no memory for bells");
	}
	own.rung =
		rt_table(own.words, sizeof(*own.rung), "no memory for bells");
	own.seen =
		rt_table(own.words, sizeof(*own.seen), "no memory for bells");
	own.notify = rt_table(n, sizeof(*own.notify), "no memory for bells");
	for (uint32_t i = 0; i < n; i++) {
		own.notify[i] = nobody;
	}
	for (RT_EACH_PART(p)) {
		if ((*p)->notified && rt_part_runs(*p)) {
			uint32_t channel = *(*p)->channel;
			bool shares = shared && (*p)->looks;

			own.notify[channel] =
				shares ? look_all : (*p)->notified;
			if (shares) {
				own.look[own.looks++] = (*p)->notified;
			}
		}
	}
}

static ARCH_COLD void bell_placed(const struct rt_run *run, uint32_t offset,
				  uint32_t size)
{
	uint32_t used;

	if (size == 0) {
		return;
	}
	own.row = offset;
	own.shift = words_log2();
	used = run->count << own.shift;
	own.words = (used + A_LINE - 1) & ~(uint32_t)(A_LINE - 1);
	own.mine = rt_flag(own.row, arch_rank() << own.shift);
	make_tables();
	for (uint32_t i = 0; run->epoch != 0 && i < used; i++) {
		own.rung[i].word = own.seen[i].word = run->epoch;
		arch_flag_write(arch_rank(), rt_flag(own.row, i), run->epoch);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "bells",
	.bytes = bell_bytes,
	.placed = bell_placed,
};
RT_PART(part);

void rt_bell_ring(uint32_t rank, uint32_t channel)
{
	uint32_t at = channel >> 1;
	union bell *bell = &own.rung[(rank << own.shift) + at];

	bell->times[channel & 1]++;
	arch_flag_write(rank, rt_flag(own.mine, at), bell->word);
}

static void answer(uint32_t i, uint32_t word)
{
	union bell now = {word}, was = own.seen[i];
	uint32_t from = i >> own.shift;
	rt_notified **of = &own.notify[(i - (from << own.shift)) << 1];

	own.seen[i] = now; /* before anybody looks at what was announced */
	for (uint32_t j = 0; j < 2; j++) {
		uint16_t times = (uint16_t)(now.times[j] - was.times[j]);

		if (times) {
			of[j](from, times);
		}
	}
}

static uint32_t look_at_line(uint32_t first)
{
	uint32_t changed = 0;
	uint32_t word[A_LINE];

	arch_flags_read(word, arch_rank(), rt_flag(own.row, first), A_LINE);
	for (uint32_t i = 0; i < A_LINE; i++) {
		if (word[i] != own.seen[first + i].word) {
			own.recent = first;
			answer(first + i, word[i]);
			changed++;
		}
	}
	return changed;
}

uint32_t rt_bells_look(void)
{
	uint32_t first = own.recent, begin = own.recent, changed = 0;

	do {
		changed += look_at_line(first);
		first += A_LINE;
		first = first < own.words ? first : 0;
	} while (first != begin);
	return changed;
}
