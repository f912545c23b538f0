/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cores that are started from here, without MPI: processes, or threads of this one.
 *
 * Threads are for tools that see one process, as the thread sanitizer and a debugger do.
 * Each has an image of its own, so globals, heap and stdio are a core's all the same.
 */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/host.h"
#include "host/mpi/core.h"
#include "host/mpi/server.h"
#include "host/mpi/start.h"
#include "host/mpi/wire.h"

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

/* The first rank of a node: ranks in equal parts, as start.c has those of a machine. */
static uint32_t first_of(uint32_t node)
{
	return (uint32_t)((uint64_t)node * core.count / core.nodes);
}

/* What the cores of a node share, zeroed, but for where each node begins. */
static uint8_t *share(uint32_t node)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes;
	size_t common = core.nodes > 1 ? 0 : COMMON_BYTES;
	uint8_t *memory;

	core.node = node;
	core.first = first_of(node);
	core.near = first_of(node + 1) - core.first;
	core.here = core.count;
	bytes = (start_bytes() + page - 1) & -page;
	memory = mmap(NULL, bytes + common, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (memory == MAP_FAILED) {
		die(STATUS_HOST, "no memory for windows: %s", strerror(errno));
	}
	start_place(memory);
	core.common = common > 0 ? memory + bytes : NULL;
	for (uint32_t i = 0; i < core.nodes; i++) {
		core.firsts[i] = first_of(i);
	}
	return memory;
}

void start_by_fork(uint32_t nodes, const char *machines, uint32_t machine)
{
	pid_t *cores = host_alloc(core.count * sizeof(*cores));
	pid_t parent = getpid();
	uint32_t node = machines ? machine : 0, end = core.count;

	core.nodes = machines	? wire_udp_machines(machines, machine)
		     : nodes > 1 ? wire_udp_here(nodes)
				 : 1;
	if (core.nodes > core.count) {
		die(STATUS_USAGE, "%u nodes of %u cores", core.nodes,
		    core.count);
	}
	private_begin();
	share(node++);
	core.rank = core.first;
	if (machines) {
		core.here = core.near;
		end = core.first + core.near;
	}
	for (; core.rank < end; core.rank++) {
		if (core.rank == core.first + core.near) {
			share(node++);
		}
		cores[core.rank] = fork();
		if (cores[core.rank] < 0) {
			die(STATUS_HOST, "cannot start %u processes: %s",
			    core.count, strerror(errno));
		}
		if (cores[core.rank] == 0) {
			start_die_with(parent);
			start_join();
			if (core.nodes > 1 && core.rank == core.first) {
				wire = &wire_udp;
				server_start();
			}
			return;
		}
	}
	parent_of(cores);
}

static struct core model; /* what is alike in all threads' cores */
static void (*run_core)(void);

static void *begin(void *rank)
{
	core = model;
	core.rank = (uint32_t)(uintptr_t)rank;
	start_join();
	run_core();
	return NULL;
}

/* Who asks the process what it waits for asks all cores. */
static _Noreturn void pass_on_questions(void)
{
	sigset_t set;
	int number;

	start_await();
	sigemptyset(&set);
	sigaddset(&set, SIGNAL_TELL);
	for (;;) {
		if (sigwait(&set, &number) == 0) {
			calls_signal_all(SIGNAL_TELL);
		}
	}
}

_Noreturn void start_by_threads(void (*run)(void))
{
	core.nodes = 1;
	share(0);
	core.threads = true;
	model = core;
	run_core = run;
	for (uintptr_t rank = 0; rank < core.count; rank++) {
		pthread_t thread;
		int error = pthread_create(&thread, NULL, begin, (void *)rank);

		if (error) {
			die(STATUS_HOST, "cannot start %u threads: %s",
			    core.count, strerror(error));
		}
	}
	pass_on_questions();
}
