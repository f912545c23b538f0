/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=24 o=table=B+mesh=6x4 args=most=65536 */
/* weft-bench: boards=scc-sim cores=256 o=table=B+mesh=16x16 args=most=65536 */
/* weft-bench: boards=scc-sim cores=1024 o=table=B+mesh=32x32 args=most=65536 */
/*
 * How the gain over OC-Bcast grows with the mesh, one core a tile: from the root's call until
 * the last core returns, all cores in the call when the root enters it.  The binomial
 * tree is in another image (mesh_binomial.c): messages take words of every core, at 1024
 * half of an MPB, and what is left are chunk buffers.
 *
 * most= is the largest message, in bytes; bytes= the only one, algo= the only broadcast.
 * 4096 cores take minutes, so these are not run with the others: -o mesh=64x64.
 */
#include <weft/published/bcast.h>

#include "mesh.h"

enum {
	DEGREE = 7
};

static int chosen(size_t bytes)
{
	return weft_bcast(data, bytes, 0, WEFT_WORLD, WEFT_FOREVER);
}

static int ocbcast(size_t bytes)
{
	return weft_bcast_ocbcast(data, bytes, 0, DEGREE, WEFT_FOREVER);
}

static void measure_all(uint32_t bytes)
{
	const char *only = bench_arg("algo", "");

	if (strcmp(only, "ocbcast") != 0) {
		measure("auto", chosen, bytes);
	}
	if (strcmp(only, "auto") != 0) {
		measure("ocbcast", ocbcast, bytes);
	}
}

int main(int argc, char **argv)
{
	static const uint32_t sizes[] = {28, 32 * LINE, 1 << 16, 1 << 20};
	uint32_t only;
	size_t most;
	uint8_t *first;

	bench_setup(argc, argv);
	only = (uint32_t)strtoul(bench_arg("bytes", "0"), NULL, 10);
	most = strtoul(bench_arg("most", "65536"), NULL, 10);
	mesh_memory(only ? only : most);
	if (only) {
		measure_all(only);
		return 0;
	}
	first = data;
	for (int i = 0; i < 4 && sizes[i] <= most; i++) {
		measure_all(sizes[i]);
		data = first;
	}
	return 0;
}
