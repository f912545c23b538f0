/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A barrier is a byte a core at the group's first core, which gathers them, and one at each
 * other, by which that lets it go.  Both arrays are zero at the start, at the same place on
 * all cores.
 */
#include "compat/elib/elib_own.h"

static unsigned elib_me(void)
{
	return elib_in_rows(e_group_config.core_row) + e_group_config.core_col;
}

/* Who is told by me: all others by the first core, that one by them. */
void e_barrier_init(volatile e_barrier_t bar_array[],
		    volatile e_barrier_t *tgt_bar_array[])
{
	const void *mine = (const void *)(uintptr_t)bar_array;
	unsigned me = elib_me(), core = 0;

	if (me > 0) {
		tgt_bar_array[0] = e_get_global_address(
			0, 0, (const void *)(uintptr_t)(bar_array + me));
		return;
	}
	for (unsigned row = 0; row < e_group_config.group_rows; row++) {
		for (unsigned col = 0; col < e_group_config.group_cols; col++) {
			tgt_bar_array[core++] =
				e_get_global_address(row, col, mine);
		}
	}
}

static void elib_tell(volatile e_barrier_t *there)
{
	static const e_barrier_t here = 1;

	elib_copy((void *)(uintptr_t)there, &here, 1);
}

/* Taken back by its owner, before anyone can write it again. */
static void elib_take(volatile e_barrier_t *byte)
{
	elib_await(byte);
	*byte = 0;
}

void e_barrier(volatile e_barrier_t *bar_array,
	       volatile e_barrier_t *tgt_bar_array[])
{
	if (elib_me() > 0) {
		elib_tell(tgt_bar_array[0]);
		elib_take(&bar_array[0]);
		return;
	}
	for (unsigned core = 1; core < elib_cores(); core++) {
		elib_take(&bar_array[core]);
	}
	for (unsigned core = 1; core < elib_cores(); core++) {
		elib_tell(tgt_bar_array[core]);
	}
}
