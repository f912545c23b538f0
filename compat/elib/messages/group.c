/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Boards where loads and stores reach no other core: the group is all cores of the run, row
 * by row as square as their number is, and others' memory is reached by the agents of
 * compat/shmem.  A program of e-lib's begins these by no call, so they begin before main.
 */
#include "compat/elib/messages/messages.h"

enum {
	FIRST = 0x808, /* a core's number, as programs are used to */
	ROW = 6,
	CORES = 256 /* that global addresses tell from each other */
};

/* Programs have it as a constant: to them it is, since it is made before main. */
e_group_config_t elib_group;
extern const e_group_config_t e_group_config
	__attribute__((alias("elib_group")));

/* No memory is common to all cores. */
const e_emem_config_t e_emem_config = {.objtype = E_NULL};

__attribute__((constructor)) static void elib_begin(void)
{
	unsigned n = weft_size(), rows = 1, me = weft_rank();

	for (unsigned r = 1; r * r <= n; r++) {
		rows = n % r == 0 ? r : rows;
	}
	if (n > CORES || n / rows > 1u << ROW) {
		own_panic("e-lib", "so many cores make no grid of 64 columns");
	}
	elib_group = (e_group_config_t){
		.objtype = E_EPI_GROUP,
		.chiptype = n > 16 ? E_E64G401 : E_E16G301,
		.group_id = FIRST,
		.group_row = FIRST >> ROW,
		.group_col = FIRST & ((1 << ROW) - 1),
		.group_rows = rows,
		.group_cols = n / rows,
		.core_row = me / (n / rows),
		.core_col = me % (n / rows),
	};
	shmem_init();
}

