/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arch/boot.h"
#include "host/host.h"
#include "host/mpi/core.h"
#include "host/mpi/files.h"

enum {
	FILES_MOST = 256
};

static const char *paths[FILES_MOST]; /* of the record's files */

void files_add(const char *option)
{
	const char *path;
	uint64_t index = host_number_until(option, ':', &path, FILES_MOST - 1);

	if (!path || !*path) {
		die(STATUS_USAGE, "--file takes INDEX:PATH, not '%s'", option);
	}
	paths[index] = path;
}

static void check_range(uint32_t offset, uint32_t align, uint64_t n)
{
	if (offset % align || offset > core.boot->bytes ||
	    n > core.boot->bytes - offset) {
		die(STATUS_INPUT, "the boot record is damaged");
	}
}

void files_record(const char *path)
{
	size_t bytes;

	core.boot = host_read_file(path, &bytes);
	if (bytes < sizeof(*core.boot) || core.boot->magic != ARCH_BOOT_MAGIC ||
	    core.boot->version != ARCH_BOOT_VERSION ||
	    core.boot->bytes > bytes) {
		die(STATUS_INPUT, "%s: not a boot record", path);
	}
	core.count = core.boot->count;
	check_range(core.boot->cores, 4, (uint64_t)core.count * 4);
	check_range(core.boot->files, 8,
		    (uint64_t)core.boot->filec * sizeof(struct arch_boot_file));
	if (core.count < 1 || core.count > MPI_CORES_MAX) {
		die(STATUS_INPUT, "%u cores; there may be 1 to %u", core.count,
		    MPI_CORES_MAX);
	}
}

/* Map a file over the end of [dram, dram + left); returns what is left then. */
static uint64_t place(const char *path, uint8_t *dram, uint64_t left,
		      struct arch_boot_file *entry)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	uint64_t room = (entry->bytes + page - 1) / page * page;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat info;

	if (fd < 0 || fstat(fd, &info) != 0) {
		die(STATUS_INPUT, "%s: %s", path, strerror(errno));
	}
	if ((uint64_t)info.st_size != entry->bytes || room > left) {
		die(STATUS_INPUT, "%s: its size has changed, or has no room",
		    path);
	}
	left -= room;
	entry->addr = (uintptr_t)(dram + left);
	if (room && mmap(dram + left, room, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_FIXED, fd, 0) == MAP_FAILED) {
		die(STATUS_HOST, "%s: %s", path, strerror(errno));
	}
	close(fd);
	return left;
}

void files_place(uint64_t bytes)
{
	struct arch_boot_file *files =
		(void *)((uint8_t *)core.boot + core.boot->files);
	uint8_t *dram = host_reserve(bytes, "private memory");

	for (uint32_t i = 0; i < core.boot->filec; i++) {
		const char *path = i < FILES_MOST ? paths[i] : NULL;

		if (files[i].rank != core.rank) {
			continue;
		}
		if (!path) {
			die(STATUS_USAGE, "--file %u: is missing", i);
		}
		bytes = place(path, dram, bytes, &files[i]);
	}
	core.host.dram = dram;
	core.host.dram_bytes = bytes;
	core.number =
		((const uint32_t *)(const void *)((uint8_t *)core.boot +
						  core.boot->cores))[core.rank];
}
