// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "emu/common/elf.h"
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

static void load_segment(uint32_t address, uint32_t bytes, const void *from,
			 uint32_t given)
{
	for_each_place(address, bytes, place_bytes, NULL);
	for_each_place(address, given, place_bytes, from);
}

/*
 * What is code, and where data end: the stack may come down to there, or to
 * the symbol __stack_limit.  A section .stack is no data.
 */
static void read_sections(const struct elf *elf)
{
	const Elf32_Shdr *s = elf_sections(elf);

	for (unsigned i = 0; i < elf->header->e_shnum; i++, s++) {
		if (!(s->sh_flags & SHF_ALLOC) || !s->sh_size ||
		    !strcmp(elf_section_name(elf, s), ".stack")) {
			continue;
		}
		for_each_place(s->sh_addr, s->sh_size, place_limit, NULL);
		if (s->sh_flags & SHF_EXECINSTR) {
			for_each_place(s->sh_addr, s->sh_size, place_code,
				       NULL);
		}
	}
}

static void read_symbols(const struct elf *elf)
{
	uint32_t limit;

	if (elf_symbol(elf, "__stack_limit", &limit)) {
		for (uint32_t c = 0; c < chip.count; c++) {
			chip.cores[c].stack_limit = limit;
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

static void write_part(const struct elf *elf, const struct part *part,
		       const Elf32_Shdr *section, uint32_t arguments)
{
	if (section->sh_addr >= LOCAL_BYTES || section->sh_size < part->bytes) {
		die(STATUS_INPUT, "%s: %s is not %u bytes of a core's memory",
		    elf->path, part->section, part->bytes);
	}
	for_each_place(section->sh_addr, part->bytes, part->write, &arguments);
}

static void write_block(const struct elf *elf, uint32_t arguments)
{
	const Elf32_Shdr *s = elf_sections(elf);
	bool told = !arguments;

	for (unsigned i = 0; i < elf->header->e_shnum; i++, s++) {
		const char *name = elf_section_name(elf, s);

		for (unsigned k = 0; k < sizeof(parts) / sizeof(*parts); k++) {
			if (!strcmp(name, parts[k].section)) {
				write_part(elf, &parts[k], s, arguments);
				told |= parts[k].write == write_loader;
			}
		}
	}
	if (!told) {
		die(STATUS_INPUT, "%s: no section loader_cfg for --args",
		    elf->path);
	}
}

void load_image(const char *path, uint32_t arguments)
{
	struct elf elf;

	elf_open(&elf, path, MACHINE, "Epiphany");
	elf_segments(&elf, load_segment);
	read_sections(&elf);
	read_symbols(&elf);
	write_block(&elf, arguments);
	elf_close(&elf);
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
