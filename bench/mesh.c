/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=24 o=table=B+mesh=6x4 args=most=65536 */
/* weft-bench: boards=scc-sim cores=256 o=table=B+mesh=16x16 args=most=65536 */
/* weft-bench: boards=scc-sim cores=1024 o=table=B+mesh=32x32 args=most=65536 */
/*
 * How the gain over OC-Bcast and a binomial tree grows with the mesh, one core a
 * tile: from the root's call until the last core returns, all cores in the call
 * when the root enters it.  most= is the largest message, in bytes.  4096 cores take
 * ten minutes, so these are not run with the others: -o mesh=64x64.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "common.h"

enum {
	LINE = 32,
	DEGREE = 7,
	ROOM = 10, /* places of the largest size, for all its broadcasts */
	/* The most cores for messages, see weft/sendrecv.h; for long ones it takes long. */
	BINOMIAL = 1024,
	LONG_BINOMIAL = 64,
};

static uint8_t *data;

static int chosen(size_t bytes)
{
	return weft_bcast(data, bytes, 0, WEFT_FOREVER);
}

static int ocbcast(size_t bytes)
{
	return weft_bcast_ocbcast(data, bytes, 0, DEGREE, WEFT_FOREVER);
}

static int binomial(size_t bytes)
{
	return weft_bcast_binomial(data, bytes, 0, WEFT_FOREVER);
}

/* A fresh place each time, of memory that no cache has yet. */
static uint64_t once(int (*bcast)(size_t bytes), size_t bytes)
{
	uint64_t start;

	data += bytes < LINE ? LINE : bytes;
	weft_barrier(WEFT_FOREVER);
	if (weft_rank() == 0) {
		bench_idle(20);
	}
	start = weft_cycles();
	if (bcast(bytes)) {
		weft_panic("the broadcast failed");
	}
	start = bench_max(weft_cycles()) - start;
	return weft_rank() == 0 ? bench_ns(start) : 0;
}

static void measure(const char *name, int (*bcast)(size_t bytes), size_t bytes)
{
	uint32_t shift = weft_size() > 1024 ? 0 : bytes < LINE ? 3 : 1;
	uint64_t sum = 0;

	once(bcast, bytes);
	for (uint32_t i = 0; i < 1u << shift; i++) {
		sum += once(bcast, bytes);
	}
	bench_row("mesh", "latency", "us", sum >> shift,
		  "table=B,cores=%u,algo=%s,bytes=%u", (unsigned)weft_size(),
		  name, (unsigned)bytes);
}

int main(int argc, char **argv)
{
	static const uint32_t sizes[] = {28, 32 * LINE, 1 << 16, 1 << 20};
	size_t most;

	bench_setup(argc, argv);
	most = strtoul(bench_arg("most", "65536"), NULL, 10);
	data = malloc(ROOM * most + (1 << 14));
	if (!data) {
		weft_panic("no memory");
	}
	for (int i = 0; i < 4 && sizes[i] <= most; i++) {
		uint8_t *first = data;

		measure("auto", chosen, sizes[i]);
		measure("ocbcast", ocbcast, sizes[i]);
		if (weft_size() <=
		    (sizes[i] > 1024 ? LONG_BINOMIAL : BINOMIAL)) {
			measure("binomial", binomial, sizes[i]);
		}
		data = first;
	}
	return 0;
}
