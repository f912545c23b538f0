/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions that the files of e-lib share.  A global address names a byte of any core.
 * The files in direct/ are for boards where loads and stores reach other cores, and those in
 * messages/ for all other boards.
 */
#ifndef COMPAT_ELIB_OWN_H
#define COMPAT_ELIB_OWN_H

#include <e_lib.h>

/* The global address of this core's `mine`, at the core in that row and column. */
void *elib_global(unsigned row, unsigned col, const void *mine);
/* Whether an address is not of this core's own memory: it is global, or external memory. */
bool elib_is_global(const void *address);

/*
 * For what e_read and e_write find to be neither a core of the group nor external memory:
 * null, or a panic where there is weft to say so.
 */
void *elib_no_memory(void);

/* Copies bytes from any address to any other.  Aligned words are written at once. */
void elib_copy(void *to, const void *from, size_t n);

/* How a descriptor names the next one, in 16 bits; a panic where it cannot. */
unsigned elib_link(const e_dma_desc_t *next);

/* Makes a word `value` if it is 0; returns what it was. */
unsigned elib_test_set(volatile int *word, int value);

/* Waits until a byte of this core is not 0. */
void elib_await(volatile char *byte);

/*
 * How many cores that many rows of the group have.  It adds and does not multiply, since a
 * program may call e-lib while the chip's multiplier works in floating point.
 */
static inline unsigned elib_in_rows(unsigned rows)
{
	unsigned cores = 0;

	while (rows-- > 0) {
		cores += e_group_config.group_cols;
		__asm__("" : "+r"(cores)); /* no product in place of the loop */
	}
	return cores;
}

/* How many cores the group has. */
static inline unsigned elib_cores(void)
{
	return elib_in_rows(e_group_config.group_rows);
}

#endif
