/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=2,48 */
/* weft-bench: boards=mpi cores=2 */
/*
 * OpenSHMEM's calls beside the call of weft that is below each: a put to a variable beside
 * Active Messages' put or a put into the MPB, and barrier, broadcast and reduction beside
 * weft's.  Mean of some calls one after another at the first PE, after some; collectives
 * until the last PE has returned.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include <shmem.h>

#include "common.h"

enum {
	CALLS = 20,
	MOST = 65536
};

static char target[MOST], source[MOST];
static int64_t sums[64], parts[64];
static uint32_t place; /* in the MPB */
static uint32_t me, next;

static void nothing(size_t bytes)
{
	(void)bytes;
}

static void put(size_t bytes)
{
	shmem_putmem(target, source, bytes, (int)next);
	shmem_quiet();
}

static void weft_put_quiet(size_t bytes)
{
	weft_put(weft_at(next, place), source, bytes);
	weft_quiet();
}

/* Without quiet beside one message that a handler copies from. */
static void put_only(size_t bytes)
{
	shmem_putmem(target, source, bytes, (int)next);
}

static struct weft_am_target am_next;

static void stores(struct weft_am_message *m)
{
	memcpy(target, &m->word[2], m->word[1]);
}

static void am_put(size_t bytes)
{
	uint32_t words[8] = {0, (uint32_t)bytes};

	memcpy(&words[2], source, bytes);
	weft_am_request_to(&am_next, 1, words, 2 + (uint32_t)(bytes + 3) / 4,
			   WEFT_FOREVER);
}

static void am_begin(void)
{
	static weft_am_handler *const handlers[] = {NULL, stores};
	static const struct weft_am_endpoint endpoint = {
		.tag = 1, .handler = handlers, .handlers = 2};
	struct weft_am_dest to = {next, 5, 1, 5};

	if (weft_am_aim(&am_next, &to) || weft_am_open(5, &endpoint)) {
		weft_panic("no endpoint");
	}
}

static void barrier(size_t bytes)
{
	(void)bytes;
	shmem_barrier_all();
}

static void weft_meet(size_t bytes)
{
	(void)bytes;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

static void bcast(size_t bytes)
{
	shmem_broadcastmem(SHMEM_TEAM_WORLD, target, source, bytes, 0);
}

static void weft_tell(size_t bytes)
{
	weft_bcast(source, bytes, 0, WEFT_WORLD, WEFT_FOREVER);
}

static void reduce(size_t bytes)
{
	shmem_int64_sum_reduce(SHMEM_TEAM_WORLD, sums, parts,
			       bytes / sizeof(*sums));
}

static void weft_sum(size_t bytes)
{
	weft_allreduce(parts, sums, bytes / sizeof(*sums), &weft_sum_int64,
		       WEFT_WORLD, WEFT_FOREVER);
}

static uint64_t mean(void (*call)(size_t), size_t bytes, bool all)
{
	uint64_t start, end;

	for (int i = 0; i < 3; i++) {
		if (all || me == 0) {
			call(bytes);
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	for (int i = 0; i < CALLS; i++) {
		(all || me == 0 ? call : nothing)(bytes);
	}
	end = weft_cycles();
	return bench_ns((all ? bench_max(end - start) : end - start)) / CALLS;
}

static void measure(const char *name, void (*ours)(size_t),
		    void (*below)(size_t), size_t bytes, bool all)
{
	uint64_t a = mean(below, bytes, all), b = mean(ours, bytes, all);

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	bench_row("shmem", "latency", "us", a, "call=weft_%s,bytes=%u,cores=%u",
		  name, (unsigned)bytes, (unsigned)weft_size());
	bench_row("shmem", "latency", "us", b, "call=shmem_%s,bytes=%u,cores=%u",
		  name, (unsigned)bytes, (unsigned)weft_size());
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	shmem_init();
	me = weft_rank();
	next = weft_size() > 1;
	if (weft_mpb_alloc(256, &place)) {
		weft_panic("no MPB");
	}
	measure("barrier", barrier, weft_meet, 0, true);
	measure("bcast", bcast, weft_tell, 8, true);
	measure("bcast", bcast, weft_tell, 3072, true);
	measure("bcast", bcast, weft_tell, MOST, true);
	measure("reduce", reduce, weft_sum, 8, true);
	measure("reduce", reduce, weft_sum, 512, true);
	am_begin();
	measure("message", put_only, am_put, 8, false);
	measure("message", put_only, am_put, 24, false);
	measure("put_quiet", put, weft_put_quiet, 8, false);
	measure("put_quiet", put, weft_put_quiet, 256, false);
	shmem_finalize();
	return 0;
}
