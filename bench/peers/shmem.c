/* SPDX-License-Identifier: Apache-2.0 */
/* The same by OpenSHMEM. */
#include <shmem.h>
#include <time.h>

#include "bench/peers/driver.h"

static uint8_t *area, *source, *target;
static uint32_t *flag;

static uint64_t peer_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static uint32_t peer_rank(void)
{
	return (uint32_t)shmem_my_pe();
}

static uint32_t peer_count(void)
{
	return (uint32_t)shmem_n_pes();
}

static void peer_put(uint32_t to, uint32_t bytes)
{
	shmem_putmem(area, source, bytes, (int)to);
	shmem_quiet();
}

static void peer_get(uint32_t from, uint32_t bytes)
{
	shmem_getmem(target, area, bytes, (int)from);
}

static void peer_flag_write(uint32_t to, uint32_t value)
{
	shmem_uint32_p(flag, value, (int)to);
	shmem_quiet();
}

static void peer_flag_wait(uint32_t value)
{
	shmem_uint32_wait_until(flag, SHMEM_CMP_EQ, value);
}

static void peer_barrier(void)
{
	shmem_barrier_all();
}

static void peer_bcast(uint32_t bytes)
{
	static long sync[SHMEM_BCAST_SYNC_SIZE];
	static int ready;

	if (!ready) {
		for (int i = 0; i < SHMEM_BCAST_SYNC_SIZE; i++) {
			sync[i] = SHMEM_SYNC_VALUE;
		}
		ready = 1;
		shmem_barrier_all();
	}
	shmem_broadcast64(target, source, bytes / 8, 0, 0, 0, (int)peer_count(),
			  sync);
}

int main(int argc, char **argv)
{
	shmem_init();
	area = shmem_align(64, PEER_AREA);
	source = shmem_align(64, PEER_AREA);
	target = shmem_align(64, PEER_AREA);
	peer_fill(area, PEER_AREA);
	peer_fill(source, PEER_AREA);
	peer_fill(target, PEER_AREA);
	flag = shmem_calloc(1, sizeof(*flag));
	shmem_barrier_all();
	peer_main(argc, argv);
	shmem_global_exit(0);
	return 0;
}
