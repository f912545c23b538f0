/* SPDX-License-Identifier: Apache-2.0 */
/* A mutex is a word of one core; who holds it is its value. */
#include "compat/elib/elib_own.h"

/* As the original: it does nothing, so that no core can come too early. */
void e_mutex_init(unsigned row, unsigned col, e_mutex_t *mutex,
		  e_mutexattr_t *attr)
{
	(void)row;
	(void)col;
	(void)mutex;
	(void)attr;
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
