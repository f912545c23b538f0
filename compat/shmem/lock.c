/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Locks: the queue of J. Mellor-Crummey and M. Scott (1991), in a symmetric long.  Its
 * first half at the lock's home is the last in the queue, a PE's number and one.
 * Its second half at a PE is who comes after it, and a bit that says it is its turn; 0
 * while the PE has no place in the queue.
 */
#include "compat/shmem/shmem_own.h"

enum {
	TURN = 1 << 15,
	HALF = sizeof(uint16_t)
};

static int home_of(const long *lock)
{
	return (int)(agent_place(lock, "a lock") / 64 %
		     (uint32_t)shmem_n_pes());
}

static uint32_t change(uint16_t *at, int op, int value, int cond, int pe)
{
	return (uint32_t)shmemi_atomic(SHMEM_CTX_DEFAULT, at,
				       op | SHMEMI_FETCH | HALF,
				       (uint64_t)value, (uint64_t)cond, pe);
}

static void wait_for(uint16_t *mine, uint64_t least)
{
	shmemi_wait_until(mine, HALF, SHMEM_CMP_GE, least);
}

void shmem_set_lock(long *lock)
{
	uint16_t *half = (void *)lock;
	int me = shmem_my_pe() + 1;
	uint32_t before;

	before = change(&half[0], SHMEMI_SET, me, 0, home_of(lock));
	if (before != 0) {
		change(&half[1], SHMEMI_OR, me, 0, (int)before - 1);
		wait_for(&half[1], TURN);
		/* My turn; who comes after me may have said so already. */
		change(&half[1], SHMEMI_AND, TURN - 1, 0, me - 1);
	}
}

int shmem_test_lock(long *lock)
{
	uint16_t *half = (void *)lock;
	int me = shmem_my_pe() + 1;

	if (change(&half[0], SHMEMI_CSWAP | SHMEMI_COND, me, 0,
		   home_of(lock)) == 0) {
		return 0;
	}
	agent_relax(0);
	return 1;
}

void shmem_clear_lock(long *lock)
{
	uint16_t *half = (void *)lock;
	int me = shmem_my_pe() + 1;

	agent_quiet();
	if (half[1] == 0 && change(&half[0], SHMEMI_CSWAP | SHMEMI_COND, 0, me,
				   home_of(lock)) == (uint32_t)me) {
		return;
	}
	wait_for(&half[1], 1);
	change(&half[1], SHMEMI_OR, TURN, 0, half[1] - 1);
	half[1] = 0;
}
