/* SPDX-License-Identifier: Apache-2.0 */
/*
 * weft beside MPI and OpenSHMEM: bench/peers/rows.py runs it, and them.  In several nodes
 * also, as algo=flat, a barrier and a broadcast that know nothing of nodes.
 */
#include <weft/published/barrier.h>
#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "arch/nodes.h"
#include "common.h"
#define PEER_COLLECTIVES
#if !defined(ARCH_CHUNK_SHIFT) || !ARCH_NODES
#define PEER_MOST PEER_AREA /* small windows, and little memory beside them */
#endif
#include "peers/driver.h"

WEFT_MPB_HEAP(PEER_AREA + 512);

static uint32_t area, flag;
static uint8_t data[PEER_MOST] __attribute__((aligned(64)));
static uint8_t result[PEER_MOST] __attribute__((aligned(64)));

static void must(int status)
{
	if (status) {
		weft_panic(weft_strerror(status));
	}
}

static uint64_t peer_now(void)
{
	return bench_ns(weft_cycles());
}

static uint32_t peer_rank(void)
{
	return weft_rank();
}

static uint32_t peer_count(void)
{
	return weft_size();
}

static void peer_put(uint32_t to, uint32_t bytes)
{
	must(weft_put(weft_at(to, area), data, bytes));
	weft_quiet();
}

static void peer_get(uint32_t from, uint32_t bytes)
{
	must(weft_get(data, weft_at(from, area), bytes));
}

static void peer_flag_write(uint32_t to, uint32_t value)
{
	must(weft_flag_write(to, flag, value));
}

static void peer_flag_wait(uint32_t value)
{
	must(weft_flag_wait(flag, value, WEFT_FOREVER));
}

static void peer_barrier(void)
{
	must(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
}

static void peer_bcast(uint32_t bytes)
{
	must(weft_bcast(data, bytes, 0, WEFT_WORLD, WEFT_FOREVER));
}

static void peer_allreduce(uint32_t bytes)
{
	must(weft_allreduce(data, result, bytes / sizeof(int32_t),
			    &weft_sum_int32, WEFT_WORLD, WEFT_FOREVER));
}

static void peer_reduce(uint32_t bytes)
{
	must(weft_reduce(data, result, bytes / sizeof(int32_t), &weft_sum_int32,
			 0, WEFT_WORLD, WEFT_FOREVER));
}

static void peer_allgather(uint32_t bytes)
{
	must(weft_allgather(data, result, bytes, WEFT_WORLD, WEFT_FOREVER));
}

static void peer_alltoall(uint32_t bytes)
{
	must(weft_alltoall(data, result, bytes, WEFT_WORLD, WEFT_FOREVER));
}

static void peer_send(uint32_t to, uint32_t bytes)
{
	must(weft_send(data, bytes, to, WEFT_FOREVER));
}

static void peer_receive(uint32_t from, uint32_t bytes)
{
	must(weft_recv(result, bytes, from, WEFT_FOREVER));
}

static double peer_mean(double mine)
{
	double sum = 0;

	must(weft_reduce(&mine, &sum, 1, &weft_sum_double, 0, WEFT_WORLD,
			 WEFT_FOREVER));
	return sum / weft_size();
}

static void flat_barrier(uint32_t unused)
{
	(void)unused;
	must(weft_barrier_dissemination(WEFT_FOREVER));
}

static void flat_bcast(uint32_t bytes)
{
	uint32_t most = weft_bcast_max_degree();

	must(weft_bcast_ocbcast(data, bytes, 0, most < 7 ? most : 7,
				WEFT_FOREVER));
	flat_barrier(0);
}

static void flat_rows(void)
{
	peer_measure("barrier,algo=flat", flat_barrier, 0, 1);
	peer_measure("bcast,algo=flat", flat_bcast, 8, 1);
	peer_measure("bcast,algo=flat", flat_bcast, PEER_AREA, 1);
	peer_barrier();
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	peer_fill(data, sizeof(data));
	peer_fill(result, sizeof(result));
	must(weft_mpb_alloc(PEER_AREA, &area));
	must(weft_flags_alloc(1, &flag));
	peer_main(argc, argv);
	if (arch_nodes() > 1) {
		flat_rows();
	}
	return 0;
}
