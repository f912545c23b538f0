/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3 args=pairs tap=no time-out=30 */
/*
 * Exchanges by pairs in the chunk buffers, for the explorer: see explore.h.
 */
#include "collectives/reduce/exchange.h"
#include "explore.h"

/* My chunk buffers are mine until the barrier; planted: there is none. */
static void own_chunks(void)
{
	uint32_t words[8], mine = arch_rank() + 100;

	arch_put(arch_rank(), ARCH_WINDOW_MPB, chunk_buffer(1), &mine, 4);
	arch_settle(arch_rank());
	arch_flags_read(words, arch_rank(), chunk_buffer(1), 8);
	wrong |= words[0] != mine;
	exchange_chunks(&exchange_world, EXCHANGE_MOST_LOG2);
	if (!planted) {
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
}

/* Three exchanges by pairs, in the chunk buffers. */
static void pairs(void)
{
	uint32_t size = arch_count(), each = size * (size - 1) / 2;

	own_chunks();
	for (uint32_t turn = 1; turn <= 3; turn++) {
		struct exchanged x = {.op = &weft_sum_uint32, .count = 16};

		x.bytes = 16 * sizeof(uint32_t);
		x.chunks = EXCHANGE_MOST_LOG2;
		x.ask = true;
		for (uint32_t i = 0; i < 16; i++) {
			x.row[i] = turn + (arch_rank() << i);
		}
		exchange_values(&exchange_world, &x, ARCH_NEVER);
		for (uint32_t i = 0; i < 16; i++) {
			wrong |= x.all[i] != size * turn + (each << i);
		}
		wrong |= arch_rank() == 2 && x.before[4] != 2 * turn + 16;
	}
}

int main(int argc, char **argv)
{
	static const struct explore_case cases[] = {
		{"pairs", pairs, NULL, NULL},
	};

	return explore_main(argc, argv, cases, 1);
}
