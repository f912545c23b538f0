/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include <weft/weft.h>

#include "report.h"

/* Over all cores. */
static struct {
	struct cost reading, starting, everywhere;
	uint32_t applied, late, good;
} all;

static WEFT_COLD bool is_good(const struct result *r, uint32_t hash,
			      uint32_t writes)
{
	return r->log_ok && r->hash == hash && r->anew == hash &&
	       r->counts.wrote == writes &&
	       r->counts.applied == writes * (weft_size() - 1);
}

static WEFT_COLD void add_cost(struct cost *sum, const struct cost *cost)
{
	sum->cycles += cost->cycles;
	sum->times += cost->times;
}

static WEFT_COLD void add(uint32_t rank, const struct result *r, bool good)
{
	add_cost(&all.reading, &r->reading);
	add_cost(&all.starting, &r->starting);
	add_cost(&all.everywhere, &r->everywhere);
	all.applied += r->counts.applied;
	all.late += r->counts.late;
	all.good += good;
	if (!good) {
		printf("rank %u: copy %08x, worked out %08x, log %s, %u of "
		       "others' writes\n",
		       (unsigned)rank, (unsigned)r->hash, (unsigned)r->anew,
		       r->log_ok ? "ok" : "BAD", (unsigned)r->counts.applied);
	}
}

/* Mean, in cycles, and in microseconds of this board's clock. */
static WEFT_COLD void show_cost(const char *what, const struct cost *cost)
{
	uint64_t cycles = cost->times ? cost->cycles / cost->times : 0;
	uint64_t hundredths = cycles * 100 / weft_cycles_in_us(1);

	printf("%-34s %7u cycles, %6u.%02u us\n", what, (unsigned)cycles,
	       (unsigned)(hundredths / 100), (unsigned)(hundredths % 100));
}

static WEFT_COLD void conclude(void)
{
	table_show(&replica);
	printf("of each key the rank that wrote it last, and the value\n");
	show_cost("a read", &all.reading);
	show_cost("a write, until it is on its way", &all.starting);
	show_cost("a write, until it is everywhere", &all.everywhere);
	printf("%u writes of others applied, %u of them overtaken by later "
	       "ones\n",
	       (unsigned)all.applied, (unsigned)all.late);
	printf("%u of %u copies are the same, and as worked out anew\n",
	       (unsigned)all.good, (unsigned)weft_size());
}

WEFT_COLD bool report(const struct result *mine, uint32_t writes)
{
	bool ok = is_good(mine, mine->hash, writes);
	uint32_t slot;

	if (weft_mpb_alloc(sizeof(*mine), &slot)) {
		weft_panic("no MPB space for the results");
	}
	weft_put(weft_at(weft_rank(), slot), mine, sizeof(*mine));
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0) {
		for (uint32_t rank = 0; rank < weft_size(); rank++) {
			struct result r;

			weft_get(&r, weft_at(rank, slot), sizeof(r));
			add(rank, &r, is_good(&r, mine->hash, writes));
		}
		conclude();
		ok = all.good == weft_size();
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER); /* the results have been read */
	weft_mpb_free(slot);
	return ok;
}
