/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hints: what code knows about its use of memory, told to whoever looks for
 * mistakes in it.  They change nothing that a program does.  For a port without
 * ARCH_HINTS in its arch_port.h they are nothing, at no cost; the simulator's
 * passes them on to its detectors (docs/detectors.md).
 *
 * Each speaks for the core that calls it.  Context: thread, irq.  cost: local.
 */
#ifndef WEFT_ARCH_ANNOTATE_H
#define WEFT_ARCH_ANNOTATE_H

#include <stddef.h>
#include <stdint.h>

#include <arch_port.h>

#ifndef ARCH_HINTS
#define ARCH_HINTS 0
#endif

enum arch_hint {
	ARCH_HINT_OPTIMISTIC, /* n: from here on, or (0) no more */
	ARCH_HINT_LEND,       /* n bytes at `place` */
	ARCH_HINT_GIVE_BACK,
	ARCH_HINT_REGION, /* n bytes at `offset`; `place` is the name */
	ARCH_HINT_MARKS,  /* n bytes at `offset` */
	ARCH_HINT_ALLOC,
	ARCH_HINT_FREE,
};

/* The one function that a port with ARCH_HINTS gives; called by those below. */
void arch_hint(enum arch_hint what, const void *place, uint32_t offset,
	       size_t n);

static inline void arch_annotate_say(enum arch_hint what, const void *place,
				     uint32_t offset, size_t n)
{
	if (ARCH_HINTS) {
		arch_hint(what, place, offset, n);
	}
}

/*
 * Between these two my reads of windows may meet bytes that others change
 * meanwhile, or that nobody has written: I find out afterwards (by a sequence
 * number, by a flag read again) whether they were whole, and use them only
 * then.  Such reads take part in no race.  Flag reads in between synchronise
 * as ever.  The pair does not nest; a handler that interrupts it is outside.
 */
static inline void arch_annotate_optimistic_begin(void)
{
	arch_annotate_say(ARCH_HINT_OPTIMISTIC, NULL, 0, 1);
}

static inline void arch_annotate_optimistic_end(void)
{
	arch_annotate_say(ARCH_HINT_OPTIMISTIC, NULL, 0, 0);
}

/*
 * From here until it is given back, this private memory is the source of an
 * operation under way, and nobody may change it.  Both name it alike.
 */
static inline void arch_annotate_lend(const void *src, size_t n)
{
	arch_annotate_say(ARCH_HINT_LEND, src, 0, n);
}

static inline void arch_annotate_give_back(const void *src, size_t n)
{
	arch_annotate_say(ARCH_HINT_GIVE_BACK, src, 0, n);
}

/*
 * The MPB map: these bytes of every core's window 0 belong to that part of weft.
 * `name` stays where it is.  The part named ARCH_ANNOTATE_HEAP may be used only ..
 */
#define ARCH_ANNOTATE_HEAP "heap"
static inline void arch_annotate_region(const char *name, uint32_t offset,
					uint32_t bytes)
{
	arch_annotate_say(ARCH_HINT_REGION, name, offset, bytes);
}

/* .. where so many bytes have been allocated and not been freed. */
static inline void arch_annotate_alloc(uint32_t offset, size_t bytes)
{
	arch_annotate_say(ARCH_HINT_ALLOC, NULL, offset, bytes);
}

static inline void arch_annotate_free(uint32_t offset, size_t bytes)
{
	arch_annotate_say(ARCH_HINT_FREE, NULL, offset, bytes);
}

/*
 * These bytes of every core's window 0 are *marks*: each has one writer, who puts it,
 * and others see by flag reads that it has changed.  That is no race; and it
 * orders nothing, so they learn in another way what it stands for.  A word of them may
 * also have many writers: flag writes of theirs overwrite each other, and that is no race.
 */
static inline void arch_annotate_marks(uint32_t offset, uint32_t bytes)
{
	arch_annotate_say(ARCH_HINT_MARKS, NULL, offset, bytes);
}

#endif
