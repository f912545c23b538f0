/* SPDX-License-Identifier: Apache-2.0 */
/*
 * weft-mpi: the process that a core is.
 *
 * main.c reads the command line and the boot record, and loads the image; start.c
 * starts the cores by MPI, start_here.c without, and both give them memory that they share;
 * calls.c has what the image asks for; server.c, stand_in.c, serve.c, watch.c and wire.c
 * reach other nodes; private.c has memory that cores reach of each other;
 * thread_sanitizer.c has what that wants of images;
 * signals.c enters the image for interrupts and faults, and ends the process; dump.c
 * tells what this core waits for.
 */
#ifndef HOST_MPI_CORE_H
#define HOST_MPI_CORE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "arch/mpi/mpi_ops.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

/*
 * The first bytes that a node's cores share; cells, process numbers, first ranks of nodes,
 * channels and windows follow.
 */
struct shared {
	uint32_t here; /* cores that may be sent signals */
	uint32_t stop; /* 1 + the run's verdict, once there is one */
	uint32_t
		panicked; /* 1 + the rank that asks others what they wait for */
	uint32_t told;    /* cores that have answered that */
	uint32_t dozes;   /* 1: the server wants to be woken */
	uint32_t console; /* 1: a core writes */
	uint64_t begin;   /* of the run, on the host's clock */
};

/* Each core's own; a server has a copy of that of its node's first. */
struct core {
	uint32_t rank, count, number; /* the last: as the boot record has it */
	uint32_t first, near; /* ranks of this node, and how many there are */
	uint32_t node, nodes;
	uint32_t here; /* cores of this machine */
	bool stands_in; /* servers have no processors of their own (stand_in.c) */
	uint64_t begin; /* of the run */
	bool threads;   /* cores are threads of one process (start_here.c) */
	struct mpi_host host;
	struct shared *shared;
	struct mpi_cell *cells;
	int32_t *pids;
	uint32_t *firsts;
	struct far_channel *channels; /* null with one node */
	uint8_t *windows;
	uint8_t *common;  /* start_here.c: memory of all cores, or null */
	int private_file; /* private.c: of all cores; 0: they share none */
	uint32_t window_bytes, window_shift;
	struct arch_boot *boot;
	uint8_t *stack; /* of ARCH_STACK_BYTES; below it is nothing */

	const struct mpi_image *image;
	uintptr_t base, end; /* where it lies */
	const struct rt_wait *wait;
	const char *const *phase;
	struct rt_parked *const *parked;
	const struct rt_trace *trace; /* null: it keeps no events */
	volatile bool sleeps, faulted;
	timer_t timer;
	int console; /* a file */
};

/* Below a core's stack nothing is: an array on it may be larger than a page. */
#define STACK_GUARD ((size_t)16 << 20)

/* Of the memory that is no window, and that all cores load and store. */
#define COMMON_BYTES ((size_t)64 << 20)

extern _Thread_local struct core core;

/* start.c, start_here.c: the memory that `count` cores share, and this core's place in it. */
void start_by_mpi(uint32_t split); /* a machine's into so many nodes */
/* So many nodes on this machine; or this one of several, each a node: wire.h. */
void start_by_fork(uint32_t nodes, const char *machines, uint32_t machine);
/* Each calls what runs a core. */
_Noreturn void start_by_threads(void (*run)(void));
/* This process's part in the run has ended. */
_Noreturn void start_leave(void);

/*
 * private.c.  Before cores are started: makes room for what is private to them where others may
 * reach it.  By a core, when its image is loaded: puts its own there.
 */
void private_begin(void);
void private_share(void);
void *private_of(uint32_t rank, uintptr_t at);

/* calls.c */
void calls_init(void);
uint64_t calls_now(void);
/* What mpi_host has by these names; stand_in.c has others for some cores. */
void calls_sleep(const volatile uint32_t *word, uint32_t seen,
		 uint64_t deadline);
void calls_sleep_any(const volatile uint32_t *const *words,
		     const uint32_t *seen, uint32_t n, uint64_t deadline);
void calls_wake(const volatile uint32_t *word);
void calls_ring(void); /* wakes the server if it dozes */

/* To a core of this node, or to all of them, this one last. */
void calls_signal(uint32_t rank, int number);
void calls_signal_all(int number);

/* End this node's part, if nobody has: 1 + the verdict. */
void calls_stop(uint32_t stop);

/* signals.c: SIGNAL_STOP ends a process, SIGNAL_TELL has it dump. */
enum {
	SIGNAL_INTERRUPT = SIGURG, /* who has no handler ignores it */
	SIGNAL_STOP = SIGUSR1,
	SIGNAL_TELL = SIGUSR2,
};
void signals_hold(sigset_t *before); /* until signals_open; may be null */
void signals_put_off(void); /* until signals_take; costs no system call */
void signals_take(void);
void signals_init(void);
void signals_open(void);

/* dump.c: the core's event ring, behind where its image lies, into this and its rank. */
extern const char *dump_rings_path;
void dump_rings(void);

/* dump.c: append a line to the run's dump. */
extern const char *dump_path;
void dump_core(void);

/* Keep the calls that led here: this core has trapped, and goes on elsewhere. */
void dump_keep_calls(void);

#endif
