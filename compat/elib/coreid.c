/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of cores, and who is beside whom.  A core's number has its row above 6 bits. */
#include "compat/elib/elib_own.h"

enum {
	ROW = 6,
	COLUMNS = 1 << ROW
};

e_coreid_t e_coreid_from_coords(unsigned row, unsigned col)
{
	return e_group_config.group_id + (row << ROW) + col;
}

e_coreid_t e_get_coreid(void)
{
	return e_coreid_from_coords(e_group_config.core_row,
				    e_group_config.core_col);
}

void e_coords_from_coreid(e_coreid_t core, unsigned *row, unsigned *col)
{
	unsigned place = core - e_group_config.group_id;

	*row = place >> ROW;
	*col = place & (COLUMNS - 1);
}

void *e_get_global_address(unsigned row, unsigned col, const void *mine)
{
	if (elib_is_global(mine)) {
		return (void *)(uintptr_t)mine;
	}
	if (row == (unsigned)E_SELF || col == (unsigned)E_SELF) {
		row = e_group_config.core_row;
		col = e_group_config.core_col;
	}
	return elib_global(row, col, mine);
}

/* One step of a ring of `size`; true if it has come around. */
static bool elib_step(unsigned *at, unsigned size, bool next)
{
	bool around = *at == (next ? size - 1 : 0);

	*at = around ? (next ? 0 : size - 1) : next ? *at + 1 : *at - 1;
	return around;
}

/* Any size of group, where the original wants powers of two. */
void e_neighbor_id(e_coreid_wrap_t way, e_coreid_wrap_t ring, unsigned *row,
		   unsigned *col)
{
	bool next = way == E_NEXT_CORE, down = ring == E_COL_WRAP;

	*row = e_group_config.core_row;
	*col = e_group_config.core_col;
	if (!down) {
		down = elib_step(col, e_group_config.group_cols, next) &&
		       ring == E_GROUP_WRAP;
	}
	if (down) {
		elib_step(row, e_group_config.group_rows, next);
	}
}
