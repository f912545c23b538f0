/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the files of e-lib share.  A global address names a byte of any core: direct/ has
 * it for boards where loads and stores reach other cores, messages/ for all others.
 */
#ifndef COMPAT_ELIB_OWN_H
#define COMPAT_ELIB_OWN_H

#include <e_lib.h>

/* Of the core in that row and column of the group. */
void *elib_global(unsigned row, unsigned col, const void *mine);
/* What is no core's own address: a global one, or external memory. */
bool elib_is_global(const void *address);

/* Bytes from anywhere to anywhere; aligned words are written at once. */
void elib_copy(void *to, const void *from, size_t n);

/* Makes a word `value` if it is 0; returns what it was. */
unsigned elib_test_set(volatile int *word, int value);

/* Waits until a byte of this core is not 0. */
void elib_await(volatile char *byte);

/*
 * Cores in rows before this one.  By additions: that chip's compiler may call us while its
 * multiplier works in floating point.
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
