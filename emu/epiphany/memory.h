/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A memory: its bytes, and what is known of them as code.
 *
 * Instructions are decoded once and kept, one slot a half word.  A store into
 * code throws the slots away, and is remembered: code that was written by the
 * program itself, or that is no code of the image, is an error when it runs.
 */
#ifndef EMU_EPIPHANY_MEMORY_H
#define EMU_EPIPHANY_MEMORY_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "emu/epiphany/isa.h"

enum {
	MEMORY_LINE = 64, /* granularity of "there is code" */
	MEMORY_CODE = 1,
	MEMORY_WRITTEN = 2,
};

struct memory {
	uint8_t *bytes;
	uint32_t size;
	struct insn *code; /* a half word each; OP_NONE: not decoded */
	bool shared;       /* .. which other memories have as well */
	uint8_t *kinds;    /* a half word each: MEMORY_CODE, MEMORY_WRITTEN */
	uint8_t *lines;    /* is there code in this line? */
};

/* Zeroed, size a multiple of MEMORY_LINE. */
void memory_create(struct memory *memory, uint32_t size);

/* These bytes are code of the image. */
void memory_mark_code(struct memory *memory, uint32_t offset, uint32_t bytes);

/* What the loader does: neither a store nor a change of code. */
void memory_fill(struct memory *memory, uint32_t offset, const void *from,
		 uint32_t bytes);

/*
 * From now on what is decoded of one is decoded of both, if they have the same code:
 * what all cores run stays in the host's cache.  Until one of them writes there.
 */
void memory_share(struct memory *memory, struct memory *with);

/* A store has hit a line with code in it. */
void memory_touch(struct memory *memory, uint32_t offset, unsigned bytes);

/* Decode what lies there; at most memory->size - 2.  Kept for the next time. */
const struct insn *memory_decode(struct memory *memory, uint32_t offset);

/* Aligned access, `size` is log2 of the bytes; the host is little endian. */
static inline uint64_t memory_read(const struct memory *memory, uint32_t offset,
				   unsigned size)
{
	uint64_t value = 0;

	switch (size) {
	case 0:
		return memory->bytes[offset];
	case 1:
		memcpy(&value, memory->bytes + offset, 2);
		break;
	case 2:
		memcpy(&value, memory->bytes + offset, 4);
		break;
	default:
		memcpy(&value, memory->bytes + offset, 8);
	}
	return value;
}

static inline void memory_write(struct memory *memory, uint32_t offset,
				unsigned size, uint64_t value)
{
	if (memory->lines[offset / MEMORY_LINE]) {
		memory_touch(memory, offset, 1u << size);
	}
	switch (size) {
	case 0:
		memory->bytes[offset] = (uint8_t)value;
		break;
	case 1:
		memcpy(memory->bytes + offset, &value, 2);
		break;
	case 2:
		memcpy(memory->bytes + offset, &value, 4);
		break;
	default:
		memcpy(memory->bytes + offset, &value, 8);
	}
}

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
	       "the emulator wants a little-endian host");

#endif
