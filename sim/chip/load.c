/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The dynamic loader takes files of different inodes for different libraries, so
 * each core gets the image as a memory file of its own: globals, heap and stdio
 * are private as on a chip.  With few cores the files stay open under a name
 * that a debugger can read, symbols included; with many, only what is loaded
 * is copied.
 */
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sim/chip/host.h"
#include "sim/chip/load.h"

#define DEBUGGABLE_CORES 256

static const char *image_path;
static const char *elf;
static size_t elf_bytes;
static size_t file_bytes;   /* of these, to be copied */
static uintptr_t image_end; /* past the last address, from the base */

static const ElfW(Phdr) * segments(unsigned *count)
{
	const ElfW(Ehdr) *header = (const void *)elf;

	if (elf_bytes < sizeof(*header) || memcmp(elf, ELFMAG, SELFMAG) != 0 ||
	    header->e_type != ET_DYN || header->e_phoff > elf_bytes ||
	    header->e_phnum * sizeof(ElfW(Phdr)) >
		    elf_bytes - header->e_phoff) {
		die(STATUS_INPUT, "%s: not an image of this board", image_path);
	}
	*count = header->e_phnum;
	return (const void *)(elf + header->e_phoff);
}

static void measure(void)
{
	size_t loaded = 0;
	unsigned count;
	const ElfW(Phdr) *segment = segments(&count);

	for (; count; segment++, count--) {
		if (segment->p_type == PT_LOAD) {
			size_t end = segment->p_offset + segment->p_filesz;

			loaded = end > loaded ? end : loaded;
			image_end = segment->p_vaddr + segment->p_memsz;
		}
	}
	if (loaded > elf_bytes) {
		die(STATUS_INPUT, "%s: cut short", image_path);
	}
	file_bytes = engine.count <= DEBUGGABLE_CORES ? elf_bytes : loaded;
}

static int copy_of_image(void)
{
	int fd = memfd_create("weft", MFD_CLOEXEC);
	size_t done = 0;

	while (fd >= 0 && done < file_bytes) {
		ssize_t n = write(fd, elf + done, file_bytes - done);

		if (n <= 0) {
			break;
		}
		done += (size_t)n;
	}
	if (done < file_bytes) {
		die(STATUS_HOST, "cannot copy the image: %s", strerror(errno));
	}
	return fd;
}

/*
 * The loader takes one name for one library, and a closed file's number comes
 * again; so with many cores the name spells the rank in slashes and dots.
 */
static void name_copy(char *name, int fd, uint32_t rank)
{
	name += sprintf(name, "/proc/%d", (int)getpid());
	for (; engine.count > DEBUGGABLE_CORES && rank; rank /= 2) {
		name += sprintf(name, rank % 2 ? "//" : "/.");
	}
	sprintf(name, "/fd/%d", fd);
}

static void load(struct core *core)
{
	int fd = copy_of_image();
	struct link_map *map;
	sim_entry_fn *entry;
	char name[128];
	void *handle;

	name_copy(name, fd, core->rank);
	handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
	if (!handle || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) {
		die(STATUS_INPUT, "%s: %s", image_path, dlerror());
	}
	if (engine.count > DEBUGGABLE_CORES) {
		close(fd);
	}
	*(void **)&entry = dlsym(handle, "sim_entry");
	core->image = entry ? entry(&core->host) : NULL;
	if (!core->image) {
		die(STATUS_INPUT, "%s: built for another simulator",
		    image_path);
	}
	if (engine.profile.line_bytes % core->image->line_bytes) {
		die(STATUS_INPUT,
		    "%s: its lines are of %u bytes, the profile's of %llu",
		    image_path, core->image->line_bytes,
		    (unsigned long long)engine.profile.line_bytes);
	}
	core->cpu = core->image->cpu;
	core->wait_record = dlsym(handle, "rt_wait");
	core->trace_ring = dlsym(handle, "rt_trace");
	core->phase = dlsym(handle, "rt_phase");
	core->wake_at = dlsym(handle, "rt_wake_at");
	core->fiber = dlsym(handle, "rt_fiber");
	core->parked = dlsym(handle, "rt_parked");
	core->base = map->l_addr;
	core->end = map->l_addr + image_end;
}

void load_read(const char *path)
{
	image_path = path;
	elf = host_read_file(path, &elf_bytes);
	measure();
}

uintptr_t load_bytes(void)
{
	return image_end;
}

void load_images(void)
{
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		load(&engine.cores[rank]);
	}
}

/* The first symbol table, and its names; null if the image is stripped. */
static const ElfW(Sym) * symbols(size_t *count, const char **names)
{
	const ElfW(Ehdr) *header = (const void *)elf;
	const ElfW(Shdr) *all = (const void *)(elf + header->e_shoff);

	if (header->e_shoff > elf_bytes ||
	    header->e_shnum * sizeof(*all) > elf_bytes - header->e_shoff) {
		return NULL;
	}
	for (unsigned i = 0; i < header->e_shnum; i++) {
		if (all[i].sh_type == SHT_SYMTAB) {
			*count = all[i].sh_size / sizeof(ElfW(Sym));
			*names = elf + all[all[i].sh_link].sh_offset;
			return (const void *)(elf + all[i].sh_offset);
		}
	}
	return NULL;
}

const char *symbol_at(uintptr_t offset, uintptr_t *past)
{
	const char *names, *best = NULL;
	size_t count;
	const ElfW(Sym) *symbol = symbols(&count, &names);

	for (; symbol && count; count--, symbol++) {
		if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC &&
		    offset - symbol->st_value < symbol->st_size) {
			best = names + symbol->st_name;
			*past = offset - symbol->st_value;
		}
	}
	return best;
}

const char *symbol_function(size_t number)
{
	const char *names;
	size_t count = 0;
	const ElfW(Sym) *symbol = symbols(&count, &names);

	for (size_t i = 0; symbol && i < count; i++) {
		if (ELF64_ST_TYPE(symbol[i].st_info) == STT_FUNC &&
		    symbol[i].st_shndx != SHN_UNDEF && number-- == 0) {
			return names + symbol[i].st_name;
		}
	}
	return NULL;
}

uintptr_t symbol_find(const char *name, uintptr_t *size)
{
	const char *names;
	size_t count;
	const ElfW(Sym) *symbol = symbols(&count, &names);

	for (; symbol && count; count--, symbol++) {
		if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC &&
		    strcmp(names + symbol->st_name, name) == 0) {
			*size = symbol->st_size;
			return symbol->st_value;
		}
	}
	*size = 0;
	return 0;
}
