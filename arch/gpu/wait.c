/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting.  Each poll is an acquire: a relaxed load, and one acquire when it has come, would
 * be a second way to L2.  A poll takes some 300 clocks, so the bell's word is asked for
 * before it, and comes in the same time.  The clock, and what the host may want, are looked
 * at once in many.
 */
#include "arch/barrier.h"
#include "arch/gpu/board.h"
#include "arch/look.h"

enum {
	LOOKS = 64,          /* of arch_look */
	CLOCK_EACH = 16,     /* polls */
	LOOK_OUT_EACH = 4096 /* polls; at the host's memory, 0.6 ms */
};

static inline bool wait_reached(const uint8_t *p, uint32_t value)
{
	return (int32_t)(gpu_read(p) - value) >= 0;
}

enum arch_result arch_await(const struct arch_word *word, uint64_t deadline)
{
	const uint8_t *p = gpu_word(word->rank, word->offset);

	for (uint32_t polls = 1;; polls++) {
		bool on = gpu.masked == ARCH_IRQ_ON;
		uint32_t bell = on ? gpu_bell() : 0;

		if (wait_reached(p, word->value)) {
			return ARCH_OK;
		}
		if (on) {
			gpu_serve(bell);
		}
		if (polls % CLOCK_EACH == 1 && gpu_late(deadline)) {
			return ARCH_TIMEOUT;
		}
		if (polls % LOOK_OUT_EACH == 0) {
			gpu_look_out();
		}
	}
}

static bool wait_look(const uint8_t *p, uint32_t n, uint32_t value,
		      uint64_t deadline)
{
	for (uint32_t i = 0, looks = 1; i < n;) {
		if (wait_reached(p + 4 * i, value)) {
			i++;
		} else if (looks++ == LOOKS || gpu_late(deadline)) {
			return false;
		}
	}
	return true;
}

bool arch_look(uint32_t rank, uint32_t offset, uint32_t value,
	       uint64_t deadline)
{
	return wait_look(gpu_word(rank, offset), 1, value, deadline);
}

bool arch_look_all(uint32_t rank, uint32_t offset, uint32_t n, uint32_t value,
		   uint64_t deadline)
{
	return wait_look(gpu_at(rank, offset), n, value, deadline);
}

/* The chip's barrier: all add to one counter in L2, and wait for it. */
bool arch_barrier_here(void)
{
	return true;
}

struct arch_barrier arch_barrier_enter(void)
{
	ptx_add(&gpu.run->arrived, 1);
	gpu.rounds += gpu.count;
	return (struct arch_barrier){GPU_ARRIVED, gpu.rounds};
}
