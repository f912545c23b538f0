/* SPDX-License-Identifier: Apache-2.0 */
/* A mutex is a word of one core; who holds it is its value. */
#include "compat/elib/elib_own.h"

/*
 * There is nothing to do: the word is 0 in the image.  A core that wrote it here could free
 * a mutex that a faster core holds.
 */
void e_mutex_init(unsigned row, unsigned col, e_mutex_t *mutex,
		  e_mutexattr_t *kind)
{
	(void)mutex, (void)kind, (void)row, (void)col;
}

unsigned e_mutex_trylock(unsigned row, unsigned col, e_mutex_t *mutex)
{
	return elib_test_set(e_get_global_address(row, col, mutex),
			     (int)e_get_coreid());
}

void e_mutex_lock(unsigned row, unsigned col, e_mutex_t *mutex)
{
	volatile int *word = e_get_global_address(row, col, mutex);
	int me = (int)e_get_coreid();

	while (elib_test_set(word, me)) {
	}
}

void e_mutex_unlock(unsigned row, unsigned col, e_mutex_t *mutex)
{
	static const int nobody;

	elib_copy(e_get_global_address(row, col, mutex), &nobody,
		  sizeof(nobody));
}
