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

/* That byte, at another core of the group. */
static volatile e_barrier_t *elib_byte_at(unsigned core,
					  volatile e_barrier_t *mine)
{
	unsigned row = 0;

	for (; core >= e_group_config.group_cols; row++) {
		core -= e_group_config.group_cols;
	}
	return e_get_global_address(row, core, (const void *)(uintptr_t)mine);
}

/* What I tell: the first core all others, each of them a byte of its own there. */
void e_barrier_init(volatile e_barrier_t came[], volatile e_barrier_t *tell[])
{
	unsigned me = elib_me();

	if (me > 0) {
		tell[0] = elib_byte_at(0, &came[me]);
		return;
	}
	for (unsigned core = 1; core < elib_cores(); core++) {
		tell[core] = elib_byte_at(core, &came[0]);
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

void e_barrier(volatile e_barrier_t came[], volatile e_barrier_t *tell[])
{
	if (elib_me() > 0) {
		elib_tell(tell[0]);
		elib_take(&came[0]);
		return;
	}
	for (unsigned core = 1; core < elib_cores(); core++) {
		elib_take(&came[core]);
	}
	for (unsigned core = 1; core < elib_cores(); core++) {
		elib_tell(tell[core]);
	}
}
