/* SPDX-License-Identifier: Apache-2.0 */
/* What benches of broadcasts on larger meshes share: mesh.c, mesh_binomial.c. */
#ifndef BENCH_MESH_H
#define BENCH_MESH_H

#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "common.h"

enum {
	LINE = 32,
	ROOM = 10, /* places of the largest size, for all its broadcasts */
};

typedef int mesh_bcast(size_t bytes);

static uint8_t *data;

/* A fresh place each time, of memory that no cache has yet. */
static inline uint64_t once(mesh_bcast *bcast, size_t bytes)
{
	uint64_t start;

	data += bytes < LINE ? LINE : bytes;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
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

static inline void measure(const char *name, mesh_bcast *bcast, size_t bytes)
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

/* Each part of a message that begins within a line writes one line more. */
static inline void mesh_memory(size_t most)
{
	data = aligned_alloc(LINE, ROOM * most + (1 << 14));
	if (!data) {
		weft_panic("no memory");
	}
}

#endif
