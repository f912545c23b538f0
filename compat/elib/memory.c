/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of others: a core of the group, external memory, or a segment of that. */
#include "compat/elib/elib_own.h"

static void *elib_far(const void *where, unsigned row, unsigned col,
		      const void *there)
{
	const e_memseg_t *segment = where;

	switch (*(const e_objtype_t *)where) {
	case E_EPI_GROUP:
		return e_get_global_address(row, col, there);
	case E_SHARED_MEM:
		return (void *)((uintptr_t)segment->ephy_base + (uintptr_t)there);
	case E_EXT_MEM:
		return (void *)(e_emem_config.base + (uintptr_t)there);
	default:
		return elib_no_memory();
	}
}

/* Where that returns, both are null for what is no memory, and nothing is moved. */
void *e_read(const void *where, void *here, unsigned row, unsigned col,
	     const void *there, size_t bytes)
{
	void *from = elib_far(where, row, col, there);

	if (from) {
		elib_copy(here, from, bytes);
	}
	return from;
}

void *e_write(const void *where, const void *here, unsigned row, unsigned col,
	      void *there, size_t bytes)
{
	void *to = elib_far(where, row, col, there);

	if (to) {
		elib_copy(to, here, bytes);
	}
	return to;
}
