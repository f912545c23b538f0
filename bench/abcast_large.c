/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1024 o=mesh=32x32 */
/*
 * Asynchronous broadcast in a large run, one core a tile: from the root's call until the
 * last core's handler has had the last chunk.  The others wait in a barrier.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "common.h"

enum {
	LINE = 32,
	CALLS = 3,
};

static volatile uint64_t last;

static void on_chunk(const struct weft_chunk *c, void *arg)
{
	(void)arg;
	if (c->offset + c->bytes == c->total) {
		last = weft_cycles();
	}
}

static uint64_t once(const uint8_t *data, size_t bytes)
{
	struct weft_request request;
	uint64_t start = 0;

	last = 0;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0) {
		bench_idle(20); /* the others are in the next barrier */
		start = weft_cycles();
		if (weft_abcast_start(data, bytes, &request) ||
		    weft_wait(&request, WEFT_COMPLETE, WEFT_FOREVER)) {
			weft_panic("a broadcast failed");
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	last = bench_max(last);
	return weft_rank() == 0 ? bench_ns(last - start) : 0;
}

int main(int argc, char **argv)
{
	static const uint32_t lines[] = {1, 32, 128, 2048};
	uint8_t *data;

	bench_setup(argc, argv);
	data = malloc((size_t)(CALLS + 1) * lines[3] * LINE);
	if (!data || weft_abcast_on_chunk(on_chunk, NULL, WEFT_IN_HANDLER)) {
		weft_panic("set-up failed");
	}
	for (uint32_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		size_t bytes = (size_t)lines[i] * LINE;
		uint64_t sum = 0;

		for (uint32_t j = 0; j <= CALLS;
		     j++) { /* the first is dropped */
			uint64_t ns = once(data + j * bytes, bytes);

			sum += j == 0 ? 0 : ns;
		}
		bench_row("abcast", "latency", "us", sum / CALLS,
			  "table=B,via=direct,k=8,cores=%u,lines=%u,sources=1",
			  (unsigned)weft_size(), (unsigned)lines[i]);
	}
	return 0;
}
