/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives as programs call them: of teams, and of the old active sets. */
#include "compat/shmem/shmem_own.h"

int shmemi_collect(shmem_team_t team, void *to, const void *from, size_t bytes,
		   int differ)
{
	struct set set = set_of_team(team);

	set_collect(&set, to, from, bytes, differ);
	return 0;
}

int shmemi_alltoalls(shmem_team_t team, void *to, const void *from,
		     ptrdiff_t to_stride, ptrdiff_t from_stride, size_t n,
		     size_t size)
{
	struct set set = set_of_team(team);

	set_alltoall(&set, to, from, to_stride, from_stride, n, size);
	return 0;
}

void shmemi_old_broadcast(void *to, const void *from, size_t bytes, int root,
			  int first, int log, int size, long *sync)
{
	struct set set = set_active(first, log, size, sync);

	set_bcast(&set, to, from, bytes, root, false);
}

void shmemi_old_collect(void *to, const void *from, size_t bytes, int differ,
			int first, int log, int size, long *sync)
{
	struct set set = set_active(first, log, size, sync);

	set_collect(&set, to, from, bytes, differ);
}

void shmemi_old_alltoalls(void *to, const void *from, ptrdiff_t to_stride,
			  ptrdiff_t from_stride, size_t n, size_t bytes,
			  int first, int log, int size, long *sync)
{
	struct set set = set_active(first, log, size, sync);

	set_alltoall(&set, to, from, to_stride, from_stride, n, bytes);
}
