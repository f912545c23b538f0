/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the cores of a run begin and end, and how the memory that they share is laid out.
 * Those that MPI starts begin here, others in start_here.c.
 *
 * MPI's part is to start the processes, on whatever starts jobs here, to give them
 * memory that they share, a window of MPI-3, and to end them all if one is lost.
 */
#include <mpi.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "host/host.h"
#include "host/mpi/bulk.h"
#include "host/mpi/core.h"
#include "host/mpi/server.h"
#include "host/mpi/start.h"

static bool by_mpi;
static MPI_Win window;

static size_t line_up(size_t bytes, size_t to)
{
	return (bytes + to - 1) / to * to;
}

#define CELLS_AT  line_up(sizeof(struct shared), 64)
#define PIDS_AT   (CELLS_AT + core.near * sizeof(struct mpi_cell))
#define FIRSTS_AT (PIDS_AT + core.near * sizeof(*core.pids))
#define CHANNELS_AT                                                            \
	line_up(FIRSTS_AT + (core.nodes + 1) * sizeof(*core.firsts), 64)
#define CHANNELS_BYTES                                                         \
	(core.nodes > 1 ? core.near * sizeof(struct far_channel) : 0)
#define WINDOWS_AT                                                             \
	line_up(CHANNELS_AT + CHANNELS_BYTES, (size_t)sysconf(_SC_PAGESIZE))

size_t start_bytes(void)
{
	return WINDOWS_AT + ((size_t)core.near << core.window_shift);
}

/* Whoever starts us must not leave us behind. */
void start_die_with(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent) {
		_exit(STATUS_HOST);
	}
}

void start_place(uint8_t *memory)
{
	core.shared = (void *)memory;
	core.cells = (void *)(memory + CELLS_AT);
	core.pids = (void *)(memory + PIDS_AT);
	core.firsts = (void *)(memory + FIRSTS_AT);
	core.channels = core.nodes > 1 ? (void *)(memory + CHANNELS_AT) : NULL;
	core.windows = memory + WINDOWS_AT;
}

void start_await(void)
{
	uint32_t here;

	while ((here = __atomic_load_n(&core.shared->here, __ATOMIC_SEQ_CST)) <
	       core.near) {
		calls_sleep(&core.shared->here, here, ARCH_NEVER);
	}
}

/* All are there, and may be sent signals, before any goes on. */
void start_join(void)
{
	core.pids[core.rank - core.first] = gettid();
	calls_init();
	if (__atomic_add_fetch(&core.shared->here, 1, __ATOMIC_SEQ_CST) ==
	    core.near) {
		calls_wake(&core.shared->here);
	}
	start_await();
}

/* The processes of a machine, in `split` nodes of ranks in a row. */
static MPI_Comm find_node(uint32_t split)
{
	MPI_Comm machine, node;
	int rank, size;

	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0,
			    MPI_INFO_NULL, &machine);
	MPI_Comm_rank(machine, &rank);
	MPI_Comm_size(machine, &size);
	core.here = (uint32_t)size;
	MPI_Comm_split(machine, (int)((int64_t)rank * split / size), rank,
		       &node);
	MPI_Comm_rank(node, &rank);
	MPI_Comm_size(node, &size);
	core.near = (uint32_t)size;
	MPI_Comm_split(MPI_COMM_WORLD, rank ? MPI_UNDEFINED : 0, 0, &servers);
	return node;
}

/* Ranks of a node follow each other, wherever MPI has put its own. */
static void find_place(MPI_Comm node)
{
	uint32_t place[3] = {0, 0, 0}; /* node, nodes, first rank */
	int rank, number, size;

	MPI_Comm_rank(node, &rank);
	if (rank == 0) {
		MPI_Comm_rank(servers, &number);
		MPI_Comm_size(servers, &size);
		MPI_Exscan(&core.near, &place[2], 1, MPI_UINT32_T, MPI_SUM,
			   servers);
		place[0] = (uint32_t)number;
		place[1] = (uint32_t)size;
		place[2] = number ? place[2] : 0;
	}
	MPI_Bcast(place, 3, MPI_UINT32_T, 0, node);
	core.node = place[0];
	core.nodes = place[1];
	core.first = place[2];
	core.rank = core.first + (uint32_t)rank;
}

/*
 * A window of MPI's, zeroed, before any node goes on.  Open MPI's begins 264 bytes behind
 * a page, so that all our lines would lie in two of the cache's; ours begins at the next page,
 * which is the same one in all processes, since pages are what is mapped.
 */
static uint8_t *share(MPI_Comm node)
{
	size_t bytes = start_bytes(), page = (size_t)sysconf(_SC_PAGESIZE);
	MPI_Aint mapped;
	uint8_t *memory;
	bool first = core.rank == core.first;
	int unit;

	MPI_Win_allocate_shared(first ? (MPI_Aint)(bytes + page) : 0, 1,
				MPI_INFO_NULL, node, &memory, &window);
	MPI_Win_shared_query(window, 0, &mapped, &unit, &memory);
	memory += -(uintptr_t)memory & (page - 1);
	MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
	if (first) {
		memset(memory, 0, bytes);
		MPI_Allgather(&core.first, 1, MPI_UINT32_T, memory + FIRSTS_AT,
			      1, MPI_UINT32_T, servers);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	return memory;
}

void start_by_mpi(uint32_t split)
{
	int size, threads;
	MPI_Comm node, cores;

	by_mpi = true;
	start_die_with(getppid());
	MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &threads);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if ((uint32_t)size != core.count) {
		die(STATUS_USAGE, "%d processes; the run has %u cores", size,
		    core.count);
	}
	node = find_node(split);
	find_place(node);
	if (core.nodes > 1 && threads < MPI_THREAD_SERIALIZED) {
		die(STATUS_HOST, "this MPI cannot be called by threads");
	}
	start_place(share(node));
	start_join();
	if (core.nodes > 1) {
		MPI_Comm_split(MPI_COMM_WORLD, 0, (int)core.rank, &cores);
		core.host.bulk = bulk_open(cores);
		MPI_Barrier(MPI_COMM_WORLD); /* all may be interrupted */
		server_start();
	}
}

_Noreturn void start_leave(void)
{
	uint32_t stop = __atomic_load_n(&core.shared->stop, __ATOMIC_ACQUIRE);

	dump_rings();
	signals_hold(NULL); /* the memory that they look at goes */
	if (core.nodes > 1 && (by_mpi || core.rank == core.first)) {
		server_join();
	}
	if (by_mpi) {
		MPI_Win_unlock_all(window);
		MPI_Finalize();
	}
	_exit(stop == 1 + ARCH_PASSED ? 0 : STATUS_FAIL);
}
