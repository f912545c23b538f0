// SPDX-License-Identifier: Apache-2.0
#include <sys/mman.h>

#include "emu/epiphany/host.h"
#include "emu/epiphany/memory.h"

void memory_create(struct memory *memory, uint32_t size)
{
	memory->size = size;
	memory->bytes = host_reserve(size, "memory");
	memory->code =
		host_reserve(size / 2 * sizeof(*memory->code), "decoded code");
	memory->kinds = host_reserve(size / 2, "kinds of code");
	/* One more: the last instruction may be looked for one line on. */
	memory->lines = host_reserve(size / MEMORY_LINE + 1, "lines");
}

/* An instruction that begins in the half word before reaches into the line. */
static void mark_lines(struct memory *memory, uint32_t offset, uint32_t bytes)
{
	uint32_t last = (offset + bytes + 1) / MEMORY_LINE;

	for (uint32_t line = offset / MEMORY_LINE; line <= last; line++) {
		memory->lines[line] = 1;
	}
}

void memory_mark_code(struct memory *memory, uint32_t offset, uint32_t bytes)
{
	for (uint32_t i = 0; i < bytes; i += 2) {
		memory->kinds[(offset + i) / 2] = MEMORY_CODE;
	}
	mark_lines(memory, offset, bytes);
}

void memory_fill(struct memory *memory, uint32_t offset, const void *from,
		 uint32_t bytes)
{
	if (from) {
		memcpy(memory->bytes + offset, from, bytes);
	} else {
		memset(memory->bytes + offset, 0, bytes);
	}
}

static bool same_code(const struct memory *a, const struct memory *b)
{
	if (a->size != b->size ||
	    memcmp(a->kinds, b->kinds, a->size / 2) != 0) {
		return false;
	}
	for (uint32_t i = 0; i < a->size / 2; i++) {
		if ((a->kinds[i] & MEMORY_CODE) &&
		    memcmp(a->bytes + 2 * i, b->bytes + 2 * i, 2) != 0) {
			return false;
		}
	}
	return true;
}

/* The vectors may be code without being the image's. */
void memory_share(struct memory *memory, struct memory *with)
{
	if (memory != with && same_code(memory, with)) {
		memory->code = with->code;
		memory->shared = with->shared = true;
	}
	memory->lines[0] = 1;
}

static void unshare(struct memory *memory)
{
	size_t bytes = memory->size / 2 * sizeof(*memory->code);
	struct insn *own = host_reserve(bytes, "decoded code");

	memcpy(own, memory->code, bytes);
	memory->code = own;
	memory->shared = false;
}

void memory_touch(struct memory *memory, uint32_t offset, unsigned bytes)
{
	uint32_t first = offset / 2, last = (offset + bytes - 1) / 2;
	uint32_t before = first ? first - 1 : 0;
	bool code = offset < MEMORY_LINE;

	for (uint32_t i = before; i <= last; i++) {
		code |= memory->kinds[i] & MEMORY_CODE;
	}
	if (memory->shared && code) {
		unshare(memory);
	}
	for (uint32_t i = first; i <= last; i++) {
		memory->kinds[i] |= MEMORY_WRITTEN;
	}
	for (uint32_t i = before; i <= last && !memory->shared; i++) {
		memory->code[i].op = OP_NONE;
	}
}

const struct insn *memory_decode(struct memory *memory, uint32_t offset)
{
	uint32_t word = (uint32_t)memory_read(memory, offset, 1);

	if (isa_bytes(word) == 4 && offset + 4 <= memory->size) {
		word |= (uint32_t)memory_read(memory, offset + 2, 1) << 16;
	}
	mark_lines(memory, offset, 4);
	memory->code[offset / 2] = isa_decode(word);
	return &memory->code[offset / 2];
}
