/* SPDX-License-Identifier: Apache-2.0 */
/* Exchanges: their words. */
#include <string.h>

#include "collectives/reduce/exchange.h"
#include "runtime/mpb_map.h"
#include "runtime/part.h"

struct exchange exchange_world;

/* Shares of a window, log2, that values may take. */
enum {
	WORLD_SHARE = 3,
	TEAM_SHARE = 5,
};

/* How many values of so many bytes each a bank has. */
static ARCH_COLD uint32_t places(uint32_t count)
{
	return ARCH_REMOTE_AWAIT ? rows_steps(count) << ROWS_LOG2
				 : arith_log2_ceil(count);
}

/* The largest value that leaves two banks within their share of a window. */
static ARCH_COLD uint32_t fits_in(uint32_t count, uint32_t share)
{
	uint32_t most = arch_window_bytes(ARCH_WINDOW_MPB) >> share;
	uint32_t least = ARCH_REMOTE_AWAIT ? EXCHANGE_LEAST : PAIRS_LEAST;
	uint32_t fits = ARCH_REMOTE_AWAIT ? ROWS_MOST : EXCHANGE_MOST;

	while (fits > least && 2 * arith_mul(places(count), fits) > most) {
		fits >>= 1;
	}
	return fits;
}

/* Of a row's groups, or one for each step of pairs. */
static ARCH_COLD uint32_t exchange_flags(uint32_t count)
{
	return rt_flag_bytes(places(count));
}

/* Values begin at a line.  Without any, pairs in the chunk buffers may need flags. */
static ARCH_COLD uint32_t all_bytes(uint32_t count, uint32_t fits)
{
	if (fits == 0 && ARCH_REMOTE_AWAIT) {
		return 0;
	}
	return rt_to_line(exchange_flags(count)) +
	       2 * arith_mul(places(count), fits);
}

/* The largest value that there is room for in so many bytes; 0: none. */
static ARCH_COLD uint32_t fits_into(uint32_t count, uint32_t share,
				    uint32_t bytes)
{
	uint32_t least = ARCH_REMOTE_AWAIT ? EXCHANGE_LEAST : PAIRS_LEAST;
	uint32_t fits = fits_in(count, share);

	while (fits > 0 && all_bytes(count, fits) > bytes) {
		fits = fits > least ? fits >> 1 : 0;
	}
	return fits;
}

static ARCH_COLD uint32_t bytes_of(uint32_t count, uint32_t share,
				   uint32_t offered)
{
	return all_bytes(count, offered ? fits_into(count, share, offered) : 0);
}

static ARCH_COLD void exchange_place_in(struct exchange *x, struct team team,
					uint32_t offset, uint32_t epoch)
{
	x->team = team;
	x->bank = arith_mul(places(team.size), x->fits);
	x->values = offset + rt_to_line(exchange_flags(team.size));
#if ARCH_REMOTE_AWAIT
	if (x->fits > 0) {
		rows_place(x, offset, epoch);
	}
#endif
	pairs_place(x, offset, epoch);
	memset(x->way, 0, sizeof(x->way));
}

uint32_t exchange_bytes(uint32_t count, uint32_t offered)
{
	return bytes_of(count, TEAM_SHARE, offered);
}

void exchange_place(struct exchange *x, struct team team, uint32_t offset,
		    uint32_t bytes, uint32_t epoch)
{
	x->fits = fits_into(arch_count(), TEAM_SHARE, bytes);
	exchange_place_in(x, team, offset, epoch);
}

ARCH_COLD void exchange_preset(const struct exchange *x, uint32_t epoch)
{
	uint32_t size = x->team.size;

	rt_flags_preset(x->values - rt_to_line(exchange_flags(size)),
			places(size), epoch);
}

static ARCH_COLD uint32_t exchange_part_bytes(const struct rt_run *run,
					      uint32_t offered)
{
	return bytes_of(run->count, WORLD_SHARE, offered);
}

static ARCH_COLD void exchange_part_place(const struct rt_run *run,
					  uint32_t offset, uint32_t size)
{
	struct exchange *x = &exchange_world;

	x->fits = fits_into(run->count, WORLD_SHARE, size);
	exchange_place_in(x, team_world(), offset, run->epoch);
	if (run->epoch != 0 && size > 0) {
		exchange_preset(x, run->epoch);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "exchange",
	.bytes = exchange_part_bytes,
	.placed = exchange_part_place,
};
RT_PART_DEALT(part);
