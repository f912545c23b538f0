/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The one tie between an image and the process that it runs in.
 *
 * An image is a shared object that holds runtime, application and C library, and refers
 * to nothing outside itself.  Its process, host/mpi, loads it, calls mpi_entry with a
 * struct mpi_host, and gets a struct mpi_image back.  The two have a C library each:
 * what the image needs of the operating system goes through mpi_host's functions.
 * None of them takes memory from the process's heap, and all may be interrupted and
 * left by a signal.  Times are nanoseconds of the host's monotonic clock.
 *
 * Cores of a node share memory: a cell for each core, its window, and, where there are
 * more nodes than one, its channel to them.  Ranks of a node follow each other.
 */
#ifndef ARCH_MPI_OPS_H
#define ARCH_MPI_OPS_H

#include <stdint.h>

#include "arch/arch.h"
#include "arch/mpi/far_port.h"

#define MPI_ABI       9u
#define MPI_CORES_MAX (uint32_t)FAR_CORES

/* Bits of `pending`. */
enum {
	MPI_NOTIFY = 1, /* another core has raised an interrupt */
	MPI_TIMER = 2,  /* set by the core itself */
};

/* Words that are written by different cores lie in different lines of the cache. */
struct mpi_cell {
	uint32_t pending __attribute__((aligned(64))); /* it sleeps on this */
	uint32_t tas __attribute__((aligned(64)));
	/* How many sleep, or are about to, for words of this core's window. */
	uint32_t watchers __attribute__((aligned(64)));
	uint32_t looks; /* 1: it looks at `pending`, and wants no signal */
};

struct mpi_host {
	uint32_t abi;
	uint32_t rank, count;
	uint32_t first, near; /* ranks of this node, and how many there are */
	uint32_t node, nodes;
	const uint32_t *firsts; /* of each node */
	uint32_t looks;         /* at a word, before a core sleeps .. */
	uint32_t yields;        /* .. letting others run between two of them */
	uint32_t window_bytes, window_shift;
	uint8_t *windows; /* of this node: rank r's is at r - first */
	struct mpi_cell *cells;
	struct far_channel *channel; /* with more nodes than one */
	uint32_t bulk;               /* 1: MPI joins them (arch/bulk.h) */
	const struct arch_boot *boot;
	void *dram;
	uint64_t dram_bytes;
	void *common; /* of all cores, or null */
	uint64_t common_bytes;

	uint64_t (*now)(void);

	/*
	 * Sleep while *word is `seen`; wake all who do.  sleep also returns when a
	 * signal has come, at the deadline, or for no reason.  sleep_any sleeps for n
	 * words, 128 at most, while each is as it was seen.
	 */
	void (*sleep)(const volatile uint32_t *word, uint32_t seen,
		      uint64_t deadline);
	void (*sleep_any)(const volatile uint32_t *const *words,
			  const uint32_t *seen, uint32_t n, uint64_t deadline);
	void (*wake)(const volatile uint32_t *word);

	/*
	 * With more nodes than one: what other nodes are to know is in my channel, or a
	 * word that one of them waits for has been written.
	 */
	void (*ring)(void);
	void (*ring_bulk)(void); /* my channel has a wish for pieces of memory */

	void (*yield)(void); /* to whoever wants this processor */
	void (*pause)(uint32_t us);
	void (*kick)(uint32_t rank); /* have its image's interrupt() called */
	void (*timer)(uint64_t deadline); /* the same of my own, then */

	/*
	 * Where this process has what is private to another core, at that address of
	 * that core's; or null.
	 */
	void *(*private_of)(uint32_t rank, uintptr_t at);

	void (*console)(const char *text, uint64_t n);
	__attribute__((noreturn)) void (*stop)(enum arch_verdict verdict);
};

struct mpi_image {
	__attribute__((noreturn)) void (*start)(void);
	void (*interrupt)(void); /* in a signal handler */
	__attribute__((noreturn)) void (*fault)(const struct arch_fault *fault);
	uint32_t shares_private; /* 1: it may call private_of */
};

/* What the image exports; null if it was built for another process. */
typedef const struct mpi_image *mpi_entry_fn(const struct mpi_host *host);

#endif
