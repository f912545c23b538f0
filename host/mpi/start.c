/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the processes of a run begin and end: started by MPI, or by the first of them.
 *
 * MPI's part is to start the processes, on whatever starts jobs here, to give them
 * memory that they share, a window of MPI-3, and to end them all if one is lost.
 */
#include <errno.h>
#include <mpi.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/host.h"
#include "host/mpi/core.h"

static bool by_mpi;
static MPI_Win window;

static size_t line_up(size_t bytes, size_t to)
{
	return (bytes + to - 1) / to * to;
}

#define CELLS_AT line_up(sizeof(struct shared), 64)
#define PIDS_AT  (CELLS_AT + core.count * sizeof(struct mpi_cell))
#define WINDOWS_AT                                                             \
	line_up(PIDS_AT + core.count * sizeof(*core.pids),                     \
		(size_t)sysconf(_SC_PAGESIZE))

static size_t shared_bytes(void)
{
	return WINDOWS_AT + ((size_t)core.count << core.window_shift);
}

/* Whoever starts us must not leave us behind. */
static void die_with(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent) {
		_exit(STATUS_HOST);
	}
}

/* All are there, and may be sent signals, before any goes on. */
static void join(uint8_t *memory)
{
	uint32_t here;

	core.shared = (void *)memory;
	core.cells = (void *)(memory + CELLS_AT);
	core.pids = (void *)(memory + PIDS_AT);
	core.windows = memory + WINDOWS_AT;
	core.pids[core.rank] = getpid();
	calls_init();
	here = __atomic_add_fetch(&core.shared->here, 1, __ATOMIC_SEQ_CST);
	if (here == core.count) {
		core.host.wake(&core.shared->here);
	}
	for (; here < core.count;
	     here = __atomic_load_n(&core.shared->here, __ATOMIC_SEQ_CST)) {
		core.host.sleep(&core.shared->here, here, ARCH_NEVER);
	}
}

void start_by_mpi(void)
{
	int rank, size, near, unit;
	MPI_Comm node;
	MPI_Aint bytes;
	uint8_t *memory;

	by_mpi = true;
	die_with(getppid());
	MPI_Init(NULL, NULL);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0,
			    MPI_INFO_NULL, &node);
	MPI_Comm_size(node, &near);
	if ((uint32_t)size != core.count || near != size) {
		die(STATUS_USAGE,
		    "%d processes, %d of them on this machine; the run has "
		    "%u cores, all on one machine",
		    size, near, core.count);
	}
	core.rank = (uint32_t)rank;
	MPI_Win_allocate_shared(rank ? 0 : (MPI_Aint)shared_bytes(), 1,
				MPI_INFO_NULL, node, &memory, &window);
	MPI_Win_shared_query(window, 0, &bytes, &unit, &memory);
	MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
	if (rank == 0) {
		memset(memory, 0, shared_bytes());
	}
	MPI_Barrier(node);
	join(memory);
}

/*
 * Wait for all; if one is lost, the others go, too: their deaths follow from ours.
 * Who gives up by itself has said why.
 */
static _Noreturn void parent_of(const pid_t *cores)
{
	int worst = 0, status;
	pid_t pid;

	while ((pid = wait(&status)) > 0 || errno == EINTR) {
		uint32_t rank = 0;

		if (pid <= 0) {
			continue;
		}
		while (cores[rank] != pid) {
			rank++;
		}
		if (WIFSIGNALED(status)) {
			die(STATUS_FAULT,
			    "the process of rank %u was ended by signal %d",
			    rank, WTERMSIG(status));
		}
		if (WEXITSTATUS(status) && WEXITSTATUS(status) != STATUS_FAIL) {
			_exit(WEXITSTATUS(status));
		}
		worst |= WEXITSTATUS(status);
	}
	_exit(worst);
}

void start_by_fork(void)
{
	uint8_t *memory = mmap(NULL, shared_bytes(), PROT_READ | PROT_WRITE,
			       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t *cores = host_alloc(core.count * sizeof(*cores));
	pid_t parent = getpid();

	if (memory == MAP_FAILED) {
		die(STATUS_HOST, "no memory for windows: %s", strerror(errno));
	}
	for (; core.rank < core.count; core.rank++) {
		cores[core.rank] = fork();
		if (cores[core.rank] < 0) {
			die(STATUS_HOST, "cannot start %u processes: %s",
			    core.count, strerror(errno));
		}
		if (cores[core.rank] == 0) {
			die_with(parent);
			join(memory);
			return;
		}
	}
	parent_of(cores);
}

_Noreturn void start_leave(void)
{
	bool passed = core.shared->stop == 1 + ARCH_PASSED;

	if (by_mpi) {
		MPI_Win_unlock_all(window);
		MPI_Finalize();
	}
	_exit(passed ? 0 : STATUS_FAIL);
}
