/* SPDX-License-Identifier: Apache-2.0 */
/* A core's side: what the files of arch/common/far and a port of several nodes share. */
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

#if !defined(FAR_SERVES)
#define FAR_SERVES 0
static inline bool far_serves(void)
{
	return false;
}
#endif

/* How many bytes of a copy of n go in one record. */
static inline uint32_t far_piece(size_t n)
{
	return n < FAR_PIECE ? (uint32_t)n : FAR_PIECE;
}

/* far.c has these, beside what arch/common/port.h asks for. */

/* Have the word watched: news comes when it has its value.  Or, with `on` false, no more. */
void far_watch(const struct arch_word *word, bool on);

/*
 * far_say says a record to the server.  far_write does, too, and a later arch_quiet or
 * arch_settle waits until the record is done.  far_ask waits for the answer, and returns
 * its value.
 *
 * far_begin is for a record that bytes follow, with interrupts masked.  It returns where in
 * the ring these bytes go.  The caller lays them there, and then calls
 * far_post(far_room(bytes)).  The server reads the record when the next one is said, or
 * when it looks by itself.  A core that is the server has far_begin_at_once instead: it
 * waits for room, and returns where the bytes go (far_hand).
 */
void far_say(struct far_record record);
void far_say_soon(struct far_record record); /* at the next far_say, or far_hurry */
void far_hurry(void);
void far_write(struct far_record record);
uint32_t far_ask(struct far_record record);
uint32_t far_begin(struct far_record record);
uint8_t *far_begin_at_once(struct far_record record); /* of a core that serves */
void far_dirty(uint32_t rank, bool is);
void far_print(const char *text, size_t n);

/* It is arch_barrier_quiet where all that one node says to another goes one way. */
void far_barrier_quiet(void);

#endif
