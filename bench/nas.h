/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels of the NAS Parallel Benchmarks by BSPlib and by messages that are sent and received
 * (weft/sendrecv.h), as S. Donaldson's thesis sets BSPlib beside an MPI (Oxford 1999, tables
 * 6.4 and 6.5).  What is computed is the same code; what differs is how data get to other
 * processes.
 *
 *   rate           runs in a second
 *   communication  the time of a run in which data go to others or are waited for, the
 *                  largest of all processes
 */
#ifndef BENCH_NAS_H
#define BENCH_NAS_H

#include <stdlib.h>
#include <string.h>

#include <bsp.h>
#include <weft/weft.h>

#include "arch/arch.h"
#ifdef ARCH_LINKS /* a board of several chips */
#include "arch/common/far/far_links.h"
#include "links/link.h"
#endif

#include "common.h"

static bool nas_messages;   /* else by BSPlib */
static uint64_t nas_cycles; /* of communication */

static inline void nas_need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

/* Both send and receive, the lower one first. */
static inline void nas_swap(uint32_t with, const void *out, size_t out_bytes,
			    void *in, size_t in_bytes)
{
	bool first = weft_rank() < with;

	if (first && out_bytes) {
		nas_need(weft_send(out, out_bytes, with, WEFT_FOREVER));
	}
	if (in_bytes) {
		nas_need(weft_recv(in, in_bytes, with, WEFT_FOREVER));
	}
	if (!first && out_bytes) {
		nas_need(weft_send(out, out_bytes, with, WEFT_FOREVER));
	}
}

/*
 * What rank 0's link carried, in % of the packets of data that came, since
 * nas_traffic_begin.
 */
#ifdef ARCH_LINKS
static struct link_counts nas_before;

static inline void nas_traffic_row(const char *kernel, const char *metric,
				   uint32_t count)
{
	uint32_t came = far_links_counts()->came - nas_before.came;

	bench_row("link", metric, "%", count * 100000ull / (came + !came),
		  "traffic=%s,wire=nic", kernel);
}

static inline void nas_traffic(const char *kernel)
{
	const struct link_counts *c = far_links_counts();

	nas_traffic_row(kernel, "explicit_acks", c->acks - nas_before.acks);
	nas_traffic_row(kernel, "implicit_acks",
			c->implied - nas_before.implied);
	nas_traffic_row(kernel, "dropped", c->dropped - nas_before.dropped);
}

static inline void nas_traffic_begin(void)
{
	nas_before = *far_links_counts();
}
#else
static inline void nas_traffic(const char *kernel)
{
	(void)kernel;
}

static inline void nas_traffic_begin(void)
{
}
#endif

static inline void nas_rows(const char *kernel, void (*run)(void))
{
	uint64_t enter, leave;

	nas_traffic_begin();
	for (uint32_t i = 0; i < 2; i++) {
		if (i > 0) {
			nas_traffic(kernel);
		}
		nas_messages = i > 0;
		run(); /* so that all paths are warm */
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		nas_cycles = 0;
		enter = weft_cycles();
		run();
		leave = bench_max(weft_cycles());
		enter = bench_max(enter);
		bench_row("nas", "rate", "1/s",
			  UINT64_C(1000000000000) /
				  (bench_ns(leave - enter) + 1),
			  "table=%s,kernel=%s,by=%s,cores=%u",
			  bench_arg("table", "B"), kernel,
			  nas_messages ? "mpi" : "bsp", (unsigned)weft_size());
		bench_row("nas", "communication", "us",
			  bench_ns(bench_max(nas_cycles)),
			  "table=%s,kernel=%s,by=%s,cores=%u",
			  bench_arg("table", "B"), kernel,
			  nas_messages ? "mpi" : "bsp", (unsigned)weft_size());
	}
}

#endif
