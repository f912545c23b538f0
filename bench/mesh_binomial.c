/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=24 o=table=B+mesh=6x4 args=65536 */
/* weft-bench: boards=scc-sim cores=256 o=table=B+mesh=16x16 args=1024 */
/* weft-bench: boards=scc-sim cores=1024 o=table=B+mesh=32x32 args=1024 */
/* Rows of mesh.c for the binomial tree of messages; the argument is the largest one. */
#include "mesh.h"

#include <weft/published/bcast.h>

static int binomial(size_t bytes)
{
	return weft_bcast_binomial(data, bytes, 0, WEFT_FOREVER);
}

int main(int argc, char **argv)
{
	static const uint32_t sizes[] = {28, 32 * LINE, 1 << 16};
	size_t most = argc > 1 ? strtoul(argv[1], NULL, 10) : sizes[1];

	bench_setup(argc, argv);
	mesh_memory(most);
	for (int i = 0; i < 3 && sizes[i] <= most; i++) {
		measure("binomial", binomial, sizes[i]);
	}
	return 0;
}
