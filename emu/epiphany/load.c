// SPDX-License-Identifier: Apache-2.0
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "emu/epiphany/chip.h"
#include "emu/epiphany/host.h"
#include "emu/epiphany/load.h"

enum {
	MACHINE = 0x1223, /* EM_ADAPTEVA_EPIPHANY */
	OBJECT_GROUP = 3,
	OBJECT_EXTERNAL = 5,
	BSS_CLEARED = 1,
	ARGUMENTS_GIVEN = 2,
};

static const char *image_path;
static uint8_t *image;
static size_t image_bytes;

/* `count` items of `size` bytes at this offset of the image. */
static void *at(uint32_t offset, size_t size, size_t count)
{
	if (offset > image_bytes || count > (image_bytes - offset) / size) {
		die(STATUS_INPUT, "%s: cut short", image_path);
	}
	return image + offset;
}

static void check_header(const Elf32_Ehdr *header)
{
	if (memcmp(header->e_ident, ELFMAG, SELFMAG) ||
	    header->e_ident[EI_CLASS] != ELFCLASS32 ||
	    header->e_ident[EI_DATA] != ELFDATA2LSB ||
	    header->e_machine != MACHINE || header->e_type != ET_EXEC) {
		die(STATUS_INPUT, "%s: not an executable for the Epiphany",
		    image_path);
	}
}

typedef void place_fn(struct core *core, struct memory *memory, uint32_t offset,
		      uint32_t bytes, const void *what);

/* Call `place` for all memories that an address of the image stands for. */
static void for_each_place(uint32_t address, uint32_t bytes, place_fn *place,
			   const void *what)
{
	uint32_t offset, most;
	int target = chip_target(&chip.cores[0], address, &offset);

	if (target == TARGET_NONE) {
		die(STATUS_INPUT, "nothing can be loaded at 0x%08x", address);
	}
	most = target == TARGET_EXTERNAL ? chip.external.size : chip.sram_bytes;
	if (offset > most || bytes > most - offset) {
		die(STATUS_INPUT, "%u bytes at 0x%08x do not fit", bytes,
		    address);
	}
	if (target == TARGET_EXTERNAL) {
		place(NULL, &chip.external, offset, bytes, what);
		return;
	}
	for (uint32_t i = 0; i < chip.count; i++) {
		struct core *core = &chip.cores[i];

		if (address < LOCAL_BYTES ? core->loaded : (int)i == target) {
			place(core, &core->sram, offset, bytes, what);
		}
	}
}

static void place_bytes(struct core *core, struct memory *memory,
			uint32_t offset, uint32_t bytes, const void *what)
{
	(void)core;
	memory_fill(memory, offset, what, bytes);
}

static void place_code(struct core *core, struct memory *memory,
		       uint32_t offset, uint32_t bytes, const void *what)
{
	(void)core;
	(void)what;
	memory_mark_code(memory, offset, bytes);
}

static void place_limit(struct core *core, struct memory *memory,
			uint32_t offset, uint32_t bytes, const void *what)
{
	(void)memory;
	(void)what;
	if (core && core->stack_limit < offset + bytes) {
		core->stack_limit = offset + bytes;
	}
}

static void load_segments(const Elf32_Ehdr *header)
{
	const Elf32_Phdr *p = at(header->e_phoff, sizeof(*p), header->e_phnum);

	for (unsigned i = 0; i < header->e_phnum; i++, p++) {
		if (p->p_type != PT_LOAD || !p->p_memsz) {
			continue;
		}
		if (p->p_filesz > p->p_memsz) {
			die(STATUS_INPUT, "%s: bad segment", image_path);
		}
		for_each_place(p->p_paddr, p->p_memsz, place_bytes, NULL);
		for_each_place(p->p_paddr, p->p_filesz, place_bytes,
			       at(p->p_offset, 1, p->p_filesz));
	}
}

static const char *name_of(const Elf32_Ehdr *header, uint32_t name,
			   unsigned strings)
{
	const Elf32_Shdr *s = at(header->e_shoff, sizeof(*s), header->e_shnum);
	const char *text;

	if (strings >= header->e_shnum) {
		die(STATUS_INPUT, "%s: bad section", image_path);
	}
	text = at(s[strings].sh_offset, 1, s[strings].sh_size);
	if (name >= s[strings].sh_size || text[s[strings].sh_size - 1]) {
		die(STATUS_INPUT, "%s: bad name", image_path);
	}
	return text + name;
}

/*
 * What is code, and where data end: the stack may come down to there, or to
 * the symbol __stack_limit.  A section .stack is no data.
 */
