/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The same by MPI: one-sided, in one epoch of passive target, each call followed by
 * MPI_Win_flush.  Who waits for a flag looks at its own window, as fast as MPI allows:
 * MPI_Win_sync, and progress, which puts of other nodes need, between looks.
 */
#include <mpi.h>
#include <time.h>

#define PEER_COLLECTIVES
#include "bench/peers/driver.h"

enum {
	SPINS = 32, /* looks between two calls for progress, within a node */
};

static MPI_Win win;
static uint8_t *window; /* the flag, then the area */
static uint8_t data[PEER_MOST] __attribute__((aligned(64)));
static uint8_t result[PEER_MOST] __attribute__((aligned(64)));
static int me, all;

enum {
	AREA_AT = 64
};

static uint64_t peer_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static uint32_t peer_rank(void)
{
	return (uint32_t)me;
}

static uint32_t peer_count(void)
{
	return (uint32_t)all;
}

static void peer_put(uint32_t to, uint32_t bytes)
{
	MPI_Put(data, (int)bytes, MPI_BYTE, (int)to, AREA_AT, (int)bytes,
		MPI_BYTE, win);
	MPI_Win_flush((int)to, win);
}

static void peer_get(uint32_t from, uint32_t bytes)
{
	MPI_Get(data, (int)bytes, MPI_BYTE, (int)from, AREA_AT, (int)bytes,
		MPI_BYTE, win);
	MPI_Win_flush((int)from, win);
}

static void peer_flag_write(uint32_t to, uint32_t value)
{
	MPI_Put(&value, 1, MPI_UINT32_T, (int)to, 0, 1, MPI_UINT32_T, win);
	MPI_Win_flush((int)to, win);
}

static void peer_flag_wait(uint32_t value)
{
	volatile uint32_t *flag = (void *)window;

	for (uint32_t looks = 1; *flag != value; looks++) {
		MPI_Win_sync(win);
		if (looks % SPINS == 0) {
			int come;

			MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &come,
				   MPI_STATUS_IGNORE);
		}
	}
}

static void peer_barrier(void)
{
	MPI_Barrier(MPI_COMM_WORLD);
}

static void peer_bcast(uint32_t bytes)
{
	MPI_Bcast(data, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void peer_allreduce(uint32_t bytes)
{
	MPI_Allreduce(data, result, (int)(bytes / sizeof(int32_t)), MPI_INT32_T,
		      MPI_SUM, MPI_COMM_WORLD);
}

static void peer_reduce(uint32_t bytes)
{
	MPI_Reduce(data, result, (int)(bytes / sizeof(int32_t)), MPI_INT32_T,
		   MPI_SUM, 0, MPI_COMM_WORLD);
}

static void peer_allgather(uint32_t bytes)
{
	MPI_Allgather(data, (int)bytes, MPI_BYTE, result, (int)bytes, MPI_BYTE,
		      MPI_COMM_WORLD);
}

static void peer_alltoall(uint32_t bytes)
{
	MPI_Alltoall(data, (int)bytes, MPI_BYTE, result, (int)bytes, MPI_BYTE,
		     MPI_COMM_WORLD);
}

static void peer_send(uint32_t to, uint32_t bytes)
{
	MPI_Send(data, (int)bytes, MPI_BYTE, (int)to, 1, MPI_COMM_WORLD);
}

static void peer_receive(uint32_t from, uint32_t bytes)
{
	MPI_Recv(result, (int)bytes, MPI_BYTE, (int)from, 1, MPI_COMM_WORLD,
		 MPI_STATUS_IGNORE);
}

static double peer_mean(double mine)
{
	double sum = 0;

	MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
	return sum / all;
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &all);
	MPI_Win_allocate(AREA_AT + PEER_AREA, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
			 &window, &win);
	*(uint32_t *)(void *)window = 0;
	peer_fill(window + AREA_AT, PEER_AREA);
	peer_fill(data, sizeof(data));
	peer_fill(result, sizeof(result));
	MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
	MPI_Barrier(MPI_COMM_WORLD);
	peer_main(argc, argv);
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
