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
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sim/chip/host.h"
#include "sim/chip/load.h"

#define DEBUGGABLE_CORES 256
#define IMAGE_MOST       (UINT64_C(1) << 30) /* bytes from its base */

static const char *image_path;
static const char *elf;
static size_t elf_bytes;
static size_t file_bytes;   /* of these, to be copied */
static uintptr_t image_end; /* past the last address, from the base */

/* Are that many bytes from there on in the file, and at a word? */
static bool in_file(uint64_t at, uint64_t n, uint64_t align)
{
	return at <= elf_bytes && n <= elf_bytes - at && at % align == 0;
}

static const ElfW(Phdr) * segments(unsigned *count)
{
	const ElfW(Ehdr) *header = (const void *)elf;

	if (elf_bytes < sizeof(*header) || memcmp(elf, ELFMAG, SELFMAG) != 0 ||
	    header->e_type != ET_DYN ||
	    !in_file(header->e_phoff, header->e_phnum * sizeof(ElfW(Phdr)),
		     8)) {
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

			if (!in_file(segment->p_offset, segment->p_filesz, 1) ||
			    segment->p_vaddr > IMAGE_MOST ||
			    segment->p_memsz > IMAGE_MOST) {
				die(STATUS_INPUT, "%s: cut short", image_path);
			}
			loaded = end > loaded ? end : loaded;
			image_end = segment->p_vaddr + segment->p_memsz;
		}
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

/*
 * The code of all copies is the first one's, page by page: so the host's caches have it once,
 * however many cores there are.  A debugger's breakpoints make a page private again.
 */
static void share_code(uintptr_t base, int fd, int first)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	unsigned count;
	const ElfW(Phdr) *segment = segments(&count);

	for (; count; segment++, count--) {
		uintptr_t low = segment->p_vaddr & -page;
		uintptr_t file = segment->p_offset & -page;
		uintptr_t n = segment->p_vaddr + segment->p_filesz - low;

		if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X) ||
		    (segment->p_flags & PF_W)) {
			continue;
		}
		if (mmap((void *)(base + low), n, PROT_READ | PROT_EXEC,
			 MAP_PRIVATE | MAP_FIXED, first,
			 (off_t)file) == MAP_FAILED) {
			die(STATUS_HOST, "cannot share the code: %s",
			    strerror(errno));
		}
		if (engine.count > DEBUGGABLE_CORES) { /* nobody reads it */
			fallocate(fd,
				  FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
				  (off_t)file, (off_t)(n & -page));
		}
	}
}

static void load(struct core *core)
{
	static int first = -1;

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
	if (core->rank == 0) {
		first = fd;
	} else {
		share_code(map->l_addr, fd, first);
		if (engine.count > DEBUGGABLE_CORES) {
			close(fd);
		}
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
	core->large_stack = dlsym(handle, "rt_stack");
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

/*
 * The first symbol table, and its names, which end with a NUL; null if the image is stripped
 * or its tables are damaged.
 */
static const ElfW(Sym) *
	symbols(size_t *count, const char **names, size_t *names_bytes)
{
	const ElfW(Ehdr) *header = (const void *)elf;
	const ElfW(Shdr) * all;
	unsigned n = header->e_shnum;

	if (!in_file(header->e_shoff, n * sizeof(*all), 8)) {
		return NULL;
	}
	all = (const void *)(elf + header->e_shoff);
	for (unsigned i = 0; i < n; i++) {
		const ElfW(Shdr) *texts =
			&all[all[i].sh_link < n ? all[i].sh_link : 0];

		if (all[i].sh_type != SHT_SYMTAB) {
			continue;
		}
		if (!in_file(all[i].sh_offset, all[i].sh_size, 8) ||
		    !in_file(texts->sh_offset, texts->sh_size, 1) ||
		    texts->sh_size == 0 ||
		    elf[texts->sh_offset + texts->sh_size - 1]) {
			return NULL;
		}
		*count = all[i].sh_size / sizeof(ElfW(Sym));
		*names = elf + texts->sh_offset;
		*names_bytes = texts->sh_size;
		return (const void *)(elf + all[i].sh_offset);
	}
	return NULL;
}

/* Calls `is` for the functions of the image, until it says so of one; its name. */
typedef bool is_function(const ElfW(Sym) * symbol, const char *name, void *of);

static const char *find_function(is_function *is, void *of)
{
	const char *names, *best = NULL;
	size_t count = 0, bytes = 0;
	const ElfW(Sym) *symbol = symbols(&count, &names, &bytes);

	for (; symbol && count && !best; count--, symbol++) {
		const char *name =
			names + (symbol->st_name < bytes ? symbol->st_name : 0);

		if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC &&
		    is(symbol, name, of)) {
			best = name;
		}
	}
	return best;
}

struct wanted {
	const char *name, *last;
	uintptr_t offset, size;
	size_t number;
};

static bool holds(const ElfW(Sym) * symbol, const char *name, void *of)
{
	struct wanted *wanted = of;
	uintptr_t past = wanted->offset - symbol->st_value;

	if (past < symbol->st_size) {
		wanted->size = past;
		wanted->last = name;
	}
	return false; /* of several names the last one */
}

const char *symbol_at(uintptr_t offset, uintptr_t *past)
{
	struct wanted wanted = {.offset = offset};

	find_function(holds, &wanted);
	if (wanted.last) {
		*past = wanted.size;
	}
	return wanted.last;
}

static bool is_next(const ElfW(Sym) * symbol, const char *name, void *of)
{
	struct wanted *wanted = of;

	(void)name;
	return symbol->st_shndx != SHN_UNDEF && wanted->number-- == 0;
}

const char *symbol_function(size_t number)
{
	struct wanted wanted = {.number = number};

	return find_function(is_next, &wanted);
}

static bool has_name(const ElfW(Sym) * symbol, const char *name, void *of)
{
	struct wanted *wanted = of;

	wanted->offset = symbol->st_value;
	wanted->size = symbol->st_size;
	return strcmp(name, wanted->name) == 0;
}

uintptr_t symbol_find(const char *name, uintptr_t *size)
{
	struct wanted wanted = {.name = name};
	bool found = find_function(has_name, &wanted) != NULL;

	*size = found ? wanted.size : 0;
	return found ? wanted.offset : 0;
}