static void read_sections(const Elf32_Ehdr *header)
{
	const Elf32_Shdr *s = at(header->e_shoff, sizeof(*s), header->e_shnum);

	if (!header->e_shnum) {
		die(STATUS_INPUT, "%s: has no sections, so what is code?",
		    image_path);
	}
	for (unsigned i = 0; i < header->e_shnum; i++, s++) {
		const char *name =
			name_of(header, s->sh_name, header->e_shstrndx);

		if (!(s->sh_flags & SHF_ALLOC) || !s->sh_size ||
		    !strcmp(name, ".stack")) {
			continue;
		}
		for_each_place(s->sh_addr, s->sh_size, place_limit, NULL);
		if (s->sh_flags & SHF_EXECINSTR) {
			for_each_place(s->sh_addr, s->sh_size, place_code,
				       NULL);
		}
	}
}

static void read_symbols(const Elf32_Ehdr *header)
{
	const Elf32_Shdr *s = at(header->e_shoff, sizeof(*s), header->e_shnum);

	for (unsigned i = 0; i < header->e_shnum; i++, s++) {
		const Elf32_Sym *symbol;

		if (s->sh_type != SHT_SYMTAB) {
			continue;
		}
		symbol = at(s->sh_offset, 1, s->sh_size);
		for (size_t n = s->sh_size / sizeof(*symbol); n--; symbol++) {
			const char *name =
				name_of(header, symbol->st_name, s->sh_link);

			if (strcmp(name, "__stack_limit")) {
				continue;
			}
			for (uint32_t c = 0; c < chip.count; c++) {
				chip.cores[c].stack_limit = symbol->st_value;
			}
		}
	}
}

/* What the host tells a core: each part goes where a section has its name. */
static void write_group(struct core *core, struct memory *memory,
			uint32_t offset, uint32_t bytes, const void *what)
{
	const uint32_t words[] = {
		OBJECT_GROUP,
		chip.model,
		chip.origin, /* of the group, which is the whole chip */
		chip.origin / ID_COLUMNS,
		chip.origin % ID_COLUMNS,
		chip.rows,
		chip.columns,
		core->index / chip.columns, /* these two in the group */
		core->index % chip.columns,
		0xdeadbeef, /* nothing: that is what the usual loader leaves */
	};

	(void)what;
	memory_fill(memory, offset, words, bytes);
}

static void write_external(struct core *core, struct memory *memory,
			   uint32_t offset, uint32_t bytes, const void *what)
{
	const uint32_t words[] = {OBJECT_EXTERNAL, chip.external_base};

	(void)core;
	(void)what;
	memory_fill(memory, offset, words, bytes);
}

static void write_loader(struct core *core, struct memory *memory,
			 uint32_t offset, uint32_t bytes, const void *what)
{
	uint32_t arguments = *(const uint32_t *)what;
	const uint32_t words[] = {
		BSS_CLEARED | (arguments ? ARGUMENTS_GIVEN : 0u),
		0,
		arguments,
		0,
	};

	(void)core;
	memory_fill(memory, offset, words, bytes);
}

static const struct part {
	const char *section;
	uint32_t bytes;
	place_fn *write;
} parts[] = {
	{"workgroup_cfg", 40, write_group},
	{"ext_mem_cfg", 8, write_external},
	{"loader_cfg", 16, write_loader},
};

static void write_part(const struct part *part, const Elf32_Shdr *section,
		       uint32_t arguments)
{
	if (section->sh_addr >= LOCAL_BYTES || section->sh_size < part->bytes) {
		die(STATUS_INPUT, "%s: %s is not %u bytes of a core's memory",
		    image_path, part->section, part->bytes);
	}
	for_each_place(section->sh_addr, part->bytes, part->write, &arguments);
}

static void write_block(const Elf32_Ehdr *header, uint32_t arguments)
{
	const Elf32_Shdr *s = at(header->e_shoff, sizeof(*s), header->e_shnum);
	bool told = !arguments;

	for (unsigned i = 0; i < header->e_shnum; i++, s++) {
		const char *name =
			name_of(header, s->sh_name, header->e_shstrndx);

		for (unsigned k = 0; k < sizeof(parts) / sizeof(*parts); k++) {
			if (!strcmp(name, parts[k].section)) {
				write_part(&parts[k], s, arguments);
				told |= parts[k].write == write_loader;
			}
		}
	}
	if (!told) {
		die(STATUS_INPUT, "%s: no section loader_cfg for --args",
		    image_path);
	}
}

void load_image(const char *path, uint32_t arguments)
{
	const Elf32_Ehdr *header;

	image_path = path;
	image = host_read_file(path, &image_bytes);
	header = at(0, sizeof(*header), 1);
	check_header(header);
	load_segments(header);
	read_sections(header);
	read_symbols(header);
	write_block(header, arguments);
	free(image);
}

void load_file(const char *path, uint32_t address)
{
	size_t bytes;
	uint8_t *content = host_read_file(path, &bytes);

	if (bytes > UINT32_MAX) {
		die(STATUS_INPUT, "%s: too large", path);
	}
	for_each_place(address, (uint32_t)bytes, place_bytes, content);
	free(content);
}
