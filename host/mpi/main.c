/* SPDX-License-Identifier: Apache-2.0 */
/*
 * weft-mpi: run an image as a core of a run.
 *
 *     mpirun -n CORES weft-mpi --boot FILE [option ...] image
 *     weft-mpi --fork --boot FILE [option ...] image
 *     weft-mpi --threads --boot FILE [option ...] image
 *
 * With --fork and --threads it starts all cores itself.  It ends with 0 only if the
 * image has passed.
 */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "host/host.h"
#include "host/mpi/core.h"
#include "host/mpi/files.h"
#include "host/mpi/wire.h"
#include "host/options.h"
#include "host/view.h"

_Thread_local struct core core;

static const char *boot;
static const char *image;
static bool forks, threads;
static const char *machines;
static uint32_t window_kb = 16, dram_mb = 64, split = 1, machine;

static const struct host_option options[] = {
	{"boot", "FILE", "the boot record", .text = &boot},
	{"file", "INDEX:PATH", "content of the boot record's file INDEX",
	 .call = files_add},
	{"fork", NULL, "start all cores from here, not by MPI", .flag = &forks},
	{"threads", NULL, "start all cores as threads of this process",
	 .flag = &threads},
	{"nodes", "N", "split a machine's cores into so many nodes (1)",
	 .u32 = &split, .most = MPI_CORES_MAX},
	{"machines", "HOST:PORT,..", "with --fork: a node on each, joined by UDP",
	 .text = &machines},
	{"machine", "N", "which one this is (0)", .u32 = &machine,
	 .most = MPI_CORES_MAX},
	{"udp-loss", "N", "of a million datagrams so many are lost",
	 .u32 = &wire_udp_loss, .most = 1000000},
	{"udp-late", "US", "who receives datagrams stands still for so long",
	 .u32 = &wire_udp_late, .most = 999999},
	{"dump", "FILE", "where to write who waits for whom",
	 .text = &dump_path},
	{"rings", "FILE", "where to write the event rings: FILE.RANK",
	 .text = &dump_rings_path},
	{"view", "FILE", "where to write where cores lie, for who watches",
	 .text = &host_view_path},
	{"window-kb", "N", "bytes of a window: 4 to 4096 KB, a power of 2 (16)",
	 .u32 = &window_kb, .most = 4096},
	{"dram-mb", "N", "private memory of each core (64)", .u32 = &dram_mb,
	 .most = 1 << 20},
	{NULL},
};

static const struct host_command command = {
	"weft-mpi --boot FILE [option ..] image",
	options,
};

static void choose_window(void)
{
	if (window_kb < 4 || (window_kb & (window_kb - 1))) {
		die(STATUS_USAGE, "--window-kb: a power of 2 from 4 to 4096");
	}
	core.window_bytes = window_kb << 10;
	core.window_shift = (uint32_t)__builtin_ctz(core.window_bytes);
}

static int find_end(struct dl_phdr_info *info, size_t bytes, void *unused)
{
	(void)bytes;
	(void)unused;
	for (int i = 0; info->dlpi_addr == core.base && i < info->dlpi_phnum;
	     i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
		uintptr_t end = core.base + segment->p_vaddr + segment->p_memsz;

		if (segment->p_type == PT_LOAD && end > core.end) {
			core.end = end;
		}
	}
	return 0;
}

/* The loader loads a file once; so each thread loads a copy, of the run's folder. */
static const char *own_copy(void)
{
	size_t bytes;
	void *content = host_read_file(image, &bytes);
	char *path;
	FILE *copy;

	if (asprintf(&path, "%s.%u.elf", boot, core.rank) < 0) {
		die(STATUS_HOST, "out of memory");
	}
	copy = fopen(path, "wb");
	if (!copy || fwrite(content, 1, bytes, copy) != bytes ||
	    fclose(copy) != 0) {
		die(STATUS_HOST, "%s: %s", path, strerror(errno));
	}
	free(content);
	return path;
}

static void load(void)
{
	const char *path = core.threads ? own_copy() : image;
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	mpi_entry_fn *entry;
	struct link_map *map;

	if (!handle || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) {
		die(STATUS_INPUT, "%s", dlerror());
	}
	core.base = map->l_addr;
	dl_iterate_phdr(find_end, NULL);
	*(void **)&entry = dlsym(handle, "mpi_entry");
	core.image = entry ? entry(&core.host) : NULL;
	if (!core.image) {
		die(STATUS_INPUT, "%s: not an image of this board", path);
	}
	core.wait = dlsym(handle, "rt_wait");
	core.phase = dlsym(handle, "rt_phase");
	core.parked = dlsym(handle, "rt_parked");
	core.trace = dlsym(handle, "rt_trace");
}

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>

static void tell_stack(void)
{
	__sanitizer_start_switch_fiber(NULL, core.stack, ARCH_STACK_BYTES);
	__sanitizer_finish_switch_fiber(NULL, NULL, NULL);
}
#else
static void tell_stack(void)
{
}
#endif

static void enter(void)
{
	tell_stack();
	signals_open();
	core.image->start();
}

/* On a stack of its own, below which as much is missing as a large frame may skip. */
static _Noreturn void run(void)
{
	ucontext_t context;

	core.stack = (uint8_t *)host_reserve(STACK_GUARD + ARCH_STACK_BYTES,
					     "stack") +
		     STACK_GUARD;
	mprotect(core.stack - STACK_GUARD, STACK_GUARD, PROT_NONE);
	getcontext(&context);
	context.uc_stack.ss_sp = core.stack;
	context.uc_stack.ss_size = ARCH_STACK_BYTES;
	context.uc_link = NULL;
	makecontext(&context, enter, 0);
	setcontext(&context);
	die(STATUS_HOST, "no context");
}

static void tell_view(void)
{
	host_view(&(struct host_view){
		.index = core.rank,
		.base = core.base,
		.part = {{core.base, core.end - core.base,
			  (const void *)core.base}},
		.window = core.windows + ((size_t)(core.rank - core.first)
					  << core.window_shift),
	});
}

static void run_core(void)
{
	files_place((uint64_t)dram_mb << 20);
	load();
	private_share();
	tell_view();
	signals_init();
	run();
}

int main(int argc, char **argv)
{
	host_program = "weft-mpi";
	image = host_options(&command, argc, argv);
	if (!boot || !strchr(image, '/')) {
		host_usage(&command);
	}
	choose_window();
	files_record(boot);
	signals_hold(NULL);
	if (threads) {
		start_by_threads(run_core);
	} else if (forks) {
		start_by_fork(split ? split : 1, machines, machine);
	} else {
		start_by_mpi(split ? split : 1);
	}
	run_core();
}
