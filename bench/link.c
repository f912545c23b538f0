/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim-chips cores=8 args=wire=clean */
/* weft-bench: boards=scc-sim-chips cores=8 args=wire=one_percent o=link=loss:1% */
/* weft-bench: boards=scc-sim-chips cores=96 args=wire=clean */
/* weft-bench: boards=scc-sim-chips cores=8 args=wire=slow o=link=mbps:4 */
/* weft-bench: boards=scc-sim-chips cores=8 args=wire=slow+slow o=link=mbps:4+links=2 */
/*
 * From chip to chip by the contract: a flag there and back, a word fetched, and puts in a row.
 * The link has 5 us of latency and a gigabyte a second unless -o link= says otherwise;
 * all else is what two doors do in their handlers.  A slow link has 4 MB/s; slow+slow are two
 * of them, used as one.
 *
 *  round_trip   a flag there and one back; between doors, and between cores that are none
 *  get          4 bytes of another chip's window
 *  bandwidth    1 KB puts in a row, and weft_quiet: megabytes a second
 *  resent       packets that went again, of the door of rank 0, in all of that
 */
#include <weft/weft.h>

#include "arch/arch.h"
#ifdef ARCH_LINKS
#include "arch/common/far/far_links.h"
#include "links/link.h"
#endif

#include "common.h"

enum {
	TIMES = 100,
	BYTES = 1024,
	PUTS = 64,
};

static uint32_t flag, area, me, half;

static uint64_t pong(uint32_t other, uint32_t *count)
{
	uint64_t began = weft_cycles();

	for (uint32_t i = 0; i < TIMES; i++) {
		++*count;
		if (me < half) {
			weft_flag_write(other, flag, *count);
		}
		weft_flag_wait(flag, *count, WEFT_FOREVER);
		if (me >= half) {
			weft_flag_write(other, flag, *count);
		}
	}
	return weft_cycles() - began;
}

/* Between this core of each chip. */
static void round_trip(const char *wire, const char *who, uint32_t core)
{
	static uint32_t count;
	uint32_t other = me < half ? me + half : me - half;
	bool plays = me == core || me == core + half;
	uint64_t took;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	took = bench_max(plays ? pong(other, &count) : 0);
	bench_row("link", "round_trip", "us", bench_ns(took) / TIMES,
		  "wire=%s,between=%s,cores=%u", wire, who,
		  (unsigned)weft_size());
}

static void get(const char *wire)
{
	uint64_t took = 0, began;
	uint32_t word;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == 1) {
		began = weft_cycles();
		for (uint32_t i = 0; i < TIMES; i++) {
			weft_get(&word, weft_at(half + 1, area), sizeof(word));
		}
		took = weft_cycles() - began;
	}
	took = bench_max(took);
	bench_row("link", "get", "us", bench_ns(took) / TIMES,
		  "wire=%s,bytes=4,cores=%u", wire, (unsigned)weft_size());
}

static void bandwidth(const char *wire)
{
	static uint8_t data[BYTES];
	uint64_t took = 0, began;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == 1) {
		began = weft_cycles();
		for (uint32_t i = 0; i < PUTS; i++) {
			weft_put(weft_at(half + 1, area), data, BYTES);
		}
		weft_quiet();
		took = weft_cycles() - began;
	}
	took = bench_max(took);
	bench_row("link", "bandwidth", "MB/s",
		  took ? (uint64_t)PUTS * BYTES * 1000000 / bench_ns(took) : 0,
		  "wire=%s,bytes=%u,cores=%u", wire, (unsigned)BYTES,
		  (unsigned)weft_size());
}

int main(int argc, char **argv)
{
	const char *wire;

	bench_setup(argc, argv);
	wire = bench_arg("wire", "clean");
	me = weft_rank();
	half = weft_size() / 2;
	if (weft_flags_alloc(1, &flag) || weft_mpb_alloc(BYTES, &area)) {
		return 1;
	}
	round_trip(wire, "doors", 0);
	round_trip(wire, "others", 1);
	get(wire);
	bandwidth(wire);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
#ifdef ARCH_LINKS
	bench_row("link", "resent", "packets",
		  far_links_counts()->resent * 1000ull, "wire=%s,cores=%u",
		  wire, (unsigned)weft_size());
#endif
	return 0;
}
