/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Synchronisation of a set: all tell its first PE, in sync[0], and it tells all, in
 * sync[1].  Who has been told resets its word before it can be told again, since the first
 * PE waits for it before that.
 */
#include "compat/shmem/shmem_own.h"

static void add_one(long *word, int pe)
{
	shmemi_atomic(SHMEM_CTX_DEFAULT, word, SHMEMI_ADD | (int)sizeof(long),
		      1, 0, pe);
}

static void take(long *word, long value)
{
	shmemi_wait_until(word, (int)sizeof(long) | SHMEMI_SIGNED, SHMEM_CMP_EQ,
			  (uint64_t)(int64_t)value);
	*word = 0;
}

void set_sync(const struct set *set)
{
	if (set->me != 0) {
		add_one(&set->sync[0], set->first);
		take(&set->sync[1], 1);
		return;
	}
	take(&set->sync[0], set->size - 1);
	for (int i = 1; i < set->size; i++) {
		add_one(&set->sync[1], set_pe(set, i));
	}
}

void set_finish(const struct set *set)
{
	agent_quiet();
	set_sync(set);
}

void set_put(const struct set *set, void *to, const void *from, size_t bytes,
	     int but)
{
	for (int i = 0; i < set->size; i++) {
		if (i != but) {
			shmem_putmem(to, from, bytes, set_pe(set, i));
		}
	}
}

struct set set_active(int first, int log, int size, long *sync)
{
	struct set set = {first, 1 << log, size, -1, sync};
	int away = shmem_my_pe() - first;

	if (away >= 0 && away % set.stride == 0 && away / set.stride < size) {
		set.me = away / set.stride;
	} else {
		own_panic("a collective call", "this PE is not in the set");
	}
	return set;
}

void shmem_sync(int first, int log, int size, long *sync)
{
	struct set set = set_active(first, log, size, sync);

	set_sync(&set);
}

void shmem_barrier(int first, int log, int size, long *sync)
{
	struct set set = set_active(first, log, size, sync);

	set_finish(&set);
}
