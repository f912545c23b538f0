/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Broadcasts, collects and all-to-alls: weft's, where all PEs take part; else whoever
 * has data puts them, and the set synchronises.
 */
#include <string.h>

#include <weft/bcast.h>
#include <weft/gather.h>

#include "compat/shmem/shmem_own.h"

/* The root's own copy is made when the others have what they wait for. */
static inline void all_bcast(void *to, const void *from, size_t bytes, int root,
			     bool at_root)
{
	bool mine = own.me == (uint32_t)root;

	own_check(weft_bcast(mine ? (void *)(uintptr_t)from : to, bytes,
			     (weft_rank_t)root, WEFT_WORLD, WEFT_FOREVER),
		  "a broadcast");
	if (mine && at_root && to != from) {
		bytes == 8 ? __builtin_memcpy(to, from, 8)
			   : memmove(to, from, bytes);
	}
}

void set_bcast(const struct set *set, void *to, const void *from, size_t bytes,
	       int root, bool at_root)
{
	bool mine = set->me == root;

	if (set_is_all(set)) {
		all_bcast(to, from, bytes, root, at_root);
		return;
	}
	if (mine && at_root) {
		memmove(to, from, bytes);
	}
	if (mine) {
		set_put(set, to, from, bytes, root);
	}
	set_finish(set);
}

int shmemi_broadcast(shmem_team_t team, void *to, const void *from,
		     size_t bytes, int root)
{
	struct set set;

	if (team == SHMEM_TEAM_WORLD) {
		all_bcast(to, from, bytes, root, true);
		return 0;
	}
	set = set_of_team(team);
	set_bcast(&set, to, from, bytes, root, true);
	return 0;
}

/* How many bytes each has.  The array is of this PE alone. */
static size_t *sizes_of(const struct set *set, size_t bytes)
{
	static size_t here;
	size_t *sizes = malloc((size_t)set->size * 2 * sizeof(*sizes));

	if (!sizes) {
		own_panic("shmem_collect", "no memory");
	}
	if (set_is_all(set)) {
		own_check(weft_allgather(&bytes, sizes, sizeof(bytes),
					 WEFT_WORLD, WEFT_FOREVER),
			  "shmem_collect");
		return sizes;
	}
	here = bytes;
	set_sync(set);
	for (int i = 0; i < set->size; i++) {
		shmem_getmem(&sizes[i], &here, sizeof(here), set_pe(set, i));
	}
	return sizes;
}

void set_collect(const struct set *set, void *to, const void *from,
		 size_t bytes, bool differ)
{
	size_t *sizes, *at, sum = 0;

	if (!differ && set_is_all(set)) {
		own_check(weft_allgather(from, to, bytes, WEFT_WORLD,
					 WEFT_FOREVER),
			  "shmem_fcollect");
		return;
	}
	if (!differ) {
		set_put(set, (char *)to + (size_t)set->me * bytes, from, bytes,
			-1);
		set_finish(set);
		return;
	}
	sizes = sizes_of(set, bytes);
	at = sizes + set->size;
	for (int i = 0; i < set->size; i++) {
		at[i] = sum;
		sum += sizes[i];
	}
	if (set_is_all(set)) {
		own_check(weft_allgatherv(from, bytes, to, sizes, at,
					  WEFT_WORLD, WEFT_FOREVER),
			  "shmem_collect");
	} else {
		set_put(set, (char *)to + at[set->me], from, bytes, -1);
		set_finish(set);
	}
	free(sizes);
}

void set_alltoall(const struct set *set, void *to, const void *from,
		  ptrdiff_t to_stride, ptrdiff_t from_stride, size_t n,
		  size_t size)
{
	ptrdiff_t to_block = to_stride * (ptrdiff_t)(n * size);
	ptrdiff_t from_block = from_stride * (ptrdiff_t)(n * size);

	if (to_stride == 1 && from_stride == 1 && set_is_all(set)) {
		own_check(weft_alltoall(from, to, n * size, WEFT_WORLD,
					WEFT_FOREVER),
			  "shmem_alltoall");
		return;
	}
	for (int i = 0; i < set->size; i++) {
		/* Each begins with the one behind it, so that not all go to one. */
		int j = (set->me + 1 + i) % set->size;

		shmemi_iput(SHMEM_CTX_DEFAULT, (char *)to + set->me * to_block,
			    (const char *)from + j * from_block, to_stride,
			    from_stride, n, size, set_pe(set, j));
	}
	set_finish(set);
}
