/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private memory that other cores reach: an image that asks for it, and its core's private
 * memory, lie in a file without a name that the process which started the cores has
 * made.  Each core has a slot of it, of which only what is touched takes memory.
 * The pages that the loader made are replaced by those of the slot, at the same addresses.
 * Others map a slot when they first want something there.
 *
 * Cores lay out their memory in the same steps after the same fork, so an address means the
 * same to all.  Where that is not so, nothing is shared: a slot begins with what its core has.
 */
#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host/host.h"
#include "host/mpi/core.h"

#define SLOT     ((off_t)1 << 42) /* bytes of the file, a core */
#define IMAGE_AT ((off_t)1 << 20) /* in a slot */
#define DRAM_AT  ((off_t)1 << 36)

struct layout {
	uint64_t base, bytes; /* of the image */
	uint64_t dram, dram_bytes;
};

/* What this process has mapped of another core's slot. */
struct mapped {
	uint8_t *image, *dram;
	bool tried;
};

static struct layout layout;
static struct mapped *mapped; /* null: nothing is shared */

void private_begin(void)
{
	int file = core.nodes > 1 ? -1 : memfd_create("weft", MFD_CLOEXEC);

	if (file > 0 && ftruncate(file, SLOT * (off_t)core.count) != 0) {
		close(file);
		file = -1;
	}
	core.private_file = file > 0 ? file : 0;
}

static off_t slot_of(uint32_t rank)
{
	return SLOT * (off_t)rank;
}

static void write_all(const void *from, size_t bytes, off_t at)
{
	const char *data = from;

	while (bytes > 0) {
		ssize_t n = pwrite(core.private_file, data, bytes, at);

		if (n < 0 && errno != EINTR) {
			die(STATUS_HOST, "no memory for private memory: %s",
			    strerror(errno));
		}
		n = n > 0 ? n : 0;
		data += n;
		bytes -= (size_t)n;
		at += n;
	}
}

static void *map(void *to, size_t bytes, uint32_t rank, off_t at)
{
	void *memory = mmap(to, bytes, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_NORESERVE | (to ? MAP_FIXED : 0),
			    core.private_file, slot_of(rank) + at);

	return memory == MAP_FAILED ? NULL : memory;
}

/* In place of the pages that are there, with their bytes. */
static void replace(uintptr_t from, uintptr_t end)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	off_t at;

	from &= -page;
	end = (end + page - 1) & -page;
	at = IMAGE_AT + (off_t)(from - layout.base);
	write_all((const void *)from, end - from, slot_of(core.rank) + at);
	if (!map((void *)from, end - from, core.rank, at)) {
		die(STATUS_HOST, "cannot share memory: %s", strerror(errno));
	}
}

/* What is only read is the same for all: a copy of it is enough. */
static int share_image(struct dl_phdr_info *info, size_t bytes, void *unused)
{
	uintptr_t constant = 0; /* the loader has made it so, up to here */

	(void)bytes;
	(void)unused;
	for (int i = 0; info->dlpi_addr == core.base && i < info->dlpi_phnum;
	     i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];

		if (segment->p_type == PT_GNU_RELRO) {
			constant =
				core.base + segment->p_vaddr + segment->p_memsz;
		}
	}
	for (int i = 0; info->dlpi_addr == core.base && i < info->dlpi_phnum;
	     i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
		uintptr_t from = core.base + segment->p_vaddr;
		uintptr_t end = from + segment->p_memsz;
		off_t at = slot_of(core.rank) + IMAGE_AT;

		if (segment->p_type != PT_LOAD) {
			continue;
		}
		if (!(segment->p_flags & PF_W)) {
			write_all((const void *)from, end - from,
				  at + (off_t)segment->p_vaddr);
			continue;
		}
		if (constant > from && constant <= end) {
			write_all((const void *)from, constant - from,
				  at + (off_t)segment->p_vaddr);
			from = constant;
		}
		replace(from, end);
	}
	return 0;
}

void private_share(void)
{
	if (!core.private_file || !core.image->shares_private) {
		return;
	}
	layout = (struct layout){core.base, core.end - core.base,
				 (uintptr_t)core.host.dram,
				 core.host.dram_bytes};
	mapped = host_alloc(core.count * sizeof(*mapped));
	dl_iterate_phdr(share_image, NULL);
	if (!map(core.host.dram, layout.dram_bytes, core.rank, DRAM_AT)) {
		die(STATUS_HOST, "cannot share memory: %s", strerror(errno));
	}
	write_all(&layout, sizeof(layout), slot_of(core.rank));
}

/* Its image is loaded: a core has met all others before it reaches into one. */
static void map_slot(uint32_t rank, struct mapped *m)
{
	struct layout other = {0, 0, 0, 0};

	m->tried = true;
	if (pread(core.private_file, &other, sizeof(other), slot_of(rank)) !=
		    sizeof(other) ||
	    memcmp(&other, &layout, sizeof(other)) != 0) {
		return;
	}
	m->image = map(NULL, layout.bytes, rank, IMAGE_AT);
	m->dram = map(NULL, layout.dram_bytes, rank, DRAM_AT);
}

void *private_of(uint32_t rank, uintptr_t at)
{
	struct mapped *m = mapped ? &mapped[rank] : NULL;

	if (!m) {
		return NULL;
	}
	if (!m->tried) {
		map_slot(rank, m);
	}
	if (m->image && at - layout.base < layout.bytes) {
		return m->image + (at - layout.base);
	}
	if (m->dram && at - layout.dram < layout.dram_bytes) {
		return m->dram + (at - layout.dram);
	}
	return NULL;
}
