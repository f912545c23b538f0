/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the loader (host/gpu) lays into the GPU's memory, and what both sides write there.
 *
 * The kernel has one argument, the device address of a struct gpu_run.  Windows and
 * cells are zero when it starts.  struct gpu_console lies in the host's memory, which the
 * GPU reaches by ld and st of scope .sys.
 */
#ifndef GPU_LAYOUT_H
#define GPU_LAYOUT_H

#include <stdint.h>

#define GPU_LAYOUT       0x47500002
#define GPU_CORES_MOST   256
#define GPU_RING_BYTES   65536u
#define GPU_WINDOW_SHIFT 18

/* Of each core, on a line of L2 of its own each. */
struct gpu_cell {
	uint32_t bell, pad0[31];
	uint32_t taken, pad1[31]; /* the test-and-set register */
};

struct gpu_run {
	uint32_t layout, count;
	uint64_t record;         /* the boot record, arch/boot.h */
	uint64_t windows, cells; /* by rank */
	uint64_t heaps;          /* by rank, of so many bytes .. */
	uint64_t heap_bytes;
	uint64_t console;
	uint32_t pad0[16];
	uint32_t arrived, pad1[31]; /* at barriers, since the start */
	uint32_t stopped, pad2[31]; /* the run is over: cores leave */
	uint32_t lock, pad3[31];    /* of the console */
	uint64_t start; /* the chip's clock when the first core began */
};

/* What a core says of itself when it is asked: runtime/wait.h. */
enum gpu_state {
	GPU_SILENT, /* it has not answered */
	GPU_RUNS,
	GPU_WAITS,
};

struct gpu_wait {
	uint32_t state;
	uint32_t rank, offset, value, from, has;
	uint64_t since;
	char phase[16], what[48];
};

/*
 * The ring's bytes [taken, written), modulo 2^32, are still to be printed.  `verdict` is
 * one more than the verdict.  `asked` grows: each core answers in its struct gpu_wait
 * the next time it looks.
 */
struct gpu_console {
	uint32_t written, pad0[31];
	uint32_t taken, asked, pad1[30];
	uint32_t verdict, pad2[31];
	struct gpu_wait waits[GPU_CORES_MOST];
	char ring[GPU_RING_BYTES];
};

#endif
