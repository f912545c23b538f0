/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim,mpi,scc-qemu cores=1,2,3 time-out=100 */
/*
 * PEs that have not the same memory left when OpenSHMEM begins: the symmetric heap is of one
 * size on all, that of the PE that has least.
 */
#include <stdlib.h>

#include "tests/target/tap.h"

#include <shmem.h>

enum {
	PIECE = 1 << 16
};

/* The most that malloc gives, less a rest that is enough to begin. */
static void take_most(void)
{
	size_t bytes = (size_t)1 << 30, rest = 3 << 20;
	char *all = NULL;

	while (!all && bytes > rest) {
		all = malloc(bytes);
		if (!all) {
			bytes -= bytes / 8;
		}
	}
	free(all);
	if (bytes > rest && !malloc(bytes - rest)) {
		abort();
	}
}

int main(void)
{
	static long mine, least, most;

	tap_begin();
	if (shmem_n_pes() > 1 && shmem_my_pe() == shmem_n_pes() - 1) {
		take_most();
	}
	shmem_init();
	while (shmem_malloc(PIECE)) {
		mine++;
	}
	shmem_long_min_reduce(SHMEM_TEAM_WORLD, &least, &mine, 1);
	shmem_long_max_reduce(SHMEM_TEAM_WORLD, &most, &mine, 1);
	tap_ok(least == most && mine == least && least > 0,
	       "the heap has as many pieces on all PEs");
	shmem_finalize();
	return tap_end();
}
