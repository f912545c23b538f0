/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All cores count under a mutex of the first one, which lies at an address of the
 * program's choice, as the counter does; the host says when, and looks at what comes.
 *
 * host:
 * load -
 * write 0-15 0x4000 0
 * write 0 0x6000 0
 * write 0-15 0x6400 0
 * start
 * pause 20000
 * check 0 0x6000 0
 * write 0-15 0x6400 1
 * wait 0 0x6300 320
 * check 0 0x6000 320
 * wait 0 0x4000 0
 * end
 */
#include <e-lib.h>

enum {
	TURNS = 20
};

int main(void)
{
	e_mutex_t *mutex = (e_mutex_t *)0x4000;
	volatile unsigned *counter = e_get_global_address(0, 0, (void *)0x6000);
	volatile unsigned *go = (volatile unsigned *)0x6400;
	volatile unsigned *out = (volatile unsigned *)0x6300;
	unsigned cores = e_group_config.group_rows * e_group_config.group_cols;

	while (!*go) {
	}
	for (int i = 0; i < TURNS; i++) {
		if (i & 1) {
			e_mutex_lock(0, 0, mutex);
		} else {
			while (e_mutex_trylock(0, 0, mutex)) {
			}
		}
		*counter = *counter + 1;
		e_mutex_unlock(0, 0, mutex);
	}
	if (e_group_config.core_row + e_group_config.core_col == 0) {
		while (*counter != TURNS * cores) {
		}
		*out = *counter;
	}
	return 0;
}
