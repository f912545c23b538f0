/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Images as emulators load them: ELF files, 32 bits, little endian, executable.  What is
 * wrong with one is said, and ends the program (STATUS_INPUT).
 */
#ifndef EMU_COMMON_ELF_H
#define EMU_COMMON_ELF_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf {
	const char *path;
	uint8_t *bytes;
	size_t size;
	const Elf32_Ehdr *header;
};

/* `chip` is for the message when it is for another machine. */
void elf_open(struct elf *elf, const char *path, unsigned machine,
	      const char *chip);
void elf_close(struct elf *elf);

/* `count` items of `size` bytes at this offset of the file. */
void *elf_at(const struct elf *elf, uint32_t offset, size_t size, size_t count);

/*
 * Each segment that is loaded: `bytes` at a physical address, of which the file has the
 * first `given`, at `from`; the others are zeroes.
 */
typedef void elf_segment_fn(uint32_t address, uint32_t bytes, const void *from,
			    uint32_t given);
void elf_segments(const struct elf *elf, elf_segment_fn *segment);

/* The sections, header->e_shnum of them, and their names. */
const Elf32_Shdr *elf_sections(const struct elf *elf);
const char *elf_section_name(const struct elf *elf, const Elf32_Shdr *section);

/* The value of a symbol; false: there is none. */
bool elf_symbol(const struct elf *elf, const char *name, uint32_t *value);

#endif
