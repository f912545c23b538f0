/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/gather/swaps.h"

#if defined(ARCH_CHUNK_SHIFT) && ARCH_NODES

#include "arch/barrier.h"
#include "arch/nodes.h"
#include "runtime/mpb_map.h"
#include "runtime/part.h"
#include "runtime/trace.h"
#include "topology/latin.h"

enum {
	SHARE = 3,         /* of the window, log2 */
	WINDOW = 1 << 16,  /* bytes of one that is large */
	SLOT_MOST = 16384, /* bytes */
};

#define FLAGS 3 /* for each core */

static struct swaps swaps;

static ARCH_COLD uint32_t flag_bytes(uint32_t count)
{
	return rt_to_line(rt_flag_bytes(arith_mul(count, FLAGS)));
}

static ARCH_COLD uint32_t slot_bytes(uint32_t count)
{
	uint32_t window = arch_window_bytes(ARCH_WINDOW_MPB), rest, slot;

	if (window < WINDOW || count < 2) {
		return 0;
	}
	slot = arith_div(window >> (SHARE + 1), count, &rest);
	slot = slot < SLOT_MOST ? slot : SLOT_MOST;
	return slot & ~(uint32_t)(ARCH_LINE - 1);
}

static ARCH_COLD uint32_t swaps_bytes(const struct rt_run *run, uint32_t left)
{
	uint32_t slot = slot_bytes(run->count);

	(void)left;
	return slot ? flag_bytes(run->count) + arith_mul(slot, run->count << 1)
		    : 0;
}

static ARCH_COLD void swaps_place(const struct rt_run *run, uint32_t offset,
				  uint32_t size)
{
	if (size == 0) {
		return;
	}
	swaps = (struct swaps){
		.flags = offset,
		.news = rt_flag(offset, run->count),
		.grants = rt_flag(offset, run->count << 1),
		.slots = offset + flag_bytes(run->count),
		.slot = slot_bytes(run->count),
		.number = run->epoch,
	};
	swaps.all = arith_mul(swaps.slot, run->count);
	if (run->epoch != 0) {
		rt_flags_preset(offset, arith_mul(run->count, FLAGS),
				run->epoch);
	}
	swaps_bulk_place(&swaps, run->epoch);
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "swaps",
	.bytes = swaps_bytes,
	.placed = swaps_place,
};
RT_PART(part);

bool swaps_fit(const struct rounds *x)
{
	return x->whole == WEFT_WORLD &&
	       x->most <= (swaps.held ? HELD_BYTES : swaps.slot);
}

/* Of a core's two slots at each other one that of this call. */
static uint32_t place_of(uint32_t from)
{
	return swaps.slots + (swaps.number & 1 ? swaps.all : 0) +
	       arith_mul(swaps.slot, from);
}

static void put_words(uint32_t to, uint32_t at, const char *from, uint32_t n)
{
	static uint32_t words[SLOT_MOST / sizeof(uint32_t)];
	const void *whole = from;

	if (((uintptr_t)from | n) & (sizeof(uint32_t) - 1)) {
		memcpy(words, from, n);
		whole = words;
	}
	arch_words_tell(to, at, whole, (n + 3) >> 2);
}

/*
 * Of what goes to other nodes the last flag goes at once, and all that was said before goes
 * with it.
 */
static void tell_all(const struct rounds *x, const struct blocks *send)
{
	uint32_t size = x->team->size, me = x->team->me, none = size;
	uint32_t flag = rt_flag(swaps.flags, me), last = none;

	for (uint32_t step = 0; step < latin_steps(size); step++) {
		uint32_t to = latin_partner(me, size, step);

		if (to == me) {
			continue;
		}
		put_words(to, place_of(me), blocks_at(send, to),
			  (uint32_t)blocks_bytes(send, to));
		if (arch_node(to) == arch_node(me)) {
			arch_flag_write(to, flag, swaps.number);
			continue;
		}
		if (last != none) {
			arch_flag_tell_soon(last, flag, swaps.number);
		}
		last = to;
	}
	if (last != none) {
		arch_flag_tell(last, flag, swaps.number);
	}
}

int swaps_run(const struct rounds *x, const struct blocks *send,
	      const struct blocks *recv)
{
	uint32_t size = x->team->size, me = x->team->me;

	swaps.number++;
	RT_TRACE("all-to-all by swaps", swaps.number, (uint32_t)x->most);
	if (swaps.held) {
		return swaps_held_run(x, send, recv);
	}
	tell_all(x, send);
	for (uint32_t step = 0; step < latin_steps(size); step++) {
		uint32_t from = latin_partner(me, size, step);
		int error;

		if (from == me) {
			continue;
		}
		error = rt_await(rt_flag(swaps.flags, from), swaps.number,
				 x->deadline, from, "a block of an all-to-all");
		if (error) {
			return error;
		}
		rounds_get(x, blocks_at(recv, from), me, place_of(from),
			   (uint32_t)blocks_bytes(recv, from));
	}
	return WEFT_OK;
}

#endif
