/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The loops of the OSU micro-benchmarks (osu_bcast, osu_allreduce, osu_reduce, osu_allgather,
 * osu_alltoall, osu_latency; Network-Based Computing Laboratory, Ohio State University): some calls
 * that do not count, then a timer around each call alone, and a barrier between two
 * calls, which no timer sees.  A row is the mean of all calls and of all processes.  So a
 * broadcast has no barrier behind it, and a root that leaves early is the faster.
 *
 * osu_latency is half of a turn of messages between rank 0 and the last one; of all
 * turns, there is one timer.  The OSU programs make 1000 calls up to 8 KB, and 100 above; here
 * there are fewer, as a row is a median of several runs.
 */
#ifndef BENCH_PEERS_OSU_H
#define BENCH_PEERS_OSU_H

#ifndef PEER_MOST
#define PEER_MOST (4u << 20) /* bytes of a call at most */
#endif

enum {
	OSU_LARGE = 8192, /* bytes; above, fewer calls are made */
	OSU_WIDE = 16,    /* processes; with more of them, no large sizes */
};

static void peer_allreduce(uint32_t bytes); /* sums of int32_t */
static void peer_reduce(uint32_t bytes);    /* to rank 0 */
static void peer_allgather(uint32_t bytes); /* of each block */
static void peer_alltoall(uint32_t bytes);
static void peer_send(uint32_t to, uint32_t bytes);
static void peer_receive(uint32_t from, uint32_t bytes);
static double peer_mean(double mine); /* of all, at rank 0 */

static uint32_t osu_calls(uint32_t bytes)
{
	uint32_t calls = bytes > OSU_LARGE ? 40 : 400;

	return peer_count() > 4 ? calls / 8 : calls;
}

static void osu_tell(const char *name, uint32_t bytes, double us)
{
	if (peer_rank() == 0) {
		printf("weft-row: peer\top=%s,bytes=%u\tlatency\t%.3f\tus\n",
		       name, (unsigned)bytes, us);
	}
}

static void osu_measure(const char *name, void (*op)(uint32_t), uint32_t bytes)
{
	uint32_t calls = osu_calls(bytes), skip = calls / 10;
	uint64_t sum = 0;

	if (peer_skips(name, bytes)) {
		return;
	}
	peer_barrier();
	for (uint32_t i = 0; i < calls + skip; i++) {
		uint64_t begin = peer_now();

		op(bytes);
		if (i >= skip) {
			sum += peer_now() - begin;
		}
		peer_barrier();
	}
	osu_tell(name, bytes, peer_mean((double)sum / (1000.0 * calls)));
}

static void osu_latency(uint32_t bytes)
{
	uint32_t calls = osu_calls(bytes), skip = calls / 10;
	uint32_t last = peer_count() - 1;
	uint64_t begin = 0;

	if (peer_skips("osu_latency", bytes)) {
		return;
	}
	peer_barrier();
	for (uint32_t i = 0; i < calls + skip; i++) {
		if (i == skip) {
			begin = peer_now();
		}
		if (peer_rank() == 0) {
			peer_send(last, bytes);
			peer_receive(last, bytes);
		} else if (peer_rank() == last) {
			peer_receive(0, bytes);
			peer_send(0, bytes);
		}
	}
	osu_tell("osu_latency", bytes,
		 (double)(peer_now() - begin) / (2000.0 * calls));
	peer_barrier();
}

static void osu_rows(void)
{
	uint32_t most = peer_count() > OSU_WIDE ? OSU_LARGE : PEER_MOST;

	for (uint32_t bytes = 4; bytes <= most; bytes *= 4) {
		osu_measure("osu_bcast", peer_bcast, bytes);
		osu_measure("osu_allreduce", peer_allreduce, bytes);
		osu_measure("osu_reduce", peer_reduce, bytes);
		if ((uint64_t)bytes * peer_count() <= PEER_MOST) {
			osu_measure("osu_allgather", peer_allgather, bytes);
			osu_measure("osu_alltoall", peer_alltoall, bytes);
		}
		osu_latency(bytes);
	}
}

#endif
