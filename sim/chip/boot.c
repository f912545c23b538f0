/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/chip/boot.h"
#include "sim/chip/host.h"

struct boot_path {
	uint32_t index;
	const char *path;
	struct boot_path *next;
};

static struct boot_path *paths;

void boot_add_file(const char *option)
{
	struct boot_path *path = host_alloc(sizeof(*path));
	char *end;

	path->index = (uint32_t)strtoul(option, &end, 10);
	if (end == option || *end != ':' || !end[1]) {
		die(STATUS_USAGE, "--file takes index:path, not '%s'", option);
	}
	path->path = end + 1;
	path->next = paths;
	paths = path;
}

static void check_range(size_t bytes, uint32_t offset, uint32_t align,
			uint64_t n)
{
	if (offset % align || offset > bytes || n > bytes - offset) {
		die(STATUS_INPUT, "the boot record is damaged");
	}
}

void boot_read(const char *path)
{
	uint64_t cores = engine.profile.mesh_x * engine.profile.mesh_y *
			 engine.profile.cores_per_tile;
	size_t bytes;
	struct arch_boot *boot = host_read_file(path, &bytes);
	const uint32_t *numbers;

	if (bytes < sizeof(*boot) || boot->magic != ARCH_BOOT_MAGIC ||
	    boot->version != ARCH_BOOT_VERSION || boot->bytes > bytes) {
		die(STATUS_INPUT, "%s: not a boot record", path);
	}
	check_range(bytes, boot->cores, 4, (uint64_t)boot->count * 4);
	check_range(bytes, boot->files, 8,
		    (uint64_t)boot->filec * sizeof(struct arch_boot_file));
	if (!boot->count || boot->count > cores) {
		die(STATUS_INPUT, "%u cores; the chip has %llu", boot->count,
		    (unsigned long long)cores);
	}
	numbers = (void *)((char *)boot + boot->cores);
	for (uint32_t i = 0; i < boot->count; i++) {
		if (numbers[i] >= cores) {
			die(STATUS_INPUT, "core %u; the chip has %llu",
			    numbers[i], (unsigned long long)cores);
		}
	}
	engine.boot = boot;
	engine.count = boot->count;
}

/* Map a file over the end of [dram, dram + bytes); returns what is left. */
static uint64_t place_file(const char *path, char *dram, uint64_t bytes,
			   struct arch_boot_file *entry)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat info;
	uint64_t room;

	if (fd < 0 || fstat(fd, &info) != 0) {
		die(STATUS_INPUT, "%s: %s", path, strerror(errno));
	}
	if ((uint64_t)info.st_size != entry->bytes) {
		die(STATUS_INPUT, "%s: not of the size that the record says",
		    path);
	}
	room = (entry->bytes + page - 1) / page * page;
	if (room > bytes) {
		die(STATUS_INPUT, "%s: no room in rank %u's DRAM", path,
		    entry->rank);
	}
	bytes -= room;
	entry->addr = (uint64_t)(uintptr_t)(dram + bytes);
	if (room && mmap(dram + bytes, room, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_FIXED, fd, 0) == MAP_FAILED) {
		die(STATUS_HOST, "%s: %s", path, strerror(errno));
	}
	close(fd);
	return bytes;
}

void boot_place(struct core *core, char *dram, uint64_t bytes)
{
	struct arch_boot_file *files =
		(void *)((char *)engine.boot + engine.boot->files);

	for (struct boot_path *p = paths; p; p = p->next) {
		if (p->index >= engine.boot->filec) {
			die(STATUS_USAGE, "--file %u: the record has %u files",
			    p->index, engine.boot->filec);
		}
		if (files[p->index].rank == core->rank) {
			bytes = place_file(p->path, dram, bytes,
					   &files[p->index]);
		}
	}
	core->host.dram = dram;
	core->host.dram_bytes = bytes;
}
