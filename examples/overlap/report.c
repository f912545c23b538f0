/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include <weft/weft.h>

#include "report.h"

enum {
	BAR = 20
};

/* Sums over all cores. */
static struct {
	uint64_t together, alone, kilobytes;
	uint32_t sent, received, interrupts, merged, postponed;
	uint32_t wrong, differ;
} all;

static WEFT_COLD bool is_good(const struct result *r, uint32_t each)
{
	return r->traffic.sent == each &&
	       r->traffic.received == each * (weft_size() - 1) &&
	       r->traffic.wrong == 0 && r->same;
}

static WEFT_COLD uint32_t per_mille(uint64_t part, uint64_t whole)
{
	return whole ? (uint32_t)(part * 1000 / whole) : 0;
}

static WEFT_COLD void show(uint32_t rank, const struct result *r, bool good)
{
	uint32_t kept = per_mille(r->alone, r->together);
	char bar[BAR + 1];

	for (uint32_t i = 0; i < BAR; i++) {
		bar[i] = (2 * i + 1) * 1000 < 2 * BAR * kept ? '#' : '.';
	}
	bar[BAR] = '\0';
	printf("%4u %6u %9u %7u %7u %8u  %s %3u.%u%s\n", (unsigned)rank,
	       (unsigned)r->traffic.sent, (unsigned)r->traffic.received,
	       (unsigned)r->traffic.kilobytes, (unsigned)r->interrupts,
	       (unsigned)r->merged, bar, (unsigned)(kept / 10),
	       (unsigned)(kept % 10), good ? "" : "  BAD");
}

static WEFT_COLD void add(const struct result *r)
{
	all.together += r->together;
	all.alone += r->alone;
	all.sent += r->traffic.sent;
	all.received += r->traffic.received;
	all.kilobytes += r->traffic.kilobytes;
	all.postponed += r->traffic.postponed;
	all.wrong += r->traffic.wrong;
	all.interrupts += r->interrupts;
	all.merged += r->merged;
	all.differ += !r->same;
}

static WEFT_COLD void conclude(uint32_t good)
{
	uint32_t kept = per_mille(all.alone, all.together);
	uint64_t us = all.together / weft_cycles_in_us(1);

	printf("%u messages sent, %u received, one every %u us a core; "
	       "%u sweeps waited for a buffer\n",
	       (unsigned)all.sent, (unsigned)all.received,
	       (unsigned)(all.sent ? us / all.sent : 0),
	       (unsigned)all.postponed);
	printf("compute speed kept, by this board's clock: %u.%u %%\n"
	       "%u interrupts, into which %u more announcements merged\n",
	       (unsigned)(kept / 10), (unsigned)(kept % 10),
	       (unsigned)all.interrupts, (unsigned)all.merged);
	printf("%u wrong, %u computations disturbed\n", (unsigned)all.wrong,
	       (unsigned)all.differ);
	printf("%u of %u cores have every message of every other, once, in "
	       "order, whole\n",
	       (unsigned)good, (unsigned)weft_size());
}

WEFT_COLD bool report(const struct result *mine, uint32_t each)
{
	bool ok = is_good(mine, each);
	uint32_t slot, good = 0;

	if (weft_mpb_alloc(sizeof(*mine), &slot)) {
		weft_panic("no MPB space for the results");
	}
	weft_put(weft_at(weft_rank(), slot), mine, sizeof(*mine));
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0) {
		printf("rank   sent  received      KB  interr.   merged  "
		       "compute speed kept, %%\n");
		for (uint32_t rank = 0; rank < weft_size(); rank++) {
			struct result r;

			weft_get(&r, weft_at(rank, slot), sizeof(r));
			good += is_good(&r, each);
			show(rank, &r, is_good(&r, each));
			add(&r);
		}
		conclude(good);
		ok = good == weft_size();
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER); /* the results have been read */
	weft_mpb_free(slot);
	return ok;
}
