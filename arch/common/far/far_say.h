/* SPDX-License-Identifier: Apache-2.0 */
/* What files of arch/common/far and a port of several nodes share, on a core's side. */
#ifndef ARCH_COMMON_FAR_SAY_H
#define ARCH_COMMON_FAR_SAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/arch.h"
#include "arch/common/far/far.h"

#include <far_port.h>
#include <far_core.h>

_Static_assert(FAR_PIECE % FAR_ALIGN == 0 && FAR_ANSWER % FAR_PIECE == 0,
	       "an answer has whole pieces, a piece whole records");
_Static_assert((FAR_RING & (FAR_RING - 1)) == 0, "counts wrap with the ring");
_Static_assert(FAR_RING >= 2 * (FAR_ALIGN + FAR_PIECE),
	       "a ring takes a record wherever it stands");

/* What of a copy goes in one record. */
static inline uint32_t far_piece(size_t n)
{
	return n < FAR_PIECE ? (uint32_t)n : FAR_PIECE;
}

/* far.c, beside what arch/common/port.h asks for. */

/* Count it as news when this word comes, or no more. */
void far_watch(const struct arch_word *word, bool on);

/*
 * Say something to the server; as a write, of which a later arch_quiet or arch_settle
 * asks; and for an answer, returning its value.  Or, with interrupts masked, begin a
 * record, lay what follows where that says, and far_post(far_room(bytes of that)): it goes
 * with the next that is said, or when the server looks by itself.
 */
void far_say(struct far_record record);
void far_write(struct far_record record);
uint32_t far_ask(struct far_record record);
uint32_t far_begin(struct far_record record);
void far_dirty(uint32_t rank, bool is);
void far_print(const char *text, size_t n);

/* arch_barrier_quiet where two nodes have one way for all that they say to each other. */
void far_barrier_quiet(void);

#endif
