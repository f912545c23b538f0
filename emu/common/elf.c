// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "emu/common/elf.h"
#include "host/host.h"

void *elf_at(const struct elf *elf, uint32_t offset, size_t size, size_t count)
{
	if (offset > elf->size || count > (elf->size - offset) / size) {
		die(STATUS_INPUT, "%s: cut short", elf->path);
	}
	if (size % 4 == 0 && offset % 4) { /* a table, of words */
		die(STATUS_INPUT, "%s: a table is at no word", elf->path);
	}
	return elf->bytes + offset;
}

void elf_open(struct elf *elf, const char *path, unsigned machine,
	      const char *chip)
{
	const Elf32_Ehdr *header;

	elf->path = path;
	elf->bytes = host_read_file(path, &elf->size);
	header = elf->header = elf_at(elf, 0, sizeof(*header), 1);
	if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
	    header->e_ident[EI_CLASS] != ELFCLASS32 ||
	    header->e_ident[EI_DATA] != ELFDATA2LSB ||
	    header->e_machine != machine || header->e_type != ET_EXEC) {
		die(STATUS_INPUT, "%s: not an executable for the %s", path,
		    chip);
	}
}

void elf_close(struct elf *elf)
{
	free(elf->bytes);
}

void elf_segments(const struct elf *elf, elf_segment_fn *segment)
{
	const Elf32_Phdr *p = elf_at(elf, elf->header->e_phoff, sizeof(*p),
				     elf->header->e_phnum);

	for (unsigned i = 0; i < elf->header->e_phnum; i++, p++) {
		if (p->p_type != PT_LOAD || !p->p_memsz) {
			continue;
		}
		if (p->p_filesz > p->p_memsz) {
			die(STATUS_INPUT, "%s: bad segment", elf->path);
		}
		segment(p->p_paddr, p->p_memsz,
			elf_at(elf, p->p_offset, 1, p->p_filesz), p->p_filesz);
	}
}

const Elf32_Shdr *elf_sections(const struct elf *elf)
{
	if (!elf->header->e_shnum) {
		die(STATUS_INPUT, "%s: has no sections, so what is code?",
		    elf->path);
	}
	return elf_at(elf, elf->header->e_shoff, sizeof(Elf32_Shdr),
		      elf->header->e_shnum);
}

static const char *name_of(const struct elf *elf, uint32_t name,
			   unsigned strings)
{
	const Elf32_Shdr *s = elf_sections(elf);
	const char *text;

	if (strings >= elf->header->e_shnum) {
		die(STATUS_INPUT, "%s: bad section", elf->path);
	}
	text = elf_at(elf, s[strings].sh_offset, 1, s[strings].sh_size);
	if (name >= s[strings].sh_size || text[s[strings].sh_size - 1]) {
		die(STATUS_INPUT, "%s: bad name", elf->path);
	}
	return text + name;
}

const char *elf_section_name(const struct elf *elf, const Elf32_Shdr *section)
{
	return name_of(elf, section->sh_name, elf->header->e_shstrndx);
}

bool elf_symbol(const struct elf *elf, const char *name, uint32_t *value)
{
	const Elf32_Shdr *s = elf_sections(elf);

	for (unsigned i = 0; i < elf->header->e_shnum; i++, s++) {
		const Elf32_Sym *symbol;

		if (s->sh_type != SHT_SYMTAB) {
			continue;
		}
		symbol = elf_at(elf, s->sh_offset, sizeof(*symbol),
				s->sh_size / sizeof(*symbol));
		for (size_t n = s->sh_size / sizeof(*symbol); n--; symbol++) {
			if (!strcmp(name_of(elf, symbol->st_name, s->sh_link),
				    name)) {
				*value = symbol->st_value;
				return true;
			}
		}
	}
	return false;
}
